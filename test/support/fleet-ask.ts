import type { Sandbox } from 'learning-platform-kit/sandbox';
import type { GraphError } from './graph-error.ts';

interface OperationResult {
  // biome-ignore lint/suspicious/noExplicitAny: a test knows the shape of its data
  data: any;
  errors: GraphError[];
}

/** Runs one operation on an instance of a fleet. */
export async function ask(
  url: string,
  query: string,
  { authorization, variables = {} }: { authorization?: string; variables?: Record<string, unknown> } = {},
): Promise<OperationResult> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors = [] } = JSON.parse(await response.text());
  return { data, errors };
}

/** The plugin's `Authorization` header. */
export function pluginCredential({ credentials: { plugin } }: Sandbox): string {
  return `Basic ${Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64')}`;
}

/** Delivers an ATO request to an instance, as the platform does. @returns the response status. */
export async function deliver(url: string, sandbox: Sandbox, body: unknown): Promise<number> {
  const response = await fetch(`${url}/plugin/ato/requests`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: pluginCredential(sandbox) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}
