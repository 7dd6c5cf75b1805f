import { openSocket, readEvents, type StoredCursor } from '../../packages/client/src/stream.ts';

/** What a consumer has done that outlives its process. */
export interface Disk {
  readCursor(): string | null;
  writeCursor(cursor: string): void;
  /** Adds a line: the effect of an event. */
  append(line: string): void;
}

/** How a consumer receives events. */
export type Transport = 'readEvents' | 'subscribe' | 'iterate';

export interface ConsumerOptions {
  transport: Transport;
  commit: 'before' | 'after';
  url: string;
  authorization: string;
  disk: Disk;
  /** Called at every await: a process may die at each. */
  step(): Promise<void>;
  /** The text of the last event, after which it stops. */
  last: string;
}

interface Received {
  notificationReceived: { notification: { id: string; text: string } | null } | null;
}

const QUERY = 'subscription { notificationReceived { notification { id text } } }';

/** Writes a line for each event, and stores how far it is. Resolves once it is past the last one. */
export async function consume({
  transport,
  commit,
  disk,
  step,
  last,
  ...options
}: ConsumerOptions): Promise<void> {
  const { url, authorization } = options;
  const session = { authorization: () => authorization };
  const stopped = new AbortController();
  let isLast = false;
  const cursor: StoredCursor = {
    read: async () => {
      await step();
      const stored = disk.readCursor();
      await step();
      return stored;
    },
    write: async (written) => {
      await step();
      disk.writeCursor(written);
      await step();
      if (isLast && commit === 'after') stopped.abort();
    },
  };
  const handle = async (data: Received | null | undefined): Promise<void> => {
    const notification = data?.notificationReceived?.notification;
    if (!notification) return;
    await step();
    disk.append(`${notification.id} ${notification.text}`);
    isLast = notification.text === last;
    await step();
    if (isLast && commit === 'before') stopped.abort();
  };
  const { signal } = stopped;
  const end = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  if (transport === 'readEvents') {
    for await (const { result } of readEvents<Received>({
      url,
      session,
      query: QUERY,
      cursor,
      commit,
      signal,
    }))
      await handle(result.data);
    return;
  }
  const socket = openSocket({ url, session, cursorOf: () => cursor, commit });
  if (transport === 'subscribe') {
    const stop = socket.subscribe<Received>(
      { query: QUERY },
      { next: ({ data }) => handle(data), error: () => {}, complete: () => {} },
    );
    signal.addEventListener('abort', stop);
  } else {
    const results = socket.iterate<Received>({ query: QUERY });
    signal.addEventListener('abort', () => void results.return?.());
    for await (const { data } of results) await handle(data);
  }
  await end;
}
