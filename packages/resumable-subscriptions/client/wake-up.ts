import type { Clock } from './clock.ts';

/**
 * Why a connection is worth a look now: `online`, the network has returned; `visible`, the page is shown again; `awake`,
 * the device has slept, or the app was in the background.
 */
export type WakeUp = 'online' | 'visible' | 'awake';

/**
 * Reports when a connection may work again, or may have been lost unnoticed, as far as the platform tells: React Native and
 * Node only notice that they have slept. @returns stops.
 */
export function onWakeUp(clock: Clock, report: (reason: WakeUp) => void): () => void {
  const online = (): void => report('online');
  const changed = (): void => {
    if (!isHidden()) report('visible');
  };
  const page = eventsOf(globalThis);
  const shown = eventsOf(Reflect.get(globalThis, 'document'));
  const stopped = new AbortController();
  const { signal } = stopped;
  page?.addEventListener('online', online, { signal });
  shown?.addEventListener('visibilitychange', changed, { signal });

  let stop = (): void => {};
  let tickedAt = clock.now();
  const listen = (): void => {
    stop = clock.after(TICK, () => {
      const late = clock.now() - tickedAt - TICK;
      tickedAt = clock.now();
      listen();
      // Browsers slow down the timers of hidden pages.
      if (late > NOTICEABLE && !isHidden()) report('awake');
    });
  };
  listen();

  return () => {
    stop();
    stopped.abort();
  };
}

const TICK = 1000;
/** Milliseconds: no busy page delays a timer for longer. */
const NOTICEABLE = 4000;

type Events = Pick<EventTarget, 'addEventListener'>;

/** Null: no browser. */
function eventsOf(target: unknown): Events | null {
  if (typeof target !== 'object' || target === null || !('addEventListener' in target)) return null;
  return typeof target.addEventListener === 'function' ? (target as Events) : null;
}

function isHidden(): boolean {
  const page: unknown = Reflect.get(globalThis, 'document');
  return typeof page === 'object' && page !== null && 'hidden' in page && page.hidden === true;
}
