/** The hash that graphql-codegen's client preset writes into a document (`persistedDocuments`). Null: none. */
export function documentIdOf(document) {
    if (typeof document !== 'object' || document === null || !('__meta__' in document))
        return null;
    const meta = document.__meta__;
    if (typeof meta !== 'object' || meta === null || !('hash' in meta))
        return null;
    return typeof meta.hash === 'string' ? meta.hash : null;
}
//# sourceMappingURL=trusted-documents.js.map