import { Observable, } from 'relay-runtime';
import { connectionsOf } from '../client-options.js';
import { SYSTEM_CLOCK, wait } from '../clock.js';
import { gatewayErrors, retryDelay } from '../errors.js';
/**
 * What `Network.create` takes. A query whose errors are all retryable is retried once, after the time that the gateway
 * requires; mutations may have taken effect, so they are not.
 * @param onResponse called after the store has received a response.
 */
export function createNetworkFunctions(options, onResponse = () => { }) {
    const { url, trustedDocuments = false, clock = SYSTEM_CLOCK } = options;
    const { fetch: send, socket } = connectionsOf(options);
    const post = async (request, variables) => {
        const response = await send(url, {
            method: 'POST',
            headers: { accept: 'application/json', 'content-type': 'application/json' },
            body: JSON.stringify({ ...documentOf(request, trustedDocuments), variables }),
        });
        return readable(await response.json());
    };
    const fetchOnce = async (request, variables) => {
        const response = await post(request, variables);
        const delay = request.operationKind === 'query' ? retryDelay(response) : null;
        if (delay === null)
            return response;
        await wait(clock, delay);
        return post(request, variables);
    };
    const subscribe = (request, variables) => Observable.create((sink) => {
        const documentId = trustedDocuments ? request.id : null;
        return socket.subscribe({
            query: textOf(request),
            variables,
            ...(typeof documentId === 'string' ? { extensions: { documentId } } : {}),
        }, {
            next: (result) => sink.next(readable(result)),
            error: (error) => sink.error(error instanceof Error ? error : new StreamFailed(error)),
            complete: () => sink.complete(),
        });
    });
    return {
        fetch: (request, variables) => announcing(Observable.from(fetchOnce(request, variables)), onResponse),
        subscribe: (request, variables) => announcing(subscribe(request, variables), onResponse),
    };
}
/** A subscription that the gateway refused. `gatewayErrors` reads the reasons. */
class StreamFailed extends Error {
    name = 'StreamFailed';
    errors;
    constructor(cause) {
        const [first] = gatewayErrors(cause);
        super(first?.message ?? 'The subscription has ended.', { cause });
        this.errors = Array.isArray(cause) ? cause : [];
    }
}
/** Relay's store receives a response while it is passed on, synchronously. */
const announcing = (responses, onResponse) => Observable.create((sink) => responses.subscribe({
    next: (response) => {
        sink.next(response);
        onResponse();
    },
    error: (error) => sink.error(error),
    complete: () => sink.complete(),
}));
const documentOf = (request, trusted) => trusted && typeof request.id === 'string' ? { documentId: request.id } : { query: textOf(request) };
/** The text of a document. @throws Error if the compiler persisted it and left it out. */
function textOf({ text, name }) {
    if (typeof text !== 'string')
        throw new Error(`${name} has no text: set \`trustedDocuments\`, or compile without \`persistConfig\`.`);
    return text;
}
/**
 * Relay treats a response without `data` as a failure, and one with data as a success whose failed fields are null.
 * A refused request has neither `data` nor anything else but `errors`.
 */
function readable(body) {
    const { data = null, errors } = typeof body === 'object' && body !== null ? { ...body } : {};
    if (data !== null)
        return Array.isArray(errors) ? { data, errors } : { data };
    return { errors: Array.isArray(errors) ? errors : [{ message: 'The gateway sent no result.' }] };
}
//# sourceMappingURL=network.js.map