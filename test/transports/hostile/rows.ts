import { DOCUMENTS } from './documents.ts';
import type { Row } from './exchange.ts';
import { MALFORMED, PERSISTED, REQUESTS } from './http.ts';
import { PLUGIN } from './plugin.ts';
import { SOCKETS } from './sockets.ts';
import { VALUES } from './values.ts';

/** All attacks. */
export const GROUPS: Readonly<Record<string, readonly Row[]>> = {
  'malformed HTTP': MALFORMED,
  'other HTTP requests': REQUESTS,
  'persisted queries': PERSISTED,
  documents: DOCUMENTS,
  values: VALUES,
  sockets: SOCKETS,
  'plugin endpoints': PLUGIN,
};
