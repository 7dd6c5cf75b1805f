/**
 * What every front end needs, whatever its GraphQL client: sessions, streams and errors.
 * @module
 */
export * from './errors.ts';
export * from './session.ts';
export * from './stream.ts';
