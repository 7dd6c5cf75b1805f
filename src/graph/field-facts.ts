import { type GraphQLField, type GraphQLSchema, getDirectiveValues, isObjectType } from 'graphql';
import type { CallRule, FieldCosts } from './cost.ts';
import { checkOf } from './repeatable.ts';

/** The kinds of credential of the schema's `@credential`. */
const CREDENTIALS: ReadonlyMap<unknown, readonly [name: string, phrase: string]> = new Map([
  ['NONE', ['no credential', 'no credential']],
  ['USER', ['user token', 'a user token']],
  ['PLUGIN', ['plugin credential', 'the plugin credential']],
  ['ATO', ['ATO token', 'an ATO token from `completeAtoSignOn`']],
  ['PLUGIN_OR_ATO', ['plugin credential or ATO token', 'the plugin credential or an ATO token']],
]);

/** The credential that a field requires. */
export interface RequiredCredential {
  readonly kind: string;
  /** As in `user token`. */
  readonly name: string;
  /** As in `a user token`. */
  readonly phrase: string;
}

type Field = Pick<GraphQLField<unknown, unknown>, 'astNode'>;

interface Described {
  readonly astNode?: { readonly description?: { readonly value: string } | undefined } | null | undefined;
  readonly description?: string | null | undefined;
}

/** The `@credential` of a field. Null: it has none, and uses the credential of the field above. */
export function credentialOf(schema: GraphQLSchema, { astNode }: Field): RequiredCredential | null {
  const directive = schema.getDirective('credential');
  const kind = directive && astNode && getDirectiveValues(directive, astNode)?.kind;
  const [name, phrase] = CREDENTIALS.get(kind) ?? [];
  return name && phrase ? { kind: String(kind), name, phrase } : null;
}

/** A description as written in the SDL: without the added facts, for a field. */
export const writtenDescription = ({ astNode, description }: Described): string =>
  astNode?.description?.value ?? description ?? '';

/** Adds to the description of each field the credential that it requires, whether it takes a key, and its platform calls. */
export function describeFacts(schema: GraphQLSchema, costs: FieldCosts): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const credential = credentialOf(schema, field);
      const calls = costs[`${type.name}.${field.name}`]?.calls ?? [];
      const facts = [
        ...(credential ? [`Requires ${credential.phrase}.`] : []),
        ...(checkOf(schema, field) === null ? [] : ['Takes an idempotency key.']),
        ...(calls.length > 0 ? [`Platform calls: ${frequenciesOf(calls)}.`] : []),
      ];
      if (facts.length > 0) field.description = [writtenDescription(field), ...facts].join(' ');
    }
  }
}

/** As in `once per operation to 2 routes; once per 100 objects`. */
const frequenciesOf = (calls: readonly CallRule[]): string =>
  [...Map.groupBy(calls, ({ often }) => often)]
    .map(([often, { length }]) => (length === 1 ? often : `${often} to ${length} routes`))
    .join('; ');
