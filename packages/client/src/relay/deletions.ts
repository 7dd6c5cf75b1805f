import type { Environment } from 'relay-runtime';
import { deletedBy } from '../changes.ts';
import { getDataID } from './data-id.ts';

/**
 * Removes the records that mutations have deleted. Relay's `@deleteRecord` looks for the bare ID, by which no record is
 * stored. `createEnvironment` calls it after each response.
 */
export function removeDeleted(environment: Environment): void {
  const source = environment.getStore().getSource();
  const deleted = source.getRecordIDs().flatMap((record) => {
    const fields: Readonly<Record<string, unknown>> = { ...source.get(record) };
    // As in `DeleteNotePayload`.
    const type = deletedBy(String(fields.__typename).replace(/^D(.+)Payload$/, 'd$1'));
    const key = type === undefined ? undefined : getDataID({ id: fields.deletedId }, type);
    return key !== undefined && source.get(key) ? [key] : [];
  });
  if (deleted.length === 0) return;
  environment.commitUpdate((store) => {
    for (const key of deleted) store.delete(key);
  });
}
