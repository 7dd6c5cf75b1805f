import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/**
 * The cost of the sockets alone: a server that sends every subscription the protocol's messages and writes each
 * published event to all of them. No GraphQL, topic, cursor or log: a lower bound for any gateway on this machine.
 */
const subscribed = new Set<WebSocket>();

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    const { requestId }: { requestId: string } = JSON.parse(body);
    const data = { atoRequestChanged: { cursor: null, request: { id: requestId, status: 'in-progress' } } };
    const message = JSON.stringify({ id: '1', type: 'next', payload: { data } });
    for (const socket of subscribed) socket.send(message);
    response.end('{}');
  });
});

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
