import { once } from 'node:events';
import { WebSocket } from 'ws';

/** Open sockets of clients with different credentials, each with one operation at a time. */
export class Sockets {
  readonly #idle: WebSocket[];
  readonly #waiting: ((socket: WebSocket) => void)[] = [];
  readonly #all: readonly WebSocket[];
  #operations = 0;

  private constructor(sockets: readonly WebSocket[]) {
    this.#all = sockets;
    this.#idle = [...sockets];
  }

  static async open(url: string, authorizations: readonly string[]): Promise<Sockets> {
    const sockets = await Promise.all(
      authorizations.map(async (authorization) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
          perMessageDeflate: false,
        });
        await once(socket, 'open');
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }));
        await once(socket, 'message');
        return socket;
      }),
    );
    return new Sockets(sockets);
  }

  /** @param payload of a `subscribe` message, as JSON. @returns the result, as JSON. */
  async ask(payload: string): Promise<string> {
    const idle = this.#idle.pop();
    const socket = idle ?? (await new Promise<WebSocket>((resolve) => void this.#waiting.push(resolve)));
    this.#operations += 1;
    socket.send(`{"id":"${this.#operations}","type":"subscribe","payload":${payload}}`);
    const result = await new Promise<string>((resolve, reject) => {
      let received = '';
      const onMessage = (data: Buffer): void => {
        const text = data.toString();
        if (text.includes('"type":"error"')) reject(new Error('a contestant answered with errors'));
        else if (!text.endsWith('"type":"complete"}')) {
          received = text;
          return;
        }
        socket.off('message', onMessage);
        resolve(received);
      };
      socket.on('message', onMessage);
    });
    const next = this.#waiting.shift();
    if (next) next(socket);
    else this.#idle.push(socket);
    return result;
  }

  close(): void {
    for (const socket of this.#all) socket.terminate();
  }
}
