import type { Client } from 'graphql-ws/client';
import { resume } from '../../../resumable-subscriptions/client/resume.ts';

/**
 * Makes the subscriptions of a graphql-ws client resume after a lost connection: when the client sends one again, its `after` is
 * the last cursor received. Each subscription has its own. One that the gateway refuses for now (`retryable`) is sent again,
 * after the time that the gateway requires.
 *
 * A subscription that does not pass a variable as `after`, or does not select `cursor`, is completed. Queries and mutations
 * are unchanged.
 *
 * A payload with `extensions.documentId` is sent without its text, because the gateway finds a trusted document by its ID.
 * Such a subscription cannot be completed: it declares `$after: String`, passes it as `after` and selects `cursor`, or it
 * fails with an explanation.
 */
export const resuming = (client: Client): Client => resume(client, { strict: true });
