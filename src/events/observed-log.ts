import { type AppendResult, type EventLog, LogUnavailable, type UnavailableReason } from './log.ts';

/** Observes appends and losses, for metrics. */
export interface LogObserver {
  appended(result: AppendResult['status']): void;
  appendFailed(reason: UnavailableReason): void;
  /** An event never reached the log. */
  lost(): void;
}

/** Wraps a log so that its appends and losses are reported to an observer. */
export const observedLog = (log: EventLog, observer: LogObserver): EventLog => ({
  append: async (topic, event, options) => {
    try {
      const result = await log.append(topic, event, options);
      observer.appended(result.status);
      return result;
    } catch (error) {
      if (error instanceof LogUnavailable) observer.appendFailed(error.reason);
      throw error;
    }
  },
  recordLoss: (topic) => {
    observer.lost();
    log.recordLoss(topic);
  },
  read: (topic, after, signal) => log.read(topic, after, signal),
  checkWritable: (topic) => log.checkWritable(topic),
  announce: async (topic, within) => {
    const announcement = await log.announce(topic, within);
    const lose = (): void => {
      observer.lost();
      announcement.lose();
    };
    return { settle: announcement.settle, lose };
  },
  snapshot: (topic, id) => log.snapshot(topic, id),
  snapshots: (topic, query) => log.snapshots(topic, query),
});
