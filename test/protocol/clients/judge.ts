import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Exchange } from '../../../packages/resumable-subscriptions/src/index.ts';
import { recordOf } from '../../../packages/resumable-subscriptions/src/item.ts';
import { until } from '../../support/until.ts';
import { SCENARIOS, type Scenario } from './scenarios.ts';
import { Stage } from './stage.ts';

/** Milliseconds for a client to have what it must have. */
const PATIENCE = 20_000;

/** A running client. */
export interface RunningClient {
  /** Its messages, as it has them now. Null: it has said nothing yet. */
  messages(): unknown;
  stop(): void;
}

export interface Performance {
  /** Why the client fails the scenario. Null: it does not. */
  reason: string | null;
  /** What both have sent. */
  transcript: readonly Exchange[];
}

/** @returns why the client fails the scenario. Null: it does not. */
export const judge = async (...performance: Parameters<typeof performed>): Promise<string | null> =>
  (await performed(...performance)).reason;

/** Performs a scenario with a client. */
export async function performed(
  { prepare, run }: Scenario,
  start: (url: string) => RunningClient,
  patience = PATIENCE,
): Promise<Performance> {
  const stage = new Stage(patience);
  const url = await stage.open();
  await prepare(stage);
  const client = start(url);
  try {
    await run(stage, {
      shows: async (...texts) => {
        const wanted = texts.toSorted().join();
        await until(() => textsIn(client.messages()) === wanted, { within: patience }).catch(() => {
          throw new Error(`expected the messages ${wanted}, got ${JSON.stringify(client.messages())}`);
        });
      },
    });
    return { reason: null, transcript: [...stage.transcript.exchanges] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { reason, transcript: [...stage.transcript.exchanges] };
  } finally {
    client.stop();
    stage.close();
  }
}

const textsIn = (messages: unknown): string =>
  Array.isArray(messages)
    ? messages
        .map((message) => String(recordOf(message).text))
        .toSorted()
        .join()
    : '';

/** Runs a command with the URL as its last argument. It prints its messages as a line of JSON after each change. */
function startProgram([command = '', ...args]: readonly string[], url: string): RunningClient {
  const child = spawn(command, [...args, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let messages: unknown = null;
  createInterface({ input: child.stdout }).on('line', (line) => {
    try {
      messages = JSON.parse(line);
    } catch {
      messages = line;
    }
  });
  return { messages: () => messages, stop: () => void child.kill('SIGKILL') };
}

/** `node test/protocol/clients/judge.ts COMMAND…`: judges a client program. */
async function main(command: readonly string[]): Promise<void> {
  for (const scenario of SCENARIOS) {
    const reason = await judge(scenario, (url) => startProgram(command, url));
    process.stdout.write(
      `${reason === null ? 'ok    ' : 'failed'}  ${scenario.rule.padEnd(11)} ${scenario.title}${reason === null ? '' : `  (${reason})`}\n`,
    );
    if (reason !== null) process.exitCode = 1;
  }
}

if (import.meta.main) await main(process.argv.slice(2));
