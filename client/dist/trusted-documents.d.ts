/** The hash that graphql-codegen's client preset writes into a document (`persistedDocuments`). Null: none. */
export declare function documentIdOf(document: unknown): string | null;
