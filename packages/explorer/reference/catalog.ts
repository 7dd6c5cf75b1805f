import { type DocumentNode, OperationTypeNode } from 'graphql';
import type { FieldError, Graph, Price } from '../graph.ts';
import {
  type ReadableField,
  type ReadableInput,
  type ReadableType,
  readDirectives,
  readSchema,
} from '../schema-reading.ts';
import { type Example, Examples } from './examples.ts';
import { changesOf, type SchemaChange, type SchemaHistory } from './history.ts';
import { nounsOf } from './noun-titles.ts';

export const SECTIONS = [
  'queries',
  'mutations',
  'subscriptions',
  'types',
  'inputs',
  'enums',
  'scalars',
  'directives',
] as const;
export type Section = (typeof SECTIONS)[number];

/** The source of the reference. */
export interface ReferenceSource extends Graph {
  /** The errors of each field, by schema coordinate. */
  errors: ReadonlyMap<string, readonly FieldError[]>;
  /** The noun that each type and field belongs to, by schema coordinate. */
  nouns: ReadonlyMap<string, string>;
  /** The operations of `schema/examples`. */
  examples: DocumentNode;
  /** Predicts the price of an operation. Null: the variables do not match. */
  priceOf(document: string, variables: Readonly<Record<string, unknown>>): Price | null;
  history: SchemaHistory;
  /** Guides for front ends: Markdown by name, as in `apollo`. Empty: not in this installation. */
  guides: ReadonlyMap<string, string>;
  /** The operations and fragments of the client package, as SDL. Null: not in this installation. */
  typedDocuments: string | null;
  /** Migration of clients after breaking changes, in Markdown. */
  migrationGuide: string;
}

/** A place where a type is used. */
export interface Use {
  /** As in `Course.levels`, or `Query.notes(filter:)` for an argument. */
  label: string;
  /** Schema coordinate of the field or type. */
  coordinate: string;
}

/** The subject of a page of the reference: a root field, a type or a directive. */
export interface Entry {
  section: Section;
  name: string;
  /** As in `Query.classes`, `Class` or `@cost`. */
  coordinate: string;
  noun: string;
  description: string;
  deprecation: string | null;
  /** Null: not a root field. */
  field: ReadableField | null;
  /** Null: not a type. */
  type: ReadableType | null;
  /** Arguments of a root field or directive. */
  args: readonly ReadableInput[];
  uses: readonly Use[];
  example: Example | null;
  price: Price | null;
  changes: readonly (SchemaChange & { date: string })[];
}

/** The part of an entry that does not depend on others. */
type Described = Pick<Entry, 'section' | 'name' | 'coordinate' | 'description'> &
  Partial<Pick<Entry, 'deprecation' | 'field' | 'type' | 'args' | 'example'>>;

const ROOTS: readonly (readonly [Section, OperationTypeNode])[] = [
  ['queries', OperationTypeNode.QUERY],
  ['mutations', OperationTypeNode.MUTATION],
  ['subscriptions', OperationTypeNode.SUBSCRIPTION],
];
const SECTION_OF: Readonly<Record<ReadableType['kind'], Section>> = {
  operations: 'queries',
  type: 'types',
  interface: 'types',
  input: 'inputs',
  enum: 'enums',
  scalar: 'scalars',
};

/** Every entry of the reference, and the addresses of everything that has a name. */
export class Catalog {
  readonly source: ReferenceSource;
  readonly entries: readonly Entry[];
  readonly types: ReadonlyMap<string, ReadableType>;
  readonly #byCoordinate: ReadonlyMap<string, Entry>;

  constructor(source: ReferenceSource) {
    this.source = source;
    const types = readSchema(source);
    this.types = new Map(types.map((type) => [type.name, type]));
    const examples = new Examples(source, source.examples);
    const uses = usesOf(types);
    const entryOf = (entry: Described): Entry => {
      const { coordinate, example = null } = entry;
      return {
        deprecation: null,
        field: null,
        type: null,
        args: [],
        ...entry,
        example,
        noun: source.nouns.get(coordinate) ?? 'root',
        uses: uses.get(coordinate) ?? [],
        price: example && source.priceOf(example.document, example.variables),
        changes: changesOf(source.history, coordinate),
      };
    };
    const rootFields = ROOTS.flatMap(([section, operation]) => {
      const root = types.find(({ name }) => name === source.schema.getRootType(operation)?.name);
      const entries = (root?.fields ?? []).map((field) => {
        const { name, description, deprecation, args } = field;
        const coordinate = `${root?.name}.${name}`;
        const example = examples.ofRootField(operation, name);
        return entryOf({ section, name, coordinate, description, deprecation, field, args, example });
      });
      return nounsOf(entries).flatMap((group) => group.entries);
    });
    const named = types
      .filter(({ kind }) => kind !== 'operations')
      .map((type) => {
        const { name, kind, description } = type;
        const example = examples.ofType(name);
        return entryOf({ section: SECTION_OF[kind], name, coordinate: name, description, type, example });
      });
    const directives = readDirectives(source.schema).map((directive) =>
      entryOf({ section: 'directives', coordinate: `@${directive.name}`, ...directive }),
    );
    this.entries = [...rootFields, ...named, ...directives];
    this.#byCoordinate = new Map(this.entries.map((entry) => [entry.coordinate, entry]));
  }

  in(section: Section): readonly Entry[] {
    return this.entries.filter((entry) => entry.section === section);
  }

  /** The errors of a field, by schema coordinate. */
  errorsOf(coordinate: string): readonly FieldError[] {
    return this.source.errors.get(coordinate) ?? [];
  }

  /** The entry that describes a coordinate, and the anchor within its page. Null: there is none. */
  find(coordinate: string): { entry: Entry; anchor: string | null } | null {
    const entry = this.#byCoordinate.get(coordinate);
    if (entry) return { entry, anchor: null };
    const [typeName = '', member = ''] = coordinate.split('.');
    const owner = this.#byCoordinate.get(typeName);
    const members = [...(owner?.type?.fields ?? []), ...(owner?.type?.values ?? [])];
    return owner && members.some(({ name }) => name === member) ? { entry: owner, anchor: member } : null;
  }
}

/** Where each type is used: as the type of fields, of arguments and of members. */
function usesOf(types: readonly ReadableType[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map<string, Use[]>();
  const add = (typeName: string, use: Use): void => {
    const known = uses.get(typeName) ?? [];
    if (!known.some(({ label }) => label === use.label)) uses.set(typeName, [...known, use]);
  };
  for (const { name, fields } of types) {
    for (const field of fields) {
      const coordinate = `${name}.${field.name}`;
      add(field.typeName, { label: coordinate, coordinate });
      for (const { name: argument, typeName } of field.args) {
        add(typeName, { label: `${coordinate}(${argument}:)`, coordinate });
      }
    }
  }
  return uses;
}
