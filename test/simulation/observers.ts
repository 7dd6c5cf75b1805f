import type { PriceObserver } from '../../src/operations/observers.ts';
import type { PlatformObserver } from '../../src/platform/platform-observer.ts';

const nothing = (): void => {};

/** Metrics that nobody reads. */
export const ignored: { platform: PlatformObserver; operations: PriceObserver } = {
  platform: {
    responded: nothing,
    failed: nothing,
    shed: nothing,
    retried: nothing,
    circuit: nothing,
    deduplicated: nothing,
    batch: nothing,
    body: nothing,
    list: nothing,
    drift: nothing,
  },
  operations: { predicted: nothing, exceeded: nothing },
};
