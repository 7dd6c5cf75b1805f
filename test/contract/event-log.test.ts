import { describe } from 'vitest';
import { memoryEvents } from '../../src/events/memory/events.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { eventLogContract } from './event-log.contract.ts';

describe('the event log in memory', () =>
  eventLogContract(async () => {
    const clock = new FakeClock();
    return {
      open: (retention) => {
        const events = memoryEvents({ clock, retention });
        return [events, events];
      },
      until: (holds) => clock.until(holds),
      stop: async () => {},
    };
  }));
