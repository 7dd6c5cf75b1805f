/**
 * Writes that survive a lost connection, a closed page and a restart, and are sent exactly once.
 * @module
 */
export type { OutboxEntry, OutboxStatus } from './outbox/contents.ts';
export { Outbox, OutboxFull, type OutboxOptions } from './outbox/outbox.ts';
