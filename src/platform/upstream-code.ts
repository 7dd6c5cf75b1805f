import { isRecord } from '../lib/is-record.ts';
import type { Call } from './call.ts';
import { parseCredential } from './credential.ts';

/** Largest body of a failed call that is searched for a code, in bytes. */
const LARGEST = 16_384;
/** Levels at which a code may be, as in `{"errors":[{"error":{"code":"…"}}]}`. */
const DEPTH = 4;

const CODES = ['code', 'errorCode', 'error'] as const;
/** Members that may contain the code, besides `error`. */
const HOLDERS = ['errors', 'data', 'result'] as const;

/** Words, or a short prefix and a number: a code that a program chose, and no sentence, number or address. */
const CODE = /^(?=.{2,64}$)(?:[a-z]+(?:[_.-][a-z]+)*|[a-z]{1,8}[_.-]?\d{1,6})$/i;

/**
 * The platform's own code for a failure. Null: its response has none, or one that may be a value of the request, which could be
 * somebody's name.
 */
export function upstreamCode(body: Buffer, call: Call): string | null {
  if (body.length > LARGEST) return null;
  const code = codeIn(parsed(body.toString('utf8')), DEPTH);
  return code === null || isOfRequest(code, call) ? null : code;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function codeIn(json: unknown, depth: number): string | null {
  const value = Array.isArray(json) ? json[0] : json;
  if (depth === 0 || !isRecord(value)) return null;
  for (const name of CODES) {
    const code = value[name];
    if (typeof code === 'string' && CODE.test(code)) return code;
  }
  for (const name of ['error', ...HOLDERS]) {
    const code = codeIn(value[name], depth - 1);
    if (code !== null) return code;
  }
  return null;
}

/** Whether a request contains a code, or the code a value of the request as one or several of its words. */
function isOfRequest(code: string, { path, body = '', headers }: Call): boolean {
  const query = new URLSearchParams(path.split('?', 2)[1]);
  const members = parsed(body);
  // The names of the parameters are the contract's; those within their values are the caller's.
  const texts = isRecord(members) ? Object.values(members).flatMap((value) => [...textsIn(value)]) : [];
  const values = new Set([...query.values(), ...texts, ...secretsIn(headers)]);
  const known = code.toLowerCase();
  const words = `_${asWords(known)}_`;
  return values.values().some((value) => {
    const text = value.toLowerCase();
    return text.includes(known) || (text.length > 1 && words.includes(`_${asWords(text)}_`));
  });
}

const asWords = (text: string): string => text.replace(/^@/, '').replaceAll(/[.-]/g, '_');

function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item);
  else if (isRecord(value))
    for (const [name, item] of Object.entries(value)) {
      yield name;
      yield* textsIn(item);
    }
}

/** The secret parts of a request's credential. */
function secretsIn({ authorization, authentication }: Record<string, string>): string[] {
  return [authorization, authentication].flatMap((header) => {
    const { kind: _, ...parts } = parseCredential(header);
    return Object.values(parts);
  });
}
