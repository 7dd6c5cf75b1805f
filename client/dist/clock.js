/** The clock of the device. */
export const SYSTEM_CLOCK = {
    now: () => Date.now(),
    after: (milliseconds, callback) => {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
    },
};
/** Resolves after a time, or at once when the signal aborts. */
export function wait(clock, milliseconds, signal) {
    return new Promise((resolve) => {
        const end = () => {
            cancel();
            signal?.removeEventListener('abort', end);
            resolve();
        };
        const cancel = clock.after(milliseconds, end);
        if (signal?.aborted)
            end();
        else
            signal?.addEventListener('abort', end, { once: true });
    });
}
//# sourceMappingURL=clock.js.map