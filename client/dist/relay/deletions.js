import { DELETIONS } from '../generated/graph-facts.js';
import { getDataID } from './data-id.js';
/**
 * Removes the records that mutations have deleted. Relay's `@deleteRecord` looks for the bare ID, by which no record is
 * stored. `createEnvironment` calls it after each response.
 */
export function removeDeleted(environment) {
    const source = environment.getStore().getSource();
    const deleted = source.getRecordIDs().flatMap((record) => {
        const fields = { ...source.get(record) };
        const type = TYPES.get(String(fields.__typename));
        const key = type === undefined ? undefined : getDataID({ id: fields.deletedId }, type);
        return key !== undefined && source.get(key) ? [key] : [];
    });
    if (deleted.length === 0)
        return;
    environment.commitUpdate((store) => {
        for (const key of deleted)
            store.delete(key);
    });
}
/** What is deleted, by the type of the payload: `DeleteNotePayload`. */
const TYPES = new Map(Object.entries(DELETIONS).map(([field, type]) => [
    `${field.charAt(0).toUpperCase()}${field.slice(1)}Payload`,
    type,
]));
//# sourceMappingURL=deletions.js.map