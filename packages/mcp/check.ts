import {
  type DocumentNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInterfaceType,
  isObjectType,
  Kind,
  NoDeprecatedCustomRule,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { GatewayError } from '../../src/graph/errors.ts';
import { credentialOf } from '../../src/graph/field-facts.ts';
import { checkOf } from '../../src/graph/repeatable.ts';
import type { Apollo } from '../../src/operations/documents/apollo.ts';
import { fieldsOf, rootFieldsOf } from '../../src/operations/documents/root-fields.ts';
import { fragmentsOf } from '../../src/operations/execution/fields.ts';
import type { BudgetOptions } from '../../src/operations/limits/call-budget.ts';
import { explainCosts } from '../../src/operations/limits/cost-explanation.ts';

type Variables = Readonly<Record<string, unknown>>;

/** Judges documents as the gateway does, without running them. */
export class Checks {
  readonly #apollo: Apollo;
  readonly #budget: BudgetOptions;
  readonly #schema: GraphQLSchema;

  constructor(apollo: Apollo, budget: BudgetOptions) {
    this.#apollo = apollo;
    this.#budget = budget;
    this.#schema = budget.schema;
  }

  /** The verdict on a document, with what its operations require and cost. */
  async check(text: string, variables: Variables): Promise<string> {
    const parsed = await this.parse(text);
    if (!('kind' in parsed)) return `Refused.\n${parsed.problems.join('\n')}`;
    const operations = parsed.definitions.filter(
      (definition) => definition.kind === Kind.OPERATION_DEFINITION,
    );
    return [
      'Valid.',
      ...operations.flatMap((operation) => this.#requirements(parsed, operation)),
      `Price, predicted, with at most one call for each shared read:\n${explainCosts(this.#budget, parsed, variables).trimEnd()}`,
      ...cacheLines(this.#schema, parsed),
      `Deprecated parts: ${this.#deprecations(parsed)}`,
    ].join('\n');
  }

  /** The document, or why the gateway refuses it. */
  async parse(text: string): Promise<DocumentNode | { problems: readonly string[] }> {
    const parsed = await this.#apollo.parse(text, null);
    if (parsed instanceof GatewayError) return { problems: [`- ${parsed.code}: ${parsed.message}`] };
    if ('kind' in parsed) return parsed;
    return {
      problems: parsed.errors.map(({ message, locations: [at] = [], extensions }) => {
        const place = at ? ` (line ${at.line}, column ${at.column})` : '';
        return `- ${extensions?.code ?? 'GRAPHQL_VALIDATION_FAILED'}${place}: ${message}`;
      }),
    };
  }

  /** Credential, idempotency key and rules of streams, for each operation. */
  #requirements(document: DocumentNode, operation: OperationDefinitionNode): string[] {
    const root = this.#schema.getRootType(operation.operation);
    const fields = rootFieldsOf(document, operation).flatMap(({ name }) => root?.getFields()[name] ?? []);
    const title = `${operation.operation} ${operation.name?.value ?? '(unnamed)'}`;
    const credentials = new Set(
      fields.map((field) => credentialOf(this.#schema, field)?.name ?? 'user token'),
    );
    const keyed = fields.filter((field) => checkOf(this.#schema, field) !== null).map(({ name }) => name);
    return [
      `${title}: ${credentials.size > 1 ? 'each field requires its own of these: ' : ''}${[...credentials].join(', ')}.`,
      ...(keyed.length === 0
        ? []
        : [
            `Takes an idempotency key: ${keyed.join(', ')}. Send the same key with each retry of one action.`,
          ]),
      ...(operation.operation === 'subscription' ? streamLines(document, operation) : []),
    ];
  }

  #deprecations(document: DocumentNode): string {
    const found = validate(this.#schema, document, [NoDeprecatedCustomRule]);
    return found.length === 0 ? 'none.' : found.map(({ message }) => `\n- ${message}`).join('');
  }
}

/** What a client needs to resume a stream and does not select. */
function streamLines(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const [stream] = operation.selectionSet.selections;
  const set = stream?.kind === Kind.FIELD ? stream.selectionSet : undefined;
  const missing = ['cursor', 'gap'].filter((name) => !selects(set, name, document));
  const passesAfter =
    stream?.kind === Kind.FIELD && stream.arguments?.some(({ name }) => name.value === 'after');
  return [
    ...(missing.length === 0
      ? []
      : [`Stream: select ${missing.join(' and ')}, or a client cannot resume without loss.`]),
    ...(passesAfter
      ? []
      : ['Stream: declare `$after: String` and pass it as `after`, to resume after the last cursor.']),
  ];
}

/** How a normalized cache keeps the response. */
function cacheLines(schema: GraphQLSchema, document: DocumentNode): string[] {
  const records = new Set<string>();
  const values = new Set<string>();
  const lists = new Set<string>();
  const withoutId = new Set<string>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: ({ name, selectionSet }) => {
        const type = getNamedType(types.getType());
        const coordinate = `${types.getParentType()?.name}.${name.value}`;
        if (!selectionSet || !type || type.name.startsWith('__')) return;
        if (type.name.endsWith('Connection')) {
          const own = (types.getFieldDef()?.args ?? [])
            .map((argument) => argument.name)
            .filter((argument) => argument !== 'first' && argument !== 'after');
          lists.add(own.length === 0 ? coordinate : `${coordinate} by ${own.join(', ')}`);
        } else if (!hasId(type)) {
          if (!/(Edge|Payload|Event)$|^PageInfo$/.test(type.name)) values.add(type.name);
        } else {
          for (const { name: record } of isAbstractType(type) ? schema.getPossibleTypes(type) : [type])
            records.add(`${record}:<id>`);
          if (!selects(selectionSet, 'id', document)) withoutId.add(`${coordinate} (${type.name})`);
        }
      },
    }),
  );
  const line = (title: string, names: ReadonlySet<string>): string[] =>
    names.size === 0 ? [] : [`${title}: ${[...names].join(', ')}.`];
  return [
    ...line('Cache keys', records),
    ...line('Select `id`, or the cache cannot keep it as a record', withoutId),
    ...line('Kept as part of their parent', values),
    ...line('Paged lists, each one list for all `first` and `after`', lists),
  ];
}

const hasId = (type: GraphQLNamedType): boolean =>
  (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields();

/** Whether a selection has a field under its own name, in its fragments as well. */
const selects = (set: SelectionSetNode | undefined, name: string, document: DocumentNode): boolean => {
  const fragments = new Map(Object.entries(fragmentsOf(document)));
  return [...(set ? fieldsOf(set, (fragment) => fragments.get(fragment)) : [])].some(
    (field) => field.name.value === name && !field.alias,
  );
};
