import { RequestError } from '../operations/request.ts';

/** Bytes of a body, or of an incomplete message, that are not charged: the limit on connections covers them. */
export const SMALL_INPUT = 4096;
/** Maximum bytes of a body or message whose lists and objects are not charged. */
export const SMALL_JSON = 1024;
/** Milliseconds after which an address with too much input in progress may retry. */
const INPUT_RETRY = 1000;

/** Error 429 of a caller whose input in progress exceeds its share: a body, or the operations of a socket. */
export const tooMuchInput = (): RequestError =>
  new RequestError(429, 'Too many large requests from this address are still in progress.', {
    retryAfterMs: INPUT_RETRY,
  });
