import type { Client } from 'graphql-ws';

export type ConnectionState = 'connecting' | 'live' | 'lost';

/** Connection state of a socket, for display. */
export class Connection {
  #state: ConnectionState = 'connecting';
  readonly #listeners = new Set<() => void>();

  constructor(socket: Client) {
    socket.on('connected', () => this.#change('live'));
    socket.on('closed', () => this.#change('lost'));
  }

  readonly state = (): ConnectionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  #change(state: ConnectionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}
