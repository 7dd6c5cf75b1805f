/** The gateway rejects this operation, or its credential; do not retry. `gatewayErrors` reads the reasons. */
export class StreamRefused extends Error {
    name = 'StreamRefused';
    /** HTTP status of the response; 401 if a socket's credential was refused. */
    status;
    errors;
    constructor(status, errors) {
        super(errors[0]?.message ?? `The gateway answered ${status}`);
        this.status = status;
        this.errors = errors;
    }
}
//# sourceMappingURL=stream-refused.js.map