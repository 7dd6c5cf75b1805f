import { getOperationAST, parse } from 'graphql';
import { SOCKET, STREAM, SUBSCRIPTION } from '../../src/admission/limits.ts';
import { documentBytes } from '../../src/operations/documents/document-store.ts';
import { planBytes } from '../../src/operations/plans.ts';

/** Connections of the process for each stream that one session may have open. */
const CONNECTIONS_PER_STREAM = 32;
/** Bytes that are left: fewer than a socket takes. */
const REST = 5000;

/** The limit of connections with which one session may hold so many bytes of open streams. */
export const streamLimit = (bytes: number): { LIMIT_CONNECTIONS: string } => ({
  LIMIT_CONNECTIONS: String(Math.ceil((bytes / STREAM) * CONNECTIONS_PER_STREAM)),
});

/** The bytes of so many sockets or event streams, and of subscriptions with a document. */
export const streamBytes = (sockets: number, subscriptions: number, text: string): number =>
  sockets * SOCKET + subscriptions * subscriptionBytes(text) + REST;

export function subscriptionBytes(text: string): number {
  const document = parse(text);
  const operation = getOperationAST(document);
  return SUBSCRIPTION + documentBytes(document) + (operation ? planBytes(document, operation) : 0);
}
