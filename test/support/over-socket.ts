import { WebSocket } from 'ws';
import { as } from './gateway.ts';

/** Sends one operation of a student over a WebSocket. @returns the message with its first result, or with its errors. */
export function overSocket(url: string, payload: object): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => socket.send(JSON.stringify({ type: 'connection_init', payload: as.student })));
    socket.on('message', (data) => {
      const text = String(data);
      const { type } = JSON.parse(text);
      if (type === 'connection_ack') socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
      if (type !== 'next' && type !== 'error') return;
      socket.close();
      resolve(text);
    });
  });
}
