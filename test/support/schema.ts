import { createSchema } from '../../src/domains/schema.ts';

/** The graph, for all tests of the process and their gateways: none changes it, and building it takes most of a start. */
export const schema = createSchema();
