import { gatewayErrors, isUnreachable } from '@learning-platform/client/errors';
import { errorText } from '@learning-platform/client/texts';

/** An error as displayed to the user. */
export interface Shown {
  text: string;
  /** True if the same request may succeed later. */
  retryable: boolean;
  /** Identifies the request to the gateway's operator. */
  requestId: string | null;
}

/** Describes any failure of a request. */
export function shown(error: unknown): Shown {
  const [first] = gatewayErrors(error);
  return {
    text: errorText(error),
    retryable: first?.extensions.retryable ?? isUnreachable(error),
    requestId: first?.extensions.requestId ?? null,
  };
}
