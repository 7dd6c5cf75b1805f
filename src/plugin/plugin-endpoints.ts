import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Admit, Refusal as NotNow } from '../admission/admission.ts';
import type { Clients } from '../admission/client-address.ts';
import { isSameSecret } from '../graph/constant-time.ts';
import { nestsDeeperThan } from '../graph/json-depth.ts';
import type { Log } from '../telemetry/log.ts';
import { BodyError, readBody } from '../transports/http/request-body.ts';

/** What an endpoint does with a call it has admitted. Rejects where it cannot take it now. */
export type PluginHandler = (body: Record<string, unknown>, authorization: string) => Promise<PluginResponse>;

export interface PluginResponse {
  status: 200 | 400 | 503;
  body: unknown;
}

export interface PluginEndpointOptions {
  /** The configured plugin's credential; null: there is no plugin and nobody is admitted. */
  credential: { clientId: string; clientSecret: string } | null;
  /** Addresses or CIDR ranges that may call; empty: any. */
  sources: readonly string[];
  addressOf: Clients['addressOf'];
  admit: Admit;
  handlers: Readonly<Record<string, PluginHandler>>;
  bodyLimit: number;
  log: Log;
}

/**
 * The endpoints that the platform calls: POST with a JSON body and the plugin's Basic credential.
 * Contract: Plugin-implemented endpoints; Authentication 7; Events.
 *
 * 401 for another credential, 403 for another source, 405, 413, 415 and 400 for what is no such call, 503 where it
 * cannot be taken now, so that the platform may deliver it again.
 */
export class PluginEndpoints {
  readonly #options: PluginEndpointOptions;
  readonly #sources: BlockList | null;

  constructor(options: PluginEndpointOptions) {
    this.#options = options;
    this.#sources = options.sources.length === 0 ? null : blockListOf(options.sources);
  }

  has(path: string): boolean {
    return Object.hasOwn(this.#options.handlers, path);
  }

  async answer(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { handlers, addressOf, admit, bodyLimit, log } = this.#options;
    const notNow = admit(addressOf(request), request.headers.authorization);
    const refusal = notNow ? refusedNow(notNow) : this.#refusal(request);
    const handler = handlers[path];
    if (refusal || !handler) return send(response, refusal ?? NOT_FOUND);
    try {
      const body = await readBody(request, bodyLimit);
      if (typeof body !== 'object' || body === null || Array.isArray(body)) return send(response, NO_OBJECT);
      if (nestsDeeperThan(MAXIMUM_DEPTH, body)) return send(response, TOO_DEEP);
      const answer = await handler({ ...body }, request.headers.authorization ?? '');
      send(response, { status: answer.status, body: answer.body });
      log.info({ endpoint: path, status: answer.status }, 'plugin call');
    } catch (error) {
      if (error instanceof BodyError) {
        if (error.status === 413) response.setHeader('connection', 'close');
        return send(response, refused(error.status, error.message));
      }
      log.error({ endpoint: path, err: error }, 'plugin call failed');
      send(response, {
        ...refused(503, 'The call cannot be taken now. Send it again.'),
        headers: { 'retry-after': '5' },
      });
    }
  }

  #refusal(request: IncomingMessage): Refusal | null {
    const { credential } = this.#options;
    if (request.method !== 'POST') return { ...refused(405, 'Send a POST.'), headers: { allow: 'POST' } };
    if (!this.#comesFromAllowedSource(request)) return refused(403, 'This address may not call.');
    if (!credential) return refused(503, 'No plugin is configured here.');
    if (isCredential(request.headers.authorization, credential)) return null;
    return {
      ...refused(401, 'Send the plugin credential.'),
      headers: { 'www-authenticate': 'Basic realm="plugin"' },
    };
  }

  #comesFromAllowedSource(request: IncomingMessage): boolean {
    if (!this.#sources) return true;
    const address = this.#options.addressOf(request);
    return this.#sources.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
}

interface Refusal {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

const refused = (status: number, message: string): Refusal => ({ status, body: { error: { message } } });
const refusedNow = ({ status, message, retryAfter }: NotNow): Refusal => ({
  ...refused(status, message),
  headers: { 'retry-after': retryAfter },
});
const NOT_FOUND = refused(404, 'There is no such endpoint.');
const NO_OBJECT = refused(400, 'The body must be a JSON object.');
/** Deep enough for anything the platform sends; what is kept is walked through again by everybody who reads it. */
const MAXIMUM_DEPTH = 50;
const TOO_DEEP = refused(400, `The body nests deeper than ${MAXIMUM_DEPTH} levels.`);

function send(response: ServerResponse, { status, body, headers = {} }: Refusal): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

function isCredential(
  authorization: string | undefined,
  { clientId, clientSecret }: { clientId: string; clientSecret: string },
): boolean {
  const sent = /^basic\s+(\S+)\s*$/i.exec(authorization ?? '')?.[1] ?? '';
  const decoded = Buffer.from(sent, 'base64').toString('utf8');
  return isSameSecret(decoded, `${clientId}:${clientSecret}`);
}

/** `10.0.0.0/8`, `192.0.2.7` or their IPv6 likes. */
function blockListOf(sources: readonly string[]): BlockList {
  const list = new BlockList();
  for (const source of sources) {
    const [address = '', prefix] = source.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
