import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  type FieldNode,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
  Lexer,
  type SelectionSetNode,
  Source,
  TokenKind,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';
import { GatewayError } from '../../graph/errors.ts';
import { levelsOf } from '../../graph/json-depth.ts';

/** How large a document may be. */
export interface DocumentLimits {
  tokens: number;
  depth: number;
  aliases: number;
}

const MAXIMUM_DIRECTIVES = 50;
const MAXIMUM_ROOT_FIELDS = 30;
/** Fields and fragments of an operation once its fragments are spread out: what a plan grows with. */
export const MAXIMUM_SELECTIONS = 1000;
const MAXIMUM_VARIABLE_VALUES = 5000;

export const tooExpensive = (message: string): GatewayError =>
  new GatewayError('OPERATION_TOO_EXPENSIVE', message);

/** What graphql-js does not limit by itself. Run on documents that are otherwise valid: fragments have no cycles. */
export const limitRules = ({ depth, aliases }: DocumentLimits): ValidationRule[] => [
  maxDepthRule({ n: depth, flattenFragments: true, ...refusing }),
  maxAliasesRule({ n: aliases, ...refusing }),
  maxDirectivesRule({ n: MAXIMUM_DIRECTIVES, ...refusing }),
  maxRootFields,
];

/** The rules would throw out of the validation. */
const refusing = {
  propagateOnRejection: false,
  onReject: [
    (context: ValidationContext | null, { message }: GraphQLError): void =>
      context?.reportError(tooExpensive(message.replace(/^Syntax Error: /, ''))),
  ],
};

const maxRootFields: ValidationRule = (context) => ({
  OperationDefinition: ({ selectionSet }) => {
    const found = [...fieldsOf(selectionSet, context)].length;
    if (found <= MAXIMUM_ROOT_FIELDS) return;
    context.reportError(
      tooExpensive(`Root fields limit of ${MAXIMUM_ROOT_FIELDS} exceeded, found ${found}.`),
    );
  },
});

/** The fields of a selection, each fragment looked into once: a second time it adds nothing. */
function* fieldsOf(
  { selections }: SelectionSetNode,
  context: Pick<ValidationContext, 'getFragment'>,
  seen = new Set<string>(),
): Generator<FieldNode> {
  for (const selection of selections) {
    if (selection.kind === Kind.FIELD) yield selection;
    else if (selection.kind === Kind.INLINE_FRAGMENT) yield* fieldsOf(selection.selectionSet, context, seen);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      const fragment = context.getFragment(selection.name.value);
      if (fragment) yield* fieldsOf(fragment.selectionSet, context, seen);
    }
  }
}

/**
 * Refuses variables that hold more than anybody needs. Their size in bytes is bounded by the transport, how deep JSON
 * may nest by its scalar.
 */
export function checkVariables(variables: Record<string, unknown> | undefined): GatewayError | null {
  if (!variables) return null;
  let values = -1;
  for (const level of levelsOf(variables)) values += level.length;
  return values <= MAXIMUM_VARIABLE_VALUES
    ? null
    : tooExpensive(`Variables hold ${values} values; the limit is ${MAXIMUM_VARIABLE_VALUES}.`);
}

/**
 * For Apollo's `formatError`: a limit has a code of its own, whoever found it passed. Everything that is no limit stays
 * as it is.
 */
export function formatLimits(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const refusal = cause instanceof GatewayError ? cause : libraryRefusal(cause, error);
  if (refusal?.code !== 'OPERATION_TOO_EXPENSIVE') return formatted;
  const { locations } = formatted;
  return { message: refusal.message, ...(locations ? { locations } : {}), extensions: refusal.extensions };
}

const TOO_MANY_TOKENS = /^Syntax Error: Document contains more that (\d+) tokens/;

function libraryRefusal(cause: unknown, error: unknown): GatewayError | null {
  if (!(cause instanceof GraphQLError) || !(error instanceof GraphQLError)) return null;
  const limit = TOO_MANY_TOKENS.exec(cause.message)?.[1];
  if (limit !== undefined) {
    return tooExpensive(`Tokens limit of ${limit} exceeded, found ${countTokens(cause.source?.body ?? '')}.`);
  }
  if (error.extensions.validationErrorCode !== 'MAX_RECURSIVE_SELECTIONS_EXCEEDED') return null;
  return tooExpensive(
    `Selections limit of ${MAXIMUM_SELECTIONS} exceeded, once the fragments of the operation are spread out.`,
  );
}

/** As many as can be read: the document was not parsed to its end. */
function countTokens(body: string): number {
  const lexer = new Lexer(new Source(body));
  let count = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) count += 1;
  } catch {
    // What comes after is no GraphQL.
  }
  return count;
}
