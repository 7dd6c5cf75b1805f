import { isRecord } from '../../src/lib/is-record.ts';
import type { Result } from './facts.ts';

/** Sends an operation over HTTP. */
export async function ask(
  url: string,
  headers: Readonly<Record<string, string>>,
  query: string,
): Promise<Result> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  });
  return asResult(await response.json());
}

export function asResult(body: unknown): Result {
  const { data = null, errors = [] } = isRecord(body) ? body : {};
  if (!Array.isArray(errors)) throw new Error('`errors` is not a list');
  return { data, errors: errors.map(asError) };
}

function asError(error: unknown): Result['errors'][number] {
  const { path, message, extensions } = isRecord(error) ? error : {};
  const { code, upstream } = isRecord(extensions) ? extensions : {};
  const steps = Array.isArray(path)
    ? path.filter((step) => typeof step === 'string' || typeof step === 'number')
    : null;
  return { code: String(code), message: String(message), upstream: isRecord(upstream), path: steps };
}
