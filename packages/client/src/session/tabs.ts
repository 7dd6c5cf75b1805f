/** A message between tabs. `changed`: the stored content has changed. */
export type TabMessage = 'changed' | 'expired' | 'signed-out';

/** The other tabs with the same session or outbox. */
export interface Tabs {
  tell(message: TabMessage): void;
  /** Runs a task in one tab at a time, if `isExclusive`. @param lock tasks with another one run at the same time. */
  exclusively<Result>(task: () => Promise<Result>, lock?: string): Promise<Result>;
  /** False: other tabs may run a task at the same time. */
  readonly isExclusive: boolean;
  close(): void;
}

/** Connects the tabs of an origin with BroadcastChannel and Web Locks, if the platform has them. */
export function joinTabs(name: string, hear: (message: TabMessage) => void): Tabs {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
  if (channel) {
    channel.onmessage = ({ data }: { data: unknown }) => {
      if (data === 'changed' || data === 'expired' || data === 'signed-out') hear(data);
    };
    // In Node, a channel would keep the process alive.
    if ('unref' in channel && typeof channel.unref === 'function') channel.unref();
  }
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  let isClosed = false;
  return {
    tell: (message) => {
      if (!channel) return;
      // A sign-out counts in all tabs, also after the session that it ends was closed.
      const open = isClosed ? new BroadcastChannel(name) : channel;
      open.postMessage(message);
      if (isClosed) open.close();
    },
    exclusively: (task, lock = name) => (locks ? locks.request(lock, task) : task()),
    isExclusive: locks !== undefined || channel === null,
    close: () => {
      isClosed = true;
      channel?.close();
    },
  };
}
