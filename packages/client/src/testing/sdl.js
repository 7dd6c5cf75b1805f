import { readFileSync } from 'node:fs';

/** The SDL of the graph. In the published package it is this module's text: `scripts/build.ts` writes it. */
export const SDL = readFileSync(new URL('../../../../schema.graphql', import.meta.url), 'utf8');
