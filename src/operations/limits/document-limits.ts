import {
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLFormattedError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
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

const tooExpensive = (
  message: string,
  reason: RefusalReason,
  details: { exceeded?: ExceededPrice } = {},
): GatewayError => new GatewayError('OPERATION_TOO_EXPENSIVE', message, { reason, ...details });
/** The refusal of an operation over the limit of a price, which is the reason. */
export const exceedsPrice = (message: string, exceeded: ExceededPrice): GatewayError =>
  tooExpensive(message, exceeded.price, { exceeded });

/** Limits that graphql-js does not have. Applied to valid documents: fragments have no cycles. */
export const limitRules = (limits: DocumentLimits): ValidationRule[] => [
  (context) => {
    const fragmentOf = (name: string) => context.getFragment(name);
    const measure = createMeasure(fragmentOf);
    return {
      OperationDefinition: (operation) => {
        const { depth, aliases, directives } = measure(operation);
        const rootFields = [...fieldsOf(operation.selectionSet, fragmentOf)].length;
        for (const [what, reason, limit, found] of [
          ['Query depth', 'depth', limits.depth, depth],
          ['Aliases', 'aliases', limits.aliases, aliases],
          ['Directives', 'directives', MAXIMUM_DIRECTIVES, directives],
          ['Root fields', 'root-fields', MAXIMUM_ROOT_FIELDS, rootFields],
        ] as const)
          if (found > limit)
            context.reportError(tooExpensive(`${what} limit of ${limit} exceeded, found ${found}.`, reason));
      },
    };
  },
];

/** The size of an operation, with its fragments expanded. */
interface DocumentSize {
  /** Fields within fields. The schema's own description (`__schema`) does not count. */
  depth: number;
  /** Fields with an alias, except aliases of `__typename` and those named `__typename`. */
  aliases: number;
  directives: number;
  selections: number;
}

const EMPTY: DocumentSize = { depth: 0, aliases: 0, directives: 0, selections: 0 };
const TYPENAME = '__typename';

/** Measures the operations of a document without fragment cycles; each fragment is measured once. */
export function createMeasure(
  fragmentOf: (name: string) => FragmentDefinitionNode | null | undefined,
): (operation: OperationDefinitionNode) => DocumentSize {
  const fragments = new Map<string, DocumentSize>();
  const measureSet = (selectionSet: SelectionSetNode | undefined): DocumentSize =>
    (selectionSet?.selections ?? []).map(measureSelection).reduce(combine, EMPTY);
  const measureFragment = (name: string): DocumentSize => {
    const known = fragments.get(name);
    if (known) return known;
    const fragment = fragmentOf(name);
    const size = withDirectives(measureSet(fragment?.selectionSet), fragment);
    fragments.set(name, size);
    return size;
  };
  const measureSelection = (selection: SelectionNode): DocumentSize => {
    const below = withDirectives(
      selection.kind === Kind.FRAGMENT_SPREAD
        ? measureFragment(selection.name.value)
        : measureSet(selection.selectionSet),
      selection,
    );
    const selections = below.selections + 1;
    if (selection.kind !== Kind.FIELD) return { ...below, selections };
    const { name, alias } = selection;
    const isAliased = alias !== undefined && alias.value !== TYPENAME && name.value !== TYPENAME;
    return {
      depth: name.value === '__schema' ? 0 : below.depth + 1,
      aliases: below.aliases + (isAliased ? 1 : 0),
      directives: below.directives,
      selections,
    };
  };
  return (operation) => withDirectives(measureSet(operation.selectionSet), operation);
}

const combine = (one: DocumentSize, other: DocumentSize): DocumentSize => ({
  depth: Math.max(one.depth, other.depth),
  aliases: one.aliases + other.aliases,
  directives: one.directives + other.directives,
  selections: one.selections + other.selections,
});

const withDirectives = (
  size: DocumentSize,
  node: { directives?: readonly unknown[] | undefined } | null | undefined,
): DocumentSize => {
  const directives = node?.directives?.length ?? 0;
  return directives === 0 ? size : { ...size, directives: size.directives + directives };
};

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
  const { locations } = formatted;
  return { message: limit.message, ...(locations ? { locations } : {}), extensions: limit.extensions };
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
