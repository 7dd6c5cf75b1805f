// What `ws` alone does with a malformed frame: exits with 1 where it throws what nothing can catch, and with 0 otherwise.
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { WebSocketServer } from 'ws';
import { frame, PING, TEXT } from '../support/websocket-frame.ts';

const HANDSHAKE =
  'GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const INVALID = frame(TEXT, '\xff\xff');
const LARGE = frame(TEXT, 'x'.repeat(60_000));
/** Bytes of a reply to a ping. */
const PONG = 2;

// As the gateway has it: one message or ping per turn of the event loop.
const sockets = new WebSocketServer({ noServer: true, allowSynchronousEvents: false });
const server = createServer();
server.on('upgrade', (request, stream, head) =>
  sockets.handleUpgrade(request, stream, head, (socket) =>
    // Events in turns to come are emitted before the process exits.
    socket.on('error', () => {}).on('close', () => server.close()),
  ),
);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = connect(address.port, '127.0.0.1');
  client.write(HANDSHAKE);
  client.once('data', () => {
    let pongs = 0;
    // One of them is handled in a turn of the event loop, so that the rest waits.
    client.write(Buffer.concat(Array.from({ length: 3000 }, () => frame(PING))));
    client.on('data', ({ length }) => {
      if (pongs === 0) client.write(Buffer.concat([INVALID, LARGE, LARGE, LARGE, LARGE, LARGE]));
      pongs += length / PONG;
      // What the server has not read from its connection until now is parsed as well.
      if (pongs > 200) client.resetAndDestroy();
    });
  });
});
