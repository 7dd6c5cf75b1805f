/**
 * Subscriptions that resume where they were interrupted, on clients of graphql-ws and graphql-sse.
 * @module
 */
export { followList, type ListOptions, type RecordChange } from './follow-list.ts';
export type { CursorNames } from './resumable-document.ts';
export { resume } from './resume.ts';
export type { Gap, ResumeOptions } from './resume-options.ts';
export type { Payload, Result, ResultError, Sink, SubscriptionClient } from './subscription-client.ts';
