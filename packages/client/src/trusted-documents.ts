/** The hash that graphql-codegen's client preset writes into a document (`persistedDocuments`). Null: none. */
export function documentIdOf(document: unknown): string | null {
  const { __meta__: meta }: { __meta__?: { hash?: unknown } } = Object(document);
  return typeof meta?.hash === 'string' ? meta.hash : null;
}
