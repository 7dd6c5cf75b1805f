/**
 * Tests of a front end without a gateway: the graph over fixtures, and a `fetch` that it serves.
 * @module
 */
export { FIXTURES } from './generated/fixtures.js';
export { createFetch } from './testing/fetch.js';
export { gatewayError } from './testing/gateway-error.js';
export { createFixtureGraph, } from './testing/graph.js';
//# sourceMappingURL=testing.js.map