import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * The cost of the connections alone: a server that sends every subscription the protocol's messages and writes each
 * published event to all of them. No GraphQL, topic, cursor or log: a lower bound for any gateway on this machine.
 */
const subscribed = new Set<WebSocket>();
const listening = new Set<ServerResponse>();

const server = createServer((request, response) => {
  if (request.headers.accept === 'text/event-stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write('event: next\ndata: null\n\n');
    listening.add(response);
    response.once('close', () => listening.delete(response));
    return;
  }
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    const { requestId }: { requestId: string } = JSON.parse(body);
    // As long as what the gateway sends: a cursor takes about 70 characters.
    const cursor = 'c'.repeat(70);
    const item = { cursor, replayed: false, gap: null, request: { id: requestId, status: 'IN_PROGRESS' } };
    const payload = { data: { atoRequestChanged: item } };
    const message = JSON.stringify({ id: ID, type: 'next', payload });
    for (const socket of subscribed) socket.send(message);
    const event = `id: ${cursor}\nevent: next\ndata: ${JSON.stringify(payload)}\n\n`;
    for (const stream of listening) stream.write(event);
    response.end('{}');
  });
});

/** As long as the IDs of clients. */
const ID = '00000000-0000-0000-0000-000000000000';

new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket) => {
  socket.on('message', (message) => {
    const { type }: { type: string } = JSON.parse(String(message));
    if (type === 'connection_init') socket.send('{"type":"connection_ack"}');
    if (type !== 'subscribe') return;
    subscribed.add(socket);
    socket.send('{"id":"1","type":"next","payload":{"data":null}}');
  });
  socket.on('close', () => subscribed.delete(socket));
});

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`The graph is at http://127.0.0.1:${port}/graphql\n`);
});
