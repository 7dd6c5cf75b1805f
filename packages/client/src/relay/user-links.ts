import type { Environment } from 'relay-runtime';
import { USER_LINKS } from '../generated/graph-facts.ts';
import { getDataID } from './data-id.ts';

/**
 * Completes links to users. A record names a user by ID, and the gateway resolves the link to the signed-in user and
 * friends, else to null; this links the users that the store has from elsewhere, such as the members of a class.
 * `createEnvironment` calls it after each response.
 */
export function linkUsers(environment: Environment): void {
  const source = environment.getStore().getSource();
  const found: { record: string; field: string; user: string }[] = [];
  for (const record of source.getRecordIDs()) {
    const fields: Readonly<Record<string, unknown>> = { ...source.get(record) };
    for (const field of linksOf(fields.__typename)) {
      const user = fields[field] === null ? getDataID({ id: fields[`${field}Id`] }, 'User') : undefined;
      if (user !== undefined && source.has(user)) found.push({ record, field, user });
    }
  }
  if (found.length === 0) return;
  environment.commitUpdate((store) => {
    for (const { record, field, user } of found) {
      const known = store.get(user);
      if (known) store.get(record)?.setLinkedRecord(known, field);
    }
  });
}

const LINKS: Readonly<Record<string, readonly string[] | undefined>> = USER_LINKS;
const linksOf = (typename: unknown): readonly string[] => LINKS[String(typename)] ?? [];
