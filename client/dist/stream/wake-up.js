/**
 * Reports when a connection may work again, or may have been lost unnoticed, as far as the platform tells: React Native and
 * Node only notice that they have slept. @returns stops.
 */
export function onWakeUp(clock, report) {
    const online = () => report('online');
    const changed = () => {
        if (!isHidden())
            report('visible');
    };
    const page = eventsOf(globalThis);
    const shown = eventsOf(Reflect.get(globalThis, 'document'));
    page?.addEventListener('online', online);
    shown?.addEventListener('visibilitychange', changed);
    let stop = () => { };
    let tickedAt = clock.now();
    const listen = () => {
        stop = clock.after(TICK, () => {
            const late = clock.now() - tickedAt - TICK;
            tickedAt = clock.now();
            listen();
            // Browsers slow down the timers of hidden pages.
            if (late > NOTICEABLE && !isHidden())
                report('awake');
        });
    };
    listen();
    return () => {
        stop();
        page?.removeEventListener('online', online);
        shown?.removeEventListener('visibilitychange', changed);
    };
}
const TICK = 1000;
/** Milliseconds: no busy page delays a timer for longer. */
const NOTICEABLE = 4000;
/** Null: no browser. */
function eventsOf(target) {
    if (typeof target !== 'object' || target === null || !('addEventListener' in target))
        return null;
    return typeof target.addEventListener === 'function' ? target : null;
}
function isHidden() {
    const page = Reflect.get(globalThis, 'document');
    return typeof page === 'object' && page !== null && 'hidden' in page && page.hidden === true;
}
//# sourceMappingURL=wake-up.js.map