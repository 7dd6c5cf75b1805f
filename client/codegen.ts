import type { CodegenConfig } from '@graphql-codegen/cli';
import { addTypenameSelectionDocumentTransform } from '@graphql-codegen/client-preset';

/** Typed documents and the manifest of trusted documents. `npm run client:print` runs it. */
export default {
  schema: '../schema.graphql',
  documents: 'documents/*.graphql',
  generates: {
    'src/generated/gql/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      // Normalized caches select `__typename`: with it in the text, the hash is that of what they send.
      documentTransforms: [addTypenameSelectionDocumentTransform],
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
