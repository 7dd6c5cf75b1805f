import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';
import { type Check as ConformanceCheck, keyOf } from './checks.ts';
import type { RequestOutcome } from './exchange.ts';
import { parseJson } from './json.ts';
import { Redaction } from './redaction.ts';

/** Version of the files of a recording. */
const FORMAT = 1;

const RecordedResponse = Type.Object({
  recording: Type.Literal(FORMAT),
  /** Order of the request in its run, from 1. */
  order: Type.Number(),
  route: Type.String(),
  status: Type.Number(),
  mediaType: Type.String(),
  /** Parsed JSON; a text that is not JSON is in `text`. */
  json: Type.Optional(Type.Unknown()),
  text: Type.Optional(Type.String()),
});

/** One response of a recorded run, reduced to its structure. */
export type RecordedResponse = Static<typeof RecordedResponse>;

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

  add(check: ConformanceCheck, outcome: RequestOutcome): void {
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
    return Check(RecordedResponse, json) ? [json] : [];
  });
  if (responses.length === 0) throw new Error(`${folder} has no recorded response`);
  return responses.toSorted((one, other) => one.order - other.order);
}
