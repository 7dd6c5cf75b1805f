/**
 * What every front end needs, whatever its GraphQL client: sessions, streams and errors.
 * @module
 */
export * from './errors.js';
export * from './session.js';
export * from './stream.js';
//# sourceMappingURL=index.js.map