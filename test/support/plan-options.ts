import { RetainedMemory } from '../../src/operations/documents/retained-memory.ts';
import type { PlanOptions } from '../../src/operations/plans.ts';

/** No limit on a response. */
export const UNLIMITED = { objects: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY };

/** Options of plans with any amount of memory, of documents that only the test retains. */
export const planOptions = (limits: PlanOptions['limits'] = UNLIMITED): PlanOptions => ({
  hideSuggestions: false,
  limits,
  memory: new RetainedMemory(Number.POSITIVE_INFINITY, { parsed() {}, retained() {}, evicted() {} }),
  documents: { retains: () => false },
});
