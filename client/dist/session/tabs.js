/** Connects the tabs of an origin, as far as the platform has the means: BroadcastChannel and Web Locks. */
export function joinTabs(name, hear) {
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
    if (channel) {
        channel.onmessage = ({ data }) => {
            if (data === 'changed' || data === 'expired' || data === 'signed-out')
                hear(data);
        };
        // In Node, a channel would keep the process alive.
        if ('unref' in channel && typeof channel.unref === 'function')
            channel.unref();
    }
    const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
    return {
        tell: (message) => channel?.postMessage(message),
        exclusively: (task) => (locks ? locks.request(name, task) : task()),
        isExclusive: locks !== undefined || channel === null,
        close: () => channel?.close(),
    };
}
//# sourceMappingURL=tabs.js.map