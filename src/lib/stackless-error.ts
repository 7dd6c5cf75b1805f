/**
 * An expected error, of which nobody reads the stack. Capturing one costs several times as much as the rest of a refusal, which
 * anyone can cause many times a second.
 */
export class StacklessError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
