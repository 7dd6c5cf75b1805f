import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
  visit,
} from 'graphql';
import type { FieldCost, FieldCosts } from '../../graph/cost.ts';
import { bytesOf, isList, type ListSize, listSizeOf } from '../../graph/cost-directives.ts';
import { fragmentsOf } from '../execution/fields.ts';
import type { IntrospectionSize } from './introspection-sizes.ts';

type GraphField = ReturnType<GraphQLObjectType['getFields']>[string];

/** Selections of one object. Fields with the same response key are one, unless they have conditions. */
interface Selections {
  /** Scalars that cost no calls and are always selected. */
  readonly leaves: readonly Leaf[];
  /** Bytes of an object with these scalars. */
  readonly bytes: number;
  readonly sites: readonly Site[];
}

/** A scalar: its bytes with its key. */
export interface Leaf {
  readonly coordinate: string;
  readonly bytes: number;
}

/** A field of an operation that yields objects or a list, costs platform calls, or is not always selected. */
export interface Site {
  readonly coordinate: string;
  readonly responseName: string;
  readonly stepName: string;
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
  /** Its arguments, unless they contain variables, which are read for each request. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly field: GraphField;
  readonly node: FieldNode;
  /** The selections whose `@skip` and `@include` may exclude it: its own and those of its fragments. */
  readonly conditions: readonly SelectionNode[];
  readonly leaves: readonly Leaf[];
  readonly below: readonly Site[];
}

/** The parts of an operation that determine its price. */
export interface CostTree {
  readonly operation: OperationDefinitionNode;
  readonly root: Selections;
  /** The variables that the price depends on. */
  readonly variables: ReadonlySet<string>;
}

/** Bytes of quotes, colon and comma. */
const KEY_BYTES = 4;
/** Bytes of a pair of brackets or braces. */
const BRACKET_BYTES = 2;
const COMMA_BYTES = 1;

/** A field of introspection that the schema's description does not use. */
const UNMEASURED: IntrospectionSize = { length: 1, bytes: 40 };

