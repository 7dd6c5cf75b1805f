import type { CodegenConfig } from '@graphql-codegen/cli';
import { type DocumentNode, Kind, type SelectionSetNode, visit } from 'graphql';

/** As normalized caches add it: not at the root, so that an optimistic response need not name the type of a root. */
const withTypename = (document: DocumentNode): DocumentNode =>
  visit(document, {
    SelectionSet: (node, _key, parent): SelectionSetNode | undefined => {
      const isRoot =
        typeof parent === 'object' && 'kind' in parent && parent.kind === Kind.OPERATION_DEFINITION;
      if (isRoot) return undefined;
      const typename = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: '__typename' } } as const;
      return { ...node, selections: [typename, ...node.selections] };
    },
  });

/** Typed documents and the manifest of trusted documents. `npm run client:print` runs it. */
export default {
  schema: '../../schema.graphql',
  documents: 'documents/*.graphql',
  generates: {
    'src/generated/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      // Normalized caches select `__typename`: with it in the text, the hash is that of what they send.
      documentTransforms: [
        {
          transform: ({ documents }: { documents: { document?: DocumentNode }[] }) =>
            documents.map((file) =>
              file.document ? { ...file, document: withTypename(file.document) } : file,
            ),
        },
      ],
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        defaultScalarType: 'unknown',
        scalars: {
          ID: 'string',
          DateOrDateTime: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          JSONObject: 'Record<string, unknown>',
          SafeInt: 'number',
        },
      },
    },
  },
} satisfies CodegenConfig;
