import { type GraphQLField, type GraphQLSchema, getDirectiveValues } from 'graphql';

/** The recorded part of a write's result, from which a repeat is answered: IDs, flags and times. */
export type Recorded = Readonly<Record<string, string | boolean | null>>;

/** How a mutation answers a repeat under its idempotency key. */
export interface Repeat<Input, Result> {
  /** The part of the result to record. A text that is not formatted as an ID or a time is not recorded. Default: nothing. */
  record?(result: Result): Recorded;
  /** The result for a repeat, from the recorded part and the equal input. The fields of the payload read missing members. */
  again(recorded: Recorded, input: Input): Result;
}

/** A resolver that carries how a repeat is answered. */
export interface Repeatable {
  readonly repeat: Repeat<never, unknown>;
}

type Written<Input, Context, Result> = (
  root: unknown,
  args: { input: Input },
  context: Context,
  info: unknown,
) => Promise<Result>;

/** Declares beside a mutation's resolver how a repeat is answered. The schema declares with `@acceptsKey` that it takes a key. */
export const repeatable = <Input, Context, Result, Resolver extends Written<Input, Context, Result>>(
  resolver: Resolver & Written<Input, Context, Result>,
  repeat: Repeat<Input, Result>,
): Resolver & { readonly repeat: Repeat<Input, Result> } => Object.assign(resolver, { repeat });

export const isRepeatable = (resolver: unknown): resolver is Repeatable =>
  typeof resolver === 'function' && 'repeat' in resolver;

/** A text that was recorded. Null: none was. */
export function recordedText(recorded: Recorded, name: string): string | null {
  const value = recorded[name];
  return typeof value === 'string' ? value : null;
}

/** How to find out whether a mutation took effect: the `check` of its `@acceptsKey`. Null: it takes no key. */
export function checkOf(
  schema: GraphQLSchema,
  { astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>,
): string | null {
  const directive = schema.getDirective('acceptsKey');
  const check = directive && astNode && getDirectiveValues(directive, astNode)?.check;
  return typeof check === 'string' ? check : null;
}