/** Analyzes an operation once for all its requests. */
export function readCostTree(
  schema: GraphQLSchema,
  costs: FieldCosts,
  document: DocumentNode,
  operationName: string | null,
  introspectionSizes: () => ReadonlyMap<string, IntrospectionSize>,
): CostTree | null {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return null;
  const fragments = fragmentsOf(document);
  const variables = new Set<string>();
  return { operation, root: selectionsOf(root, [operation.selectionSet]), variables };

  function selectionsOf(
    parent: GraphQLCompositeType,
    selectionSets: readonly (SelectionSetNode | undefined)[],
  ): Selections {
    const leaves: Leaf[] = [];
    const sites: Site[] = [];
    for (const selected of mergedFields(parent, selectionSets)) {
      const read = readField(selected);
      if (read === null) continue;
      if ('bytes' in read) leaves.push(read);
      else sites.push(read);
    }
    const bytes = leaves.reduce((sum, leaf) => sum + leaf.bytes, BRACKET_BYTES);
    return { leaves, bytes, sites };
  }

  /** Null: the field does not exist. */
  function readField({ type: parent, nodes, conditions }: SelectedField): Site | Leaf | null {
    const [node] = nodes;
    if (!node) return null;
    const name = node.name.value;
    const coordinate = `${parent.name}.${name}`;
    const responseName = (node.alias ?? node.name).value;
    const keyBytes = responseName.length + KEY_BYTES;
    if (name === TypeNameMetaFieldDef.name)
      return { coordinate, bytes: keyBytes + parent.name.length + BRACKET_BYTES };
    const field = fieldOf(parent, name);
    if (!field) return null;
    const type = getNamedType(field.type);
    const cost = costs[coordinate];
    const measured = isIntrospectionType(parent)
      ? (introspectionSizes().get(coordinate) ?? UNMEASURED)
      : null;
    const itemBytes = isLeafType(type) ? (measured?.bytes ?? bytesOf(schema, field, type)) : 0;
    const isPlain = !isCompositeType(type) && !isList(field.type) && conditions.length === 0;
    if (isPlain && !cost?.calls.length) return { coordinate, bytes: keyBytes + itemBytes };
    const inList = isList(field.type) ? COMMA_BYTES : 0;
    const below = isCompositeType(type)
      ? selectionsOf(
          type,
          nodes.map(({ selectionSet }) => selectionSet),
        )
      : null;
    const ofArguments = variablesOf(node.arguments ?? []);
    const ofConditions = variablesOf(conditions.flatMap(({ directives }) => directives ?? []));
    for (const variable of ofArguments.union(ofConditions)) variables.add(variable);
    return {
      coordinate,
      responseName,
      stepName: name,
      type: type.name,
      isList: isList(field.type),
      listSize: listSizeOf(schema, field),
      measuredLength: measured?.length ?? null,
      itemObjects: itemObjectsOf(field, below),
      keyBytes: keyBytes + (isList(field.type) ? BRACKET_BYTES : 0),
      itemBytes: (below ? below.bytes : itemBytes) + inList,
      cost,
      args: ofArguments.size === 0 ? getArgumentValues(field, node) : null,
      field,
      node,
      conditions,
      leaves: below?.leaves ?? [],
      below: below?.sites ?? [],
    };
  }

  function fieldOf(parent: GraphQLCompositeType, name: string): GraphField | undefined {
    if (parent === schema.getQueryType() && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (parent === schema.getQueryType() && name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
    return isObjectType(parent) ? parent.getFields()[name] : undefined;
  }

  /** The types of a parent that a fragment applies to: prices are those of object types. */
  function typesOf(
    parent: GraphQLCompositeType,
    condition: string | undefined,
  ): readonly GraphQLCompositeType[] {
    const named = condition === undefined ? parent : schema.getType(condition);
    if (!isAbstractType(named)) return isCompositeType(named) ? [named] : [parent];
    if (!isAbstractType(parent)) return [parent];
    return schema.getPossibleTypes(parent).filter((type) => schema.isSubType(named, type));
  }

  /** Fields by type and response key. Those with conditions are not merged: they may be excluded one by one. */
  function mergedFields(
    parent: GraphQLCompositeType,
    selectionSets: readonly (SelectionSetNode | undefined)[],
  ): SelectedField[] {
    const fields = new Map<string | symbol, SelectedField>();
    for (const selectionSet of selectionSets) {
      for (const { node, type, conditions } of fieldsIn(parent, selectionSet, [])) {
        const key = conditions.length === 0 ? `${type.name}.${(node.alias ?? node.name).value}` : Symbol();
        const known = fields.get(key);
        if (known) known.nodes.push(node);
        else fields.set(key, { type, nodes: [node], conditions });
      }
    }
    return [...fields.values()];
  }

  function* fieldsIn(
    parent: GraphQLCompositeType,
    selectionSet: SelectionSetNode | undefined,
    outer: readonly SelectionNode[],
  ): Generator<{ node: FieldNode; type: GraphQLCompositeType; conditions: readonly SelectionNode[] }> {
    for (const selection of selectionSet?.selections ?? []) {
      const conditions = selection.directives?.length ? [...outer, selection] : outer;
      if (selection.kind === Kind.FIELD) yield { node: selection, type: parent, conditions };
      else {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
        for (const type of typesOf(parent, fragment?.typeCondition?.name.value))
          yield* fieldsIn(type, fragment?.selectionSet, conditions);
      }
    }
  }
}

/** Every value of an introspection counts: unlike other values, each has a resolver. */
function itemObjectsOf({ type }: GraphField, below: Selections | null): number {
  if (isIntrospectionType(getNamedType(type))) return 1 + (below?.leaves.length ?? 0);
  return below || isList(type) ? 1 : 0;
}

interface SelectedField {
  readonly type: GraphQLCompositeType;
  readonly nodes: FieldNode[];
  readonly conditions: readonly SelectionNode[];
}

function variablesOf(nodes: readonly Parameters<typeof visit>[0][]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) });
  return names;
}
