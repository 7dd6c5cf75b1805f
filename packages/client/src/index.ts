/**
 * The parts for every front end, with any GraphQL client: sessions, streams and errors.
 * @module
 */
export * from './errors.ts';
export * from './session.ts';
export * from './stream.ts';
