import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql';
import { SHARED_FILES } from './page.ts';

/** Address of the prediction for an operation: `?query=…&variables=…&operation=…`. */
export const PREDICTION = `${SHARED_FILES}/prediction.json`;

/** The maximum platform calls of an operation, with reasons. */
export interface PredictedCalls {
  readonly calls: number;
  readonly routes: readonly {
    /** Method and path. */
    readonly route: string;
    readonly calls: number;
    /** The fields that make these calls, and how often each does, in Markdown. */
    readonly reasons: readonly { readonly field: string; readonly often: string }[];
  }[];
}

/** Predicts an operation. Null: the variables do not match. */
export type PredictCalls = (
  document: DocumentNode,
  operationName: string | null,
  variables: Readonly<Record<string, unknown>>,
) => PredictedCalls | null;

/** Maximum tokens of a document, which is parsed after each pause in typing. */
const MOST_TOKENS = 2000;

/** The prediction for the operation in an address. Null: the address has no operation that is valid for the schema. */
export function predictionFor(
  url: string,
  schema: GraphQLSchema,
  predict: PredictCalls,
): PredictedCalls | null {
  const { searchParams } = new URL(url, 'http://gateway');
  try {
    const document = parse(searchParams.get('query') ?? '', { maxTokens: MOST_TOKENS });
    const variables: unknown = JSON.parse(searchParams.get('variables') || '{}');
    if (validate(schema, document, undefined, { maxErrors: 1 }).length > 0) return null;
    return predict(document, searchParams.get('operation') || null, Object(variables));
  } catch {
    return null;
  }
}
