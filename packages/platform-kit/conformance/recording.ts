import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteId } from '../contract/routes.ts';
import { type Check, keyOf } from './checks.ts';
import type { RequestOutcome } from './exchange.ts';
import { isRecord, parseJson } from './json.ts';
import { Redaction } from './redaction.ts';

/** Version of the files of a recording. */
const FORMAT = 1;

/** One response of a recorded run, reduced to its structure. */
export interface RecordedResponse {
  recording: typeof FORMAT;
  /** Order of the request in its run, from 1. */
  order: number;
  route: RouteId;
  status: number;
  mediaType: string;
  /** Parsed JSON; a text that is not JSON is in `text`. */
  json?: unknown;
  text?: string;
}

/** Writes the responses of a run into a folder, one file each, without personal data. */
export class Recorder {
  readonly #folder: string;
  readonly #redaction = new Redaction();
  #order = 0;

  /** @throws Error if the folder cannot be created, or is not empty. */
  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    if (readdirSync(folder).length > 0) throw new Error(`--record ${folder}: the folder is not empty`);
    this.#folder = folder;
  }

  add(check: Check, outcome: RequestOutcome): void {
    if (outcome.kind === 'failed') return;
    this.#order += 1;
    const text = outcome.bytes.toString('utf8').replace(/^\uFEFF/, '');
    const parsed = parseJson(text);
    const { route } = check;
    const response: RecordedResponse = {
      recording: FORMAT,
      order: this.#order,
      route,
      status: outcome.status,
      mediaType: outcome.mediaType,
      ...(parsed ? { json: this.#redaction.json(parsed.json) } : { text: this.#redaction.text(text) }),
    };
    const name = keyOf(check)
      .replaceAll(/[^A-Za-z]+/g, '-')
      .replace(/-$/, '');
    writeFileSync(join(this.#folder, `${name}.json`), `${JSON.stringify(response, null, 2)}\n`);
  }
}

/** The responses of a recorded run, in the order of their requests. @throws Error if the folder has none. */
export function readRecording(folder: string): RecordedResponse[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const responses = files.flatMap((name) => {
    const json = parseJson(readFileSync(join(folder, name), 'utf8'))?.json;
    return isResponse(json) ? [json] : [];
  });
  if (responses.length === 0) throw new Error(`${folder} has no recorded response`);
  return responses.toSorted((one, other) => one.order - other.order);
}

const isResponse = (json: unknown): json is RecordedResponse =>
  isRecord(json) &&
  json.recording === FORMAT &&
  typeof json.route === 'string' &&
  typeof json.order === 'number' &&
  typeof json.status === 'number' &&
  typeof json.mediaType === 'string';
