import { awarenessMembers } from './client-awareness.js';
import { ANONYMOUS } from './credentials.js';
import { authorizedFetch } from './session/authorized-fetch.js';
import { openSocket } from './stream/socket.js';
/** The connections of a client: HTTP for queries and mutations, a socket for subscriptions. */
export function connectionsOf({ url, session = ANONYMOUS, socket, fetch: send = (...request) => fetch(...request), clientAwareness, clock, }) {
    return {
        fetch: authorizedFetch(session, (input, init) => {
            const headers = new Headers(init?.headers);
            for (const [name, value] of Object.entries(awarenessMembers(clientAwareness)))
                headers.set(name, value);
            return send(input, { ...init, headers });
        }),
        socket: socket ?? openedLater(() => openSocket({ url: socketUrl(url), session, clientAwareness, clock })),
    };
}
/** A socket that does not exist before it is used: servers that render need none, and may lack WebSocket. */
function openedLater(open) {
    let opened;
    const socket = () => {
        opened ??= open();
        return opened;
    };
    return {
        on: (event, listener) => socket().on(event, listener),
        subscribe: (payload, sink) => socket().subscribe(payload, sink),
        iterate: (payload) => socket().iterate(payload),
        dispose: () => opened?.dispose(),
        terminate: () => opened?.terminate(),
    };
}
/** Sockets have no relative URLs. Outside of browsers there is no page to be relative to. */
function socketUrl(url) {
    const page = Reflect.get(globalThis, 'location');
    const href = typeof page === 'object' && page !== null && 'href' in page ? page.href : undefined;
    return typeof href === 'string' ? new URL(url, href).href : url;
}
//# sourceMappingURL=client-options.js.map