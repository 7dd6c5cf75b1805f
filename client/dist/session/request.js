import { SYSTEM_CLOCK } from '../clock.js';
import { gatewayErrors } from '../errors.js';
/** A failed step of a session. `gatewayErrors` and `isSignedOut` read the reasons. */
export class SessionError extends Error {
    name = 'SessionError';
    /** The gateway's errors. Empty: the gateway was not reached, or refused nothing. */
    errors;
    constructor(message, errors = [], cause) {
        super(message, { cause });
        this.errors = errors;
    }
}
/** Milliseconds: tabs wait for one another's refresh, so it must end. */
const LIMIT = 30_000;
/** Runs a mutation over HTTP. @throws SessionError if its field failed. */
export async function mutate({ url, fetch: send = fetch, clock = SYSTEM_CLOCK }, query, variables, authorization = '') {
    const tooLate = new AbortController();
    const cancel = clock.after(LIMIT, () => tooLate.abort());
    let body;
    try {
        const response = await send(url, {
            method: 'POST',
            headers: {
                accept: 'application/json',
                'content-type': 'application/json',
                ...(authorization === '' ? {} : { authorization }),
            },
            body: JSON.stringify({ query, variables }),
            signal: tooLate.signal,
        });
        body = await response.json();
    }
    catch (cause) {
        throw new SessionError('The gateway is unreachable.', [], cause);
    }
    finally {
        cancel();
    }
    for (const payload of Object.values(objectIn(body, 'data')))
        if (typeof payload === 'object' && payload !== null)
            return { ...payload };
    const errors = gatewayErrors(body);
    throw new SessionError(errors[0]?.message ?? 'The gateway sent no result.', errors);
}
/** A copy of the object under this key; empty if there is none. */
export function objectIn(value, key) {
    const inner = typeof value === 'object' && value !== null ? Reflect.get(value, key) : null;
    return typeof inner === 'object' && inner !== null ? { ...inner } : {};
}
//# sourceMappingURL=request.js.map