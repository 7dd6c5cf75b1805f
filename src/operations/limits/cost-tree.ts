import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isIntrospectionType,
  isLeafType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from 'graphql';
import type { FieldCost, FieldCosts } from '../../graph/cost.ts';
import { bytesOf, isList, type ListSize, listSizeOf } from '../../graph/cost-directives.ts';
import { appliesTo, fragmentsOf, META_FIELDS } from '../execution/fields.ts';
import type { IntrospectionSize } from './introspection-sizes.ts';

type GraphField = ReturnType<GraphQLObjectType['getFields']>[string];

export interface PredictionOptions {
  schema: GraphQLSchema;
  costs: FieldCosts;
  /** Items assumed for every list without `first`. Null: the `@listSize` of each. */
  listEstimate: number | null;
  /** Whether predictions list the price of each field. Default false. */
  itemizes?: boolean;
}

/** Selections of one object. Fields with the same response key are one, unless they have conditions. */
export interface Selections {
  /** What one object counts as with the scalars that have no site. */
  objects: number;
  /** Bytes of an object with these scalars. */
  bytes: number;
  readonly sites: Site[];
}

/**
 * A field of an operation that yields objects or a list, costs platform calls, or is not always selected; any field, if each is
 * listed.
 */
export interface Site {
  readonly coordinate: string;
  readonly responseName: string;
  readonly type: string;
  readonly isList: boolean;
  readonly listSize: ListSize | null;
  /** Length measured in the schema, for introspection. Null: it follows from the arguments and `@listSize`. */
  readonly measuredLength: number | null;
  /** Objects and list items that one item counts as, without the sites below. */
  readonly itemObjects: number;
  /** Bytes of the key, and of the brackets of a list. */
  readonly keyBytes: number;
  /** Bytes of one item without the sites below. */
  readonly itemBytes: number;
  readonly cost: FieldCost | undefined;
  readonly field: GraphField;
  readonly node: FieldNode;
  /** The selections whose `@skip` and `@include` may exclude it: its own and those of its fragments. */
  readonly conditions: readonly SelectionNode[];
  readonly below: readonly Site[];
}

/** Bytes of quotes, colon and comma. */
const KEY_BYTES = 4;
/** Bytes of a pair of brackets or braces. */
const BRACKET_BYTES = 2;
const COMMA_BYTES = 1;

/** A field of introspection that the schema's description does not use. */
const UNMEASURED: IntrospectionSize = { holders: 1, items: 1, bytes: 40 };

/** Reads the parts of an operation that determine its price, once for all its requests. Null: the schema has no such operations. */
export function readCostTree(
  { schema, costs, itemizes = false }: PredictionOptions,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  introspectionSizes: () => ReadonlyMap<string, IntrospectionSize>,
): Selections | null {
  const root = schema.getRootType(operation.operation);
  if (!root) return null;
  const fragments = fragmentsOf(document);
  return selectionsOf(root, [operation]);

  /** A fragment applies to object types: each that the parent may be of counts. */
  function selectionsOf(
    parent: GraphQLCompositeType,
    selecting: readonly Pick<FieldNode, 'selectionSet'>[],
  ): Selections {
    const selections: Selections = { objects: 1, bytes: BRACKET_BYTES, sites: [] };
    for (const type of isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent]) {
      const fields = new Map<string | symbol, SelectedField>();
      for (const { selectionSet } of selecting) collect(type, selectionSet, [], fields);
      for (const selected of fields.values()) addField(type, selected, selections);
    }
    return selections;
  }

  function addField(
    parent: GraphQLObjectType,
    { nodes, conditions }: SelectedField,
    selections: Selections,
  ): void {
    const [node] = nodes;
    const name = node.name.value;
    // The document is valid: what is no other field is `__typename`.
    const field = META_FIELDS.get(name) ?? parent.getFields()[name] ?? TypeNameMetaFieldDef;
    const coordinate = `${parent.name}.${name}`;
    const responseName = (node.alias ?? node.name).value;
    const keyBytes = responseName.length + KEY_BYTES;
    const type = getNamedType(field.type);
    const cost = costs[coordinate];
    const measured = isIntrospectionType(parent)
      ? (introspectionSizes().get(coordinate) ?? UNMEASURED)
      : null;
    const scalarBytes = bytesOfScalar(parent.name, field, measured);
    // Every value of an introspection counts: unlike other values, each has a resolver.
    const scalarObjects = isList(field.type) || measured ? 1 : 0;
    const isPlain = isLeafType(type) && !isList(field.type) && conditions.length === 0 && !cost?.calls.length;
    if (isPlain && !itemizes) {
      selections.bytes += keyBytes + scalarBytes;
      selections.objects += scalarObjects;
      return;
    }
    const below = isCompositeType(type) ? selectionsOf(type, nodes) : null;
    selections.sites.push({
      coordinate,
      responseName,
      type: type.name,
      isList: isList(field.type),
      listSize: listSizeOf(schema, field),
      measuredLength: measured && measured.items / measured.holders,
      itemObjects: below?.objects ?? scalarObjects,
      keyBytes: keyBytes + (isList(field.type) ? BRACKET_BYTES : 0),
      itemBytes: (below?.bytes ?? scalarBytes) + (isList(field.type) ? COMMA_BYTES : 0),
      cost,
      field,
      node,
      conditions,
      below: below?.sites ?? [],
    });
  }

  /** Bytes of one value. 0 if it is an object. */
  function bytesOfScalar(parent: string, field: GraphField, measured: IntrospectionSize | null): number {
    if (field === TypeNameMetaFieldDef) return parent.length + BRACKET_BYTES;
    if (measured) return measured.bytes / Math.max(1, measured.items);
    const type = getNamedType(field.type);
    return isLeafType(type) ? bytesOf(schema, field, type) : 0;
  }

  /** Collects fields by response key. Those with conditions are not merged: they may be excluded one by one. */
  function collect(
    parent: GraphQLObjectType,
    selectionSet: SelectionSetNode | undefined,
    outer: readonly SelectionNode[],
    fields: Map<string | symbol, SelectedField>,
  ): void {
    for (const selection of selectionSet?.selections ?? []) {
      const conditions = selection.directives?.length ? [...outer, selection] : outer;
      if (selection.kind === Kind.FIELD) {
        const key = conditions.length === 0 ? (selection.alias ?? selection.name).value : Symbol();
        const known = fields.get(key);
        if (known) known.nodes.push(selection);
        else fields.set(key, { nodes: [selection], conditions });
        continue;
      }
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
      if (appliesTo(schema, parent, fragment?.typeCondition?.name.value))
        collect(parent, fragment?.selectionSet, conditions, fields);
    }
  }
}

interface SelectedField {
  readonly nodes: [FieldNode, ...FieldNode[]];
  readonly conditions: readonly SelectionNode[];
}
