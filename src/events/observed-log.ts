import {
  type AppendResult,
  type EventLog,
  LogUnavailable,
  type LossCause,
  type UnavailableReason,
} from './log.ts';

/** Observes appends and losses, for metrics. */
export interface LogObserver {
  appended(result: AppendResult['status']): void;
  appendFailed(reason: UnavailableReason): void;
  /** An event never reached the log. */
  lost(because: LossCause): void;
}

/**
 * Wraps a log so that its appends and losses are reported to an observer.
 * @param onWrite called after each write. `failure`: why it failed, or null.
 */
export const observedLog = (
  log: EventLog,
  observer: LogObserver,
  onWrite: (failure: UnavailableReason | null) => void,
): EventLog => ({
  append: async (topic, event, options) => {
    const result = await noted(log.append(topic, event, options), (failure) => {
      onWrite(failure);
      if (failure !== null) observer.appendFailed(failure);
    });
    observer.appended(result.status);
    return result;
  },
  recordLoss: (topic) => {
    // The platform's list was too long or incomplete.
    observer.lost('platform');
    log.recordLoss(topic);
  },
  read: (topic, after, signal) => log.read(topic, after, signal),
  head: (topic) => log.head(topic),
  retained: (topic, kind) => log.retained(topic, kind),
  checkWritable: (topic) => noted(log.checkWritable(topic), onWrite),
  announce: async (topic, within, fill) => {
    const announcement = await noted(log.announce(topic, within, fill), onWrite);
    const lose = (because: LossCause): void => {
      observer.lost(because);
      announcement.lose(because);
    };
    return { ...announcement, lose };
  },
  snapshot: (topic, id) => log.snapshot(topic, id),
  snapshots: (topic, query) => log.snapshots(topic, query),
});

async function noted<Result>(
  write: Promise<Result>,
  onWrite: (failure: UnavailableReason | null) => void,
): Promise<Result> {
  try {
    const result = await write;
    onWrite(null);
    return result;
  } catch (error) {
    if (error instanceof LogUnavailable) onWrite(error.reason);
    throw error;
  }
}
