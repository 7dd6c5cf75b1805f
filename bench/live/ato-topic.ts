import { type Agent, request } from 'node:http';

/** The plugin credential of every subscriber to the topic. */
export const PLUGIN = { id: 'bench', secret: 'secret' };
export const PLUGIN_AUTHORIZATION = `Basic ${Buffer.from(`${PLUGIN.id}:${PLUGIN.secret}`).toString('base64')}`;
/** About as many subscribers as one plugin may have in a process with 20,000 file descriptors (`docs/limits.md`). */
export const PLUGIN_SUBSCRIBERS = 400;
export const REQUEST_CHANGED =
  'subscription { atoRequestChanged { cursor replayed gap { reason } request { id status } } }';

/** Returns a unique event name that embeds the time of publication, for subscribers to measure latency. */
export const publishedNow = (): string => `t${process.hrtime.bigint()}`;

/** Publishes to the plugin's topic, as the platform does. */
export const publishRequest = (url: string, agent: Agent): Promise<void> =>
  post(`${url}/plugin/ato/requests`, agent, PLUGIN_AUTHORIZATION, {
    requestId: publishedNow(),
    status: 'in-progress',
  });

export function post(url: string, agent: Agent, authorization: string, body: unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(JSON.stringify(body));
  });
}
