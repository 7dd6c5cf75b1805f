import {
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
  type OperationDefinitionNode,
  type ValidationRule,
} from 'graphql';
import { type ExceededPrice, GatewayError } from '../../graph/errors.ts';
import type { RefusalReason } from '../../graph/refusal-reason.ts';
import { levelsOf } from '../../lib/json-depth.ts';
import { fieldsOf } from '../documents/root-fields.ts';

/** Limits on the size of a document. */
export interface DocumentLimits {
  tokens: number;
  depth: number;
  aliases: number;
}

const MAXIMUM_DIRECTIVES = 50;
const MAXIMUM_ROOT_FIELDS = 30;
/** Selections of an operation, with fragments expanded: the size of its plan. */
export const MAXIMUM_SELECTIONS = 1000;
const MAXIMUM_VARIABLE_VALUES = 5000;

const tooExpensive = (message: string, reason: RefusalReason): GatewayError =>
  new GatewayError('OPERATION_TOO_EXPENSIVE', message, { reason });
/** The refusal of an operation over the limit of a price, which is the reason. */
export const exceedsPrice = (message: string, exceeded: ExceededPrice): GatewayError =>
  new GatewayError('OPERATION_TOO_EXPENSIVE', message, { reason: exceeded.price, exceeded });

/** Limits that graphql-js does not have. Applied to valid documents: fragments have no cycles. */
export const limitRules = (limits: DocumentLimits): ValidationRule[] => [
  (context) => {
    const fragmentOf = (name: string) => context.getFragment(name);
    return {
      OperationDefinition: (operation) => {
        const { depth, aliases, directives } = measure(operation, fragmentOf);
        const rootFields = [...fieldsOf(operation.selectionSet, fragmentOf)].length;
        for (const [what, reason, limit, found] of [
          ['Query depth', 'depth', limits.depth, depth],
          ['Aliases', 'aliases', limits.aliases, aliases],
          ['Directives', 'directives', MAXIMUM_DIRECTIVES, directives],
          ['Root fields', 'root-fields', MAXIMUM_ROOT_FIELDS, rootFields],
        ] as const)
          if (found > limit)
            context.reportError(
              new GraphQLError('', {
                originalError: tooExpensive(`${what} limit of ${limit} exceeded, found ${found}.`, reason),
              }),
            );
      },
    };
  },
];

/** The size of an operation, with its fragments expanded as often as they are spread. */
interface DocumentSize {
  /** Fields within fields. The schema's own description (`__schema`) does not count. */
  depth: number;
  /** Fields with an alias, except aliases of `__typename` and those named `__typename`. */
  aliases: number;
  directives: number;
  selections: number;
}

const TYPENAME = '__typename';

/** Measures an operation of a document without fragment cycles. */
export function measure(
  operation: OperationDefinitionNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined,
): DocumentSize {
  const size = { depth: 0, aliases: 0, directives: 0, selections: 0 };
  const add = (
    { selectionSet, directives = [] }: Pick<FieldNode, 'selectionSet' | 'directives'>,
    depth: number,
  ): void => {
    // Apollo refuses more: fragments within fragments could take forever.
    if (size.selections > MAXIMUM_SELECTIONS) return;
    size.depth = Math.max(size.depth, depth);
    size.directives += directives.length;
    for (const selection of selectionSet?.selections ?? []) {
      size.selections += 1;
      const isField = selection.kind === Kind.FIELD;
      if (isField && selection.alias && ![selection.alias.value, selection.name.value].includes(TYPENAME))
        size.aliases += 1;
      const isUncounted = isField && selection.name.value === '__schema';
      add(selection, isUncounted ? Number.NEGATIVE_INFINITY : depth + (isField ? 1 : 0));
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD && fragmentOf(selection.name.value);
      if (fragment) add(fragment, depth);
    }
  };
  add(operation, 0);
  return size;
}

/** Limits the number of values in variables. Transports limit their size, the JSON scalar how deep they nest. */
export function checkVariables(variables: Record<string, unknown> | undefined): GatewayError | null {
  if (!variables) return null;
  let values = -1;
  for (const level of levelsOf(variables)) values += level.length;
  return values <= MAXIMUM_VARIABLE_VALUES
    ? null
    : tooExpensive(`Variables hold ${values} values; the limit is ${MAXIMUM_VARIABLE_VALUES}.`, 'variables');
}

/** For Apollo's `formatError`: an exceeded limit has its own code, whether a rule, the parser or Apollo found it. */
export function formatLimits(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const limit = refusalIn(error);
  if (limit?.code !== 'OPERATION_TOO_EXPENSIVE') return formatted;
  return { ...formatted, message: limit.message, extensions: limit.extensions };
}

/** How graphql-js ends parsing at its limit, whose error has no code. */
const TOO_MANY_TOKENS = / (\d{1,9}) tokens\. Parsing aborted\.$/;

/** The gateway's error for a limit that a rule, the parser, validation or Apollo found exceeded. Null: another error. */
export function refusalIn(error: unknown): GatewayError | null {
  if (!(error instanceof GraphQLError)) return null;
  const { originalError: cause = error, extensions, message } = error;
  if (cause instanceof GatewayError) return cause;
  if (extensions.validationErrorCode === 'MAX_RECURSIVE_SELECTIONS_EXCEEDED')
    return tooExpensive(
      `Selections limit of ${MAXIMUM_SELECTIONS} exceeded, with fragments expanded.`,
      'selections',
    );
  // graphql-js gave up at its own limits on comparing fields and following fragments, which have no code.
  if (message === 'Validation aborted.')
    return tooExpensive(
      'The document repeats too much to be validated: select each field and fragment once per selection set.',
      'selections',
    );
  const [, tokens] = TOO_MANY_TOKENS.exec(message) ?? [];
  return tokens === undefined ? null : tooExpensive(`Tokens limit of ${tokens} exceeded.`, 'tokens');
}
