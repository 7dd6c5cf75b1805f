import type { McpServer } from '@modelcontextprotocol/server';
import { Kind } from 'graphql';
import { z } from 'zod';
import { answer, shownJson } from '../answer.ts';
import { readErrors } from '../explain.ts';
import { CALLERS, type Caller, type Heard, type Operation, type Result } from '../platform.ts';
import type { Reference } from '../reference.ts';
import type { Workshop } from '../workshop.ts';
import { document, input, variables } from './input.ts';
import { result, wrongCall } from './result.ts';

/** Tokens of an answer that hold responses of the graph. */
const OF_RESPONSES = 1400;

const as = z
  .enum(CALLERS)
  .default('student')
  .describe('Demo user whose credential is sent; plugin: the credential of a server; nobody: none');
const operation = { document, variables, operationName: z.string().max(200).optional(), as };
const annotations = { destructiveHint: false, openWorldHint: false };

/** The tools that run operations, all of them on the embedded platform. */
export function addPlatformTools(server: McpServer, { reference, checks, gateway }: Workshop): void {
  const sourceFor = (caller: Caller): string =>
    `the embedded platform with demo data, ${sender(caller)}, gateway ${reference.version}`;

  /** Why a document is for no tool, or for the other one. Null: it is for this one. */
  async function refusalOf(source: string, isForListen: boolean) {
    const parsed = await checks.parse(source);
    if (!('kind' in parsed))
      return result(answer(`Refused.\n${parsed.problems.join('\n')}`, reference.source('/schema'), ''));
    const isStream = parsed.definitions.some(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION && definition.operation === 'subscription',
    );
    if (isStream === isForListen) return null;
    return wrongCall(
      isStream ? 'This is a subscription: use `listen`.' : 'This is no subscription: use `run`.',
    );
  }

  server.registerTool(
    'run',
    {
      description:
        'Runs a query or mutation on the embedded platform as a demo user: the response, its platform calls, and the meaning of each error. What mutations write stays until this server exits.',
      inputSchema: input(operation),
      annotations,
    },
    async (given, { mcpReq: { signal } }) => {
      const refusal = await refusalOf(given.document, false);
      if (refusal) return refusal;
      const response = await gateway.run(given, signal);
      return result(
        answer(responseText(response, given, reference), sourceFor(given.as), 'Select less, or use `first`.'),
      );
    },
  );

  server.registerTool(
    'listen',
    {
      description:
        'Opens a subscription on the embedded platform and returns its first items. The first one says only where the stream starts; `during` is then sent, a query or mutation that causes an event.',
      inputSchema: input({
        ...operation,
        items: z.int().min(1).max(20).default(3),
        seconds: z.int().min(1).max(30).default(5),
        during: input(operation).optional(),
      }),
      annotations,
    },
    async ({ items, seconds, during, ...given }, { mcpReq: { signal } }) => {
      const refusal = await refusalOf(given.document, true);
      if (refusal) return refusal;
      const limits = { items, time: seconds * 1000, during: during ?? null };
      const heard = await gateway.listen(given, limits, signal);
      return result(
        answer(
          heardText(heard, given, reference),
          sourceFor(given.as),
          'Select less, or ask for fewer items.',
        ),
      );
    },
  );
}

const sender = (caller: Caller): string => (caller === 'nobody' ? 'without a credential' : `as ${caller}`);

function responseText(response: Result, given: Operation, reference: Reference): string {
  const { upstream } = response.extensions ?? {};
  const calls = upstream?.routes.map(({ route, calls: count }) => `${count} × ${route}`).join(', ');
  return [
    ...(upstream ? [`${upstream.calls} platform calls${calls ? `: ${calls}` : ''}.`] : []),
    ...meanings(response, given, reference),
    shownJson({ data: response.data, errors: response.errors }, OF_RESPONSES),
  ].join('\n');
}

function heardText({ items, end, during }: Heard, given: Operation, reference: Reference): string {
  const share = Math.floor(OF_RESPONSES / (items.length + 1));
  return [
    `${items.length} items; left ${end}.`,
    ...items.map(
      ({ data, errors }, index) => `${index + 1}. ${shownJson(errors ? { data, errors } : data, share)}`,
    ),
    ...items.flatMap((item) => meanings(item, given, reference)),
    ...(during ? [`Sent during it: ${shownJson({ data: during.data, errors: during.errors }, share)}`] : []),
  ].join('\n');
}

/** What the codes of a response mean, each once. */
function meanings({ errors = [] }: Result, given: Operation, reference: Reference): string[] {
  const { errorCodes } = reference.catalog.source;
  const codes = readErrors(JSON.stringify(errors), reference).map(({ code }) => code ?? 'unknown');
  return [...new Set(codes)].map(
    (code) => `${code}: ${errorCodes[code]?.meaning ?? ''} Sent ${sender(given.as)}; \`explain\` says more.`,
  );
}
