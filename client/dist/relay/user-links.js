import { USER_LINKS } from '../generated/graph-facts.js';
import { getDataID } from './data-id.js';
/**
 * Completes links to users. A record names a user by ID, and the gateway resolves the link to the signed-in user and
 * friends, else to null; this links the users that the store has from elsewhere, such as the members of a class.
 * `createEnvironment` calls it after each response.
 */
export function linkUsers(environment) {
    const source = environment.getStore().getSource();
    const found = [];
    for (const record of source.getRecordIDs()) {
        const fields = { ...source.get(record) };
        const links = { ...linksOf(fields.__typename) };
        for (const [field, idField] of Object.entries(links)) {
            const user = fields[field] === null ? getDataID({ id: fields[idField] }, 'User') : undefined;
            if (user !== undefined && source.has(user))
                found.push({ record, field, user });
        }
    }
    if (found.length === 0)
        return;
    environment.commitUpdate((store) => {
        for (const { record, field, user } of found) {
            const known = store.get(user);
            if (known)
                store.get(record)?.setLinkedRecord(known, field);
        }
    });
}
const LINKS = USER_LINKS;
const linksOf = (typename) => typeof typename === 'string' ? LINKS[typename] : undefined;
//# sourceMappingURL=user-links.js.map