/**
 * Typed documents of common screens, for Apollo Client, urql and every other client that takes a `TypedDocumentNode`.
 * @module
 */
export * from './generated/gql/graphql.ts';
