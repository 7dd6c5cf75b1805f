import { readFileSync } from 'node:fs';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setDefaultCACertificates } from 'node:tls';
import type { Front } from 'learning-platform-kit/sandbox';
import { PLATFORM_CERTIFICATES } from './certificates.ts';

/** What happens to a stream in place of its request, by number from 1. False: nothing, it is passed on. */
type StreamFault = (
  stream: ServerHttp2Stream,
  session: ServerHttp2Session,
  number: number,
  path: string,
) => boolean;

export const PROTOCOLS = ['HTTP/1.1', 'HTTP/2'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export interface TlsFrontOptions {
  /** Default: HTTP/2. */
  protocol?: Protocol;
  maxConcurrentStreams?: number;
}

/**
 * Servers that speak TLS in front of a platform. What the platform does to a connection happens to the stream: a reset
 * becomes a reset of the stream, silence stays silence.
 */
export interface TlsFronts {
  /** For the sandbox's option `front`. */
  open(url: string): Promise<Front>;
  /** Replaces the fault of all streams. Null: none. */
  setFault(fault: StreamFault | null): void;
  /** The open HTTP/2 sessions. */
  readonly sessions: ReadonlySet<ServerHttp2Session>;
  /** Sessions that were ever opened. */
  readonly opened: number;
  /** Most streams that were open at the same time. */
  readonly mostStreams: number;
}

export function tlsFronts({
  protocol = 'HTTP/2',
  maxConcurrentStreams = 250,
}: TlsFrontOptions = {}): TlsFronts {
  const tls = trustedCertificate();
  const sessions = new Set<ServerHttp2Session>();
  let fault: StreamFault | null = null;
  let opened = 0;
  let streams = 0;
  let mostStreams = 0;

  const overHttp2 = (target: string): Http2SecureServer => {
    const server = createSecureServer({ ...tls, settings: { maxConcurrentStreams } });
    server.on('session', (session) => {
      let number = 0;
      opened += 1;
      sessions.add(session);
      session.on('close', () => sessions.delete(session));
      session.on('error', () => {});
      session.on('stream', (stream, headers) => {
        number += 1;
        streams += 1;
        mostStreams = Math.max(mostStreams, streams);
        stream.on('close', () => (streams -= 1));
        stream.on('error', () => {});
        if (!fault?.(stream, session, number, headers[':path'] ?? '')) passOn(target, stream, headers);
      });
    });
    return server;
  };
  const overHttp1 = (target: string): Server =>
    createServer(tls, (incoming, response) => {
      const { method, url, headers } = incoming;
      const outgoing = request(new URL(url ?? '/', target), { method, headers: { ...headers } });
      outgoing.on('response', (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      });
      outgoing.on('error', () => response.socket?.resetAndDestroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    });

  return {
    open: (target) => listening((protocol === 'HTTP/2' ? overHttp2 : overHttp1)(target), sessions),
    setFault: (next) => {
      fault = next;
    },
    sessions,
    get opened() {
      return opened;
    },
    get mostStreams() {
      return mostStreams;
    },
  };
}

let made: { cert: Buffer; key: Buffer } | null = null;

/** The only authority that this process trusts from now on: each connection would read a hundred others. */
function trustedCertificate(): NonNullable<typeof made> {
  if (!made) {
    const { ca, cert, key } = PLATFORM_CERTIFICATES;
    setDefaultCACertificates([readFileSync(ca, 'utf8')]);
    made = { cert: readFileSync(cert), key: readFileSync(key) };
  }
  return made;
}

/** Headers that belong to one connection, which HTTP/2 forbids. */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'http2-settings']);

function passOn(target: string, stream: ServerHttp2Stream, headers: IncomingHttpHeaders): void {
  const plain = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const outgoing: ClientRequest = request(new URL(String(headers[':path']), target), {
    method: String(headers[':method']),
    headers: { ...Object.fromEntries(plain), host: String(headers[':authority']) },
    agent: false,
  });
  outgoing.on('information', ({ statusCode }) => stream.additionalHeaders({ ':status': statusCode }));
  outgoing.on('response', (answer) => {
    if (stream.destroyed) return;
    const sent = Object.entries(answer.headers).filter(([name]) => !OF_CONNECTION.has(name));
    stream.respond({ ':status': answer.statusCode ?? 502, ...Object.fromEntries(sent) });
    answer.pipe(stream);
    answer.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  });
  outgoing.on('error', () => stream.close(constants.NGHTTP2_INTERNAL_ERROR));
  stream.on('close', () => outgoing.destroy());
  stream.pipe(outgoing);
}

async function listening(
  server: Server | Http2SecureServer,
  sessions: ReadonlySet<ServerHttp2Session>,
): Promise<Front> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
        if ('closeAllConnections' in server)
          (server as { closeAllConnections(): void }).closeAllConnections();
      }),
  };
}
