import type { GatewayError } from '../errors.ts';

/** The gateway rejects this operation, or its credential; do not retry. `gatewayErrors` reads the reasons. */
export class StreamRefused extends Error {
  override readonly name = 'StreamRefused';
  /** HTTP status of the response; 401 if a socket's credential was refused. */
  readonly status: number;
  readonly errors: readonly GatewayError[];

  constructor(status: number, errors: readonly GatewayError[]) {
    super(
      errors[0]?.message ??
        `A server other than the gateway responded, with status ${status}: check the address.`,
    );
    this.status = status;
    this.errors = errors;
  }
}
