import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { createSchema } from './schema.ts';

/** Where clients find the whole graph as one SDL file: at the root, outside of the folder that it is made from. */
export const PRINTED_SCHEMA = join(import.meta.dirname, '../schema.graphql');

/** The graph as one SDL text with its descriptions, sorted, so that a change reads as one. */
export const printGraph = (): string => `${printSchema(lexicographicSortSchema(createSchema()))}\n`;

if (import.meta.main) writeFileSync(PRINTED_SCHEMA, printGraph());
