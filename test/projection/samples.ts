import type { DocumentOptions } from '../support/documents.ts';
import { schema } from '../support/schema.ts';

/** Root fields with lists that may be copied. */
const ROOTS = ['courses', 'course', 'classes', 'class', 'me', 'searchUsers', 'randomUsers'];

/** Options for documents of lists that may be copied. */
export const SAMPLES: DocumentOptions = {
  depth: 5,
  leaveOut: Object.keys(schema.getQueryType()?.getFields() ?? {})
    .filter((field) => !ROOTS.includes(field))
    .map((field) => `Query.${field}`),
  samples: { id: ['c-first-aid'], first: [1, 3, 100], after: [null], term: ['a'], count: [5] },
};
