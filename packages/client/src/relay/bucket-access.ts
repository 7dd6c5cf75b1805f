import { type Environment, generateClientID } from 'relay-runtime';

/**
 * Restores the access to a bucket, which only writes return: a read, which has null, keeps the known one. `createEnvironment`
 * calls it after each response.
 */
export function keepAccess(environment: Environment): void {
  const source = environment.getStore().getSource();
  const lost = source.getRecordIDs().filter((record) => {
    const { __typename: type, access }: Readonly<Record<string, unknown>> = { ...source.get(record) };
    return type === 'Bucket' && access === null && source.get(generateClientID(record, 'access'));
  });
  if (lost.length === 0) return;
  environment.commitUpdate((store) => {
    for (const bucket of lost) {
      const known = store.get(generateClientID(bucket, 'access'));
      if (known) store.get(bucket)?.setLinkedRecord(known, 'access');
    }
  });
}
