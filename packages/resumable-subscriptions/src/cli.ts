#!/usr/bin/env node
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Adapter } from './adapter.ts';
import { isRecord } from './item.ts';
import { isProfile } from './profiles.ts';
import { printed, type Report } from './report.ts';
import { runChecks } from './run-checks.ts';
import { readSettings, USAGE, UsageError } from './settings.ts';

/** `resumable-subscriptions URL --adapter FILE [options]`: checks a server and prints the report. */
async function run(): Promise<number> {
  const settings = readSettings(process.argv.slice(2));
  if (settings === null) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { url, profiles, only, patience, format, transcripts } = settings;
  const adapter = await adapterIn(settings.adapter, url);
  try {
    const report = await runChecks({
      url,
      adapter,
      ...(profiles && { profiles }),
      ...(only && { only }),
      patience,
      transcripts,
    });
    process.stdout.write(printed(report, format));
    return statusOf(report);
  } finally {
    await adapter.close?.();
  }
}

/** The adapter that a module exports as default, or that its default function makes from the URL. */
async function adapterIn(file: string, url: string): Promise<Adapter> {
  const module: unknown = await import(pathToFileURL(resolve(file)).href);
  const exported = isRecord(module) ? module.default : undefined;
  const adapter: unknown = typeof exported === 'function' ? await exported(url) : exported;
  if (!isAdapter(adapter))
    throw new UsageError('The adapter must have `server`, `subscription`, `textOf` and `send`.');
  const mistake = mistakeIn(adapter);
  if (mistake !== null) throw new UsageError(`In the adapter, ${mistake}.`);
  return adapter;
}

/** What would make correct servers look broken. Null: nothing was found. */
function mistakeIn({
  cursor = 'field',
  subscription,
  transports = [],
  otherStream,
  list,
  profiles = [],
}: Adapter): string | null {
  if (cursor === 'field' && !/\$after\b/.test(subscription))
    return '`subscription` must have the variable `$after`';
  if (transports.some((name) => !['WebSocket', 'SSE'].includes(name)))
    return "`transports` has others than 'WebSocket' and 'SSE'";
  if (otherStream && typeof otherStream.query !== 'string') return '`otherStream` must have a `query`';
  if (
    list &&
    (typeof list.query !== 'string' || [list.read, list.idOf].some((member) => typeof member !== 'function'))
  )
    return '`list` must have `query`, `read` and `idOf`';
  const unknown = profiles.find((name) => !isProfile(name));
  return unknown === undefined ? null : `\`profiles\` has "${unknown}", which is none`;
}

/** Whether the members are there that every check needs; the others are found missing by the check that needs them. */
const isAdapter = (value: unknown): value is Adapter =>
  isRecord(value) &&
  typeof value.server === 'string' &&
  typeof value.subscription === 'string' &&
  typeof value.textOf === 'function' &&
  typeof value.send === 'function';

/** Nothing checked proves nothing. */
function statusOf({ requirements }: Report): number {
  if (requirements.some(({ status }) => status === 'failed')) return 1;
  return requirements.some(({ status }) => status === 'ok') ? 0 : 2;
}

try {
  process.exitCode = await run();
} catch (error) {
  const hint = error instanceof UsageError ? 'See --help.' : 'The checks were not completed.';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${hint}\n`);
  process.exitCode = 2;
}
