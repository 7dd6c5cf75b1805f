import type { ConnectionState } from '@learning-platform/client/stream';

const WORDS: Readonly<Record<ConnectionState, string>> = {
  idle: 'Connecting',
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Reconnecting',
};

/** Whether the displayed data is updated live. */
export function LiveState({ state }: { state: ConnectionState }) {
  return (
    <span className={`live-state ${state}`} role="status">
      {WORDS[state]}
    </span>
  );
}
