import { parseJson } from '../conformance/json.ts';
import type { Plugin } from './developer-console.ts';
import type { State } from './state.ts';

const TIMEOUT = 10_000;

/** A plugin's response. */
export interface PluginResponse {
  status: number;
  /** Parsed JSON, or the text if it is not JSON. */
  body: unknown;
}

/**
 * Posts JSON to a registered address of a plugin, with the plugin's Basic credential. Null if no address is registered.
 * No retries, no redirects; rejects if the plugin is unreachable. Contract: Events; Authentication 7.
 */
export async function callPlugin(
  { dialect }: State,
  plugin: Plugin,
  address: string | undefined,
  body: unknown,
): Promise<PluginResponse | null> {
  if (address === undefined) return null;
  const credential = Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64');
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Basic ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(dialect.written(body)),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  const text = await response.text();
  return { status: response.status, body: (parseJson(text) ?? { json: text }).json };
}
