import { SYSTEM_CLOCK } from '../clock.js';
import { backoff } from './backoff.js';
import { resumableDocument } from './resumable-document.js';
/**
 * Makes the subscriptions of a graphql-ws client resume after a lost connection: when the client sends one again, its
 * `after` is the last cursor received. Each subscription has its own. One that the gateway refuses for now (`retryable`) is
 * sent again, after the time that the gateway says.
 *
 * A subscription that does not pass a variable as `after`, or does not select `cursor`, is completed. Queries and mutations
 * are unchanged.
 *
 * A payload with `extensions.documentId` is sent without its text, because the gateway finds a trusted document by its ID.
 * Such a subscription cannot be completed: it declares `$after: String`, passes it as `after` and selects `cursor`, or it
 * fails with an explanation.
 */
export const resuming = (client) => resumingOn(SYSTEM_CLOCK, client);
/** As `resuming`, on any clock. */
export function resumingOn(clock, client) {
    function subscribe(given, sink) {
        const isTrusted = given.extensions?.documentId !== undefined;
        const document = resumableDocument(given.query, given.operationName);
        if (document === null)
            return client.subscribe(isTrusted ? { ...given, query: '' } : given, sink);
        let failed = false;
        const fail = (problem) => {
            failed = true;
            sink.error(new Error(`This subscription cannot resume: ${problem}`));
        };
        if (typeof document === 'string') {
            fail(document);
            return () => { };
        }
        if (isTrusted && document.query !== given.query) {
            fail('a trusted document declares `$after: String`, passes it as `after`, and selects `cursor`.');
            return () => { };
        }
        const payload = { ...given, query: isTrusted ? '' : document.query };
        let last = null;
        // graphql-ws keeps the payload and serializes it for each attempt, so the getter runs each time.
        const resumed = {
            ...payload,
            get variables() {
                return last === null ? payload.variables : { ...payload.variables, [document.variable]: last };
            },
        };
        let refusals = 0;
        let cancelRetry = () => { };
        let stopAttempt = () => { };
        const stop = () => {
            cancelRetry();
            stopAttempt();
        };
        const attempt = () => {
            stopAttempt = client.subscribe(resumed, {
                next: (result) => {
                    refusals = 0;
                    const item = itemIn(result.data);
                    if (item && typeof item.cursor !== 'string') {
                        stop();
                        fail('select `cursor` (under that name) in its root field.');
                        return;
                    }
                    if (item)
                        last = String(item.cursor);
                    sink.next(result);
                },
                error: (error) => {
                    const retryAfter = retryAfterOf(error);
                    if (retryAfter === null)
                        return sink.error(error);
                    cancelRetry = clock.after(retryAfter + backoff(refusals), attempt);
                    refusals += 1;
                },
                complete: () => {
                    if (!failed)
                        sink.complete();
                },
            });
        };
        attempt();
        return stop;
    }
    return { ...client, subscribe, iterate: (payload) => iterate(subscribe, payload) };
}
/** Milliseconds to wait before a refused subscription is sent again. Null: that is pointless. */
function retryAfterOf(error) {
    if (!Array.isArray(error) || !error.every(({ extensions }) => extensions?.retryable === true))
        return null;
    return Math.max(0, ...error.map(({ extensions }) => Number(extensions.retryAfterMs ?? 0)));
}
/** The payload of the single root field. */
function itemIn(data) {
    return Object.values(data ?? {}).find((value) => typeof value === 'object' && value !== null);
}
/** Results one by one. The cursor advances when they arrive, as with `subscribe`. */
function iterate(subscribe, payload) {
    const results = [];
    let end;
    let wake = () => { };
    const finish = (how) => {
        end ??= how;
        wake();
    };
    const stop = subscribe(payload, {
        next: (result) => {
            results.push(result);
            wake();
        },
        error: (error) => finish({ error }),
        complete: () => finish({}),
    });
    const next = async () => {
        for (;;) {
            const result = results.shift();
            if (result)
                return { done: false, value: result };
            if (end && 'error' in end)
                throw end.error;
            if (end)
                return { done: true, value: undefined };
            await new Promise((resolve) => {
                wake = resolve;
            });
        }
    };
    return {
        next,
        return: () => {
            results.length = 0;
            finish({});
            stop();
            return Promise.resolve({ done: true, value: undefined });
        },
        [Symbol.asyncIterator]() {
            return this;
        },
    };
}
//# sourceMappingURL=resuming.js.map