/**
 * Tests of a front end without a gateway: the graph over fixtures, and a `fetch` that it serves.
 * @module
 */
export { FIXTURES } from './generated/fixtures.ts';
export { createFetch } from './testing/fetch.ts';
export type { Fields, Fixtures, Reference } from './testing/fixtures.ts';
export { gatewayError } from './testing/gateway-error.ts';
export { createFixtureGraph, type FixtureEvent, type FixtureGraph, type FixtureRequest, } from './testing/graph.ts';
