export { REFERENCE } from './addresses.ts';
export type { ReferenceSource } from './catalog.ts';
export { exportReference } from './export.ts';
export type { SchemaChange, SchemaHistory } from './history.ts';
export { openReference } from './reference.ts';
export { errorTable, RETRY_RULE } from './retry.ts';
export { openSearch } from './search.ts';
