import { iterate } from './iterate.ts';
import { type ResumableDocument, resumableDocument } from './resumable-document.ts';
import type { ResumeOptions } from './resume-options.ts';
import { ResumedSubscription } from './resumed-subscription.ts';
import type { Payload, Sink, SubscriptionClient } from './subscription-client.ts';

/**
 * Makes the subscriptions of a client resume after a lost connection: each keeps the cursor of its last item, and is opened
 * again with it, after a random time that grows, no earlier than the server says, and at once when the network returns.
 * Events at the start of a resumed stream that were delivered before are left out.
 *
 * A subscription that does not pass a variable as `after`, or does not select `cursor`, is completed. Where the server has
 * neither, it is opened as it is, with the cursor in `extensions` if the server sends one there.
 *
 * A payload with `extensions.documentId` is sent without its text, because the server finds a trusted document by its ID. It
 * cannot be completed: it declares the variable, passes it, and selects the cursor.
 *
 * Queries and mutations are unchanged.
 */
export function resume<Client extends SubscriptionClient>(
  client: Client,
  options: ResumeOptions = {},
): Client {
  const { names = { after: 'after', cursor: 'cursor' } } = options;
  /** Documents whose completed form the server has refused. */
  const withoutCursor = new Set<string>();
  const subscribe = (given: Payload, sink: Sink): (() => void) => {
    const isTrusted = given.extensions?.documentId !== undefined;
    const document = resumableDocument(given.query, given.operationName, names);
    if (document === null) return client.subscribe(isTrusted ? { ...given, query: '' } : given, sink);
    const problem = problemOf(given, document, isTrusted);
    if (problem !== null && options.strict) {
      sink.error(new Error(`This subscription cannot resume: ${problem}`));
      return () => {};
    }
    const isPlain = problem !== null || withoutCursor.has(given.query);
    const subscription = new ResumedSubscription(client, sink, {
      ...options,
      names,
      given,
      isTrusted,
      document: isPlain || typeof document === 'string' ? null : document,
      refuseDocument: () => void withoutCursor.add(given.query),
    });
    subscription.open();
    return () => subscription.close();
  };
  return { ...client, subscribe, iterate: (payload: Payload) => iterate(subscribe, payload) };
}

/** Why a subscription cannot resume by its variable. */
function problemOf(given: Payload, document: ResumableDocument | string, isTrusted: boolean): string | null {
  if (typeof document === 'string') return document;
  return isTrusted && document.query !== given.query
    ? 'a trusted document declares `$after: String`, passes it as `after`, and selects `cursor`.'
    : null;
}
