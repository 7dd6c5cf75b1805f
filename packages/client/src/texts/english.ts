import type { Details, Words } from './words.ts';

const later = ({ seconds }: Details): string =>
  seconds === undefined ? 'Try again in a moment.' : `Try again in ${seconds} s.`;

/** A write that cannot simply be repeated may have taken effect. */
const laterOrCheck = (details: Details): string =>
  details.retryable ? later(details) : 'Check whether your change was saved before you try again.';

const OUTDATED = 'This version of the app does not work here. Reload it, or update it.';

export const ENGLISH: Words = {
  codes: {
    UNAUTHENTICATED: 'Sign in to continue.',
    FORBIDDEN: 'You do not have access to this.',
    NOT_FOUND: 'This does not exist any more.',
    CONFLICT: 'This has changed in the meantime. Look at it again, then repeat your change.',
    BAD_USER_INPUT: 'The values were not accepted. Check them and try again.',
    RATE_LIMITED: (details) => `That was too fast. ${later(details)}`,
    UPSTREAM_TIMEOUT: (details) => `The learning platform did not answer in time. ${laterOrCheck(details)}`,
    UPSTREAM_UNAVAILABLE: (details) => `The learning platform cannot be reached. ${laterOrCheck(details)}`,
    EVENT_LOG_UNAVAILABLE: (details) => `This is not available right now. ${later(details)}`,
    IN_PROGRESS: (details) => `This is still being saved. ${later(details)}`,
    OUTCOME_UNKNOWN: 'This may have been saved. Check before you try again.',
    UPSTREAM_BAD_RESPONSE: 'The learning platform sent nothing that can be shown here.',
    NOT_CONFIGURED: 'This is not set up here. Contact support.',
    OPERATION_TOO_EXPENSIVE: 'This is too much at once. Ask for less.',
    INTERNAL_SERVER_ERROR: 'Something went wrong. Contact support if it happens again.',
    GRAPHQL_PARSE_FAILED: OUTDATED,
    GRAPHQL_VALIDATION_FAILED: OUTDATED,
    OPERATION_RESOLUTION_FAILURE: OUTDATED,
    BAD_REQUEST: OUTDATED,
    PERSISTED_QUERY_NOT_FOUND: OUTDATED,
    PERSISTED_QUERY_NOT_SUPPORTED: OUTDATED,
  },
  inputReasons: {
    REQUIRED: 'Enter a value.',
    INVALID: 'This is not a valid value.',
    OUT_OF_RANGE: ({ minimum, maximum }) => {
      if (minimum === undefined)
        return maximum === undefined ? 'Enter another value.' : `Enter at most ${maximum}.`;
      return maximum === undefined ? `Enter ${minimum} or more.` : `Enter ${minimum} to ${maximum}.`;
    },
    TOO_LONG: ({ maximum }) =>
      maximum === undefined ? 'Enter a shorter text.' : `Enter a shorter text, of at most ${maximum} bytes.`,
    NOT_ALLOWED: 'This value is not allowed here.',
    INCOMPLETE: 'Another value is needed together with this one.',
    NOT_FOUND: 'Nothing was found for this value.',
    KEY_REUSED: 'Something else was sent in its place. Try again.',
    REJECTED: 'The values were not accepted. Check them and try again.',
  },
  upstreamReasons: {
    CREATED_WITHOUT_ID: 'This was saved, but it cannot be shown yet. Do not enter it again.',
    REFUSED: 'The learning platform did not accept this. Nothing was changed.',
  },
  situations: {
    UNREACHABLE: 'There is no connection. Check your network, then try again.',
    SERVER_UNREACHABLE: 'This is not available right now. Try again in a moment.',
    SIGN_IN_DENIED: 'The sign-in was canceled, or was not allowed.',
    SIGN_IN_UNKNOWN: 'This sign-in has expired. Start it again.',
    SIGN_IN_UNAVAILABLE: 'Signing in is not possible right now. Try again in a moment.',
    SIGN_IN_FAILED: 'The sign-in was not completed. Start it again.',
    OUTBOX_FULL: 'Too much is waiting to be sent. Wait until there is a connection.',
    UNKNOWN: 'Something went wrong.',
  },
};
