/** Why a caller may not start an operation: over one of its rate limits, or the process is overloaded. */
export type AdmissionReason = 'rate-operations' | 'rate-calls' | 'rate-bytes' | 'load';

/** Why an operation was refused before it ran, for the log; clients receive a code and a message. */
export type RefusalReason =
  | AdmissionReason
  /** The socket has too many open operations. */
  | 'open-operations'
  /** The body is too large, not JSON, or not declared as JSON, or its address has too many in progress. */
  | 'body'
  /** Against the rules of GraphQL over HTTP. */
  | 'request'
  /** The client accepts no media type of the response. */
  | 'accept'
  | 'untrusted-document'
  | 'persisted-query'
  | 'syntax'
  | 'validation'
  /** The document contains several operations, and the request names none of them. */
  | 'operation-name'
  /** A limit on documents. */
  | 'tokens'
  | 'depth'
  | 'aliases'
  | 'directives'
  | 'root-fields'
  | 'selections'
  /** The variables are invalid, or hold too many values. */
  | 'variables'
  /** The predicted or counted price. */
  | 'calls'
  | 'objects'
  | 'bytes'
  /** Too many sign-in mutations of the user or address. */
  | 'sign-in'
  /** Too many rejected sign-ins of the user or address, while there are too many over all addresses. */
  | 'rejected-sign-in'
  /** The caller has too many open subscriptions. */
  | 'subscriptions'
  /** The caller has too many sockets and event streams. */
  | 'connections'
  /** A subscription over a transport that sends a single response. */
  | 'transport'
  /** The session has ended, or cannot be checked. */
  | 'session'
  /** The source of a subscription could not be opened. */
  | 'source'
  /** An unexpected gateway error. */
  | 'fault';
