import type { Environment } from 'relay-runtime';
import { changedBy } from '../changes.ts';

/** A response to a mutation, with its text unless it was persisted. */
export interface MutationResponse {
  readonly data: Readonly<Record<string, unknown>> | null | undefined;
  readonly text: string | null | undefined;
}

/**
 * Invalidates the data that a mutation has changed: a screen that shows it next refetches it, and one that shows it now does so
 * if it uses `useSubscribeToInvalidationState`. `createEnvironment` calls it after each response to a mutation.
 */
export function invalidateChanged(environment: Environment, { data, text }: MutationResponse): void {
  const isOutdated = changedBy(text ?? JSON.stringify(data), data);
  const source = environment.getStore().getSource();
  environment.commitUpdate((store) => {
    for (const record of source.getRecordIDs()) {
      const fields: Readonly<Record<string, unknown>> = { ...source.get(record) };
      for (const [key, value] of Object.entries(fields)) {
        if (!isOutdated(fields.id, key)) continue;
        const { __ref: linked }: { __ref?: unknown } = Object(value);
        // Values that are not records of their own are as outdated as the record.
        store.get(typeof linked === 'string' ? linked : record)?.invalidateRecord();
      }
    }
  });
}
