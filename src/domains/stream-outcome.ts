import type { StreamOutcome } from '../generated/resolvers.ts';

/** What a write put into event streams. @param streamed null: it puts nothing there. False: the log did not confirm it. */
export const streamOutcome = ({ streamed }: { streamed: boolean | null }): StreamOutcome =>
  streamed === null ? 'NOT_STREAMED' : streamed ? 'SENT' : 'UNKNOWN';
