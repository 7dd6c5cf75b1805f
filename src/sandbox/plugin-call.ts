import type { Plugin } from './developer-console.ts';

const TIMEOUT = 10_000;

/** What a plugin answered; `body` is JSON where it is JSON, else text. */
export interface PluginAnswer {
  status: number;
  body: unknown;
}

/**
 * Posts JSON to an address that a plugin registered, with the plugin's Basic credential; null when it
 * registered none. Sent once, a redirect is not followed; a plugin that cannot be reached makes it reject.
 * Contract: Events; Authentication 7.
 */
export async function callPlugin(
  plugin: Plugin,
  address: string | undefined,
  body: unknown,
): Promise<PluginAnswer | null> {
  if (address === undefined) return null;
  const credential = Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64');
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Basic ${credential}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  return { status: response.status, body: parsed(await response.text()) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
