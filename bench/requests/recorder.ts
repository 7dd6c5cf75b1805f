import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { WebSocket, WebSocketServer } from 'ws';
import type { ClientRequests, CorpusRequest, CorpusSocket } from './corpus.ts';

/** What differs from one recording to the next. */
const HOST = 'gateway.example';
const WEBSOCKET_KEY = 'AAAAAAAAAAAAAAAAAAAAAA==';
const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;
/** Headers whose value is a time. */
const TIMES = ['request-start-time'];

/** A server between clients and a gateway that records what passes. */
export interface Recorder {
  readonly url: string;
  /** Everything since the last call. */
  take(): Pick<ClientRequests, 'requests' | 'sockets'>;
  close(): Promise<void>;
}

/** @param gateway the URL of a gateway. */
export async function startRecorder(gateway: string): Promise<Recorder> {
  let requests: CorpusRequest[] = [];
  let sockets: (CorpusSocket & { messages: string[] })[] = [];
  const server = createServer((received, response) => {
    void record(received, response, gateway).then((recorded) => requests.push(recorded));
  });
  const webSockets = new WebSocketServer({ noServer: true, handleProtocols: ([first]) => first ?? false });
  server.on('upgrade', (received, socket, head) => {
    const messages: string[] = [];
    sockets.push({ target: received.url ?? '/', headers: headersOf(received), messages });
    webSockets.handleUpgrade(received, socket, head, (client) => {
      const onward = new WebSocket(`${gateway.replace('http', 'ws')}${received.url}`, client.protocol);
      const opened = once(onward, 'open');
      client.on('message', (data) => {
        messages.push(withoutIds(String(data), messages));
        void opened.then(() => onward.send(String(data)));
      });
      onward.on('message', (data) => client.send(String(data)));
      client.on('close', () => onward.close());
      onward.on('close', () => client.close());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const taken = { requests, sockets };
      requests = [];
      sockets = [];
      return taken;
    },
    close: async () => {
      webSockets.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function record(
  received: IncomingMessage,
  response: ServerResponse,
  gateway: string,
): Promise<CorpusRequest> {
  const { method = 'GET', url: target = '/' } = received;
  const body = await buffer(received);
  const onward = request(`${gateway}${target}`, { method, headers: received.headers });
  onward.end(body);
  const [answer] = (await once(onward, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = answer;
  response.writeHead(status, headers);
  const type = headers['content-type'] ?? '';
  let text = '';
  // A stream has no end: its client leaves.
  answer.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    response.write(chunk);
  });
  answer.on('end', () => response.end());
  response.on('close', () => answer.destroy());
  await Promise.race([once(answer, 'close'), once(response, 'close')]);
  return {
    method,
    target,
    headers: headersOf(received),
    body: body.length === 0 ? null : body.toString(),
    response: { status, type, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null },
  };
}

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index): [string, string] => {
    const [name = '', value = ''] = rawHeaders.slice(2 * index, 2 * index + 2);
    const key = name.toLowerCase();
    if (key === 'host') return [name, HOST];
    if (key === 'sec-websocket-key') return [name, WEBSOCKET_KEY];
    return [name, TIMES.includes(key) ? '0' : value];
  });
}

/** A message whose IDs are numbered instead of random. */
function withoutIds(message: string, before: readonly string[]): string {
  const number = before.filter((each) => each.includes('"subscribe"')).length;
  return message.replace(UUID, `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);
}
