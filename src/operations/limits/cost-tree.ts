import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { FieldCost, FieldCosts } from '../../graph/cost.ts';

type GraphField = ReturnType<GraphQLObjectType['getFields']>[string];

/** A field of an operation that yields objects or costs platform calls. */
export interface Site {
  readonly coordinate: string;
  readonly responseName: string;
  readonly stepName: string;
  readonly type: string;
  readonly shape: 'single' | 'list' | 'connection';
  readonly isObject: boolean;
  readonly cost: FieldCost | undefined;
  /** Its arguments, unless they contain variables, which are read for each request. */
  readonly args: Readonly<Record<string, unknown>> | null;
  readonly field: GraphField;
  readonly node: FieldNode;
  /** The selections whose `@skip` and `@include` may exclude it: its own and those of its fragments. */
  readonly conditions: readonly SelectionNode[];
  readonly below: readonly Site[];
}

/** The parts of an operation that yield objects or cost platform calls. */
export interface CostTree {
  readonly operation: OperationDefinitionNode;
  readonly sites: readonly Site[];
  /** The variables that the cost depends on. */
  readonly variables: ReadonlySet<string>;
}

/** Analyses an operation once for all its requests; scalars that cost nothing are dropped. */
export function readCostTree(
  schema: GraphQLSchema,
  costs: FieldCosts,
  document: DocumentNode,
  operationName: string | null,
): CostTree | null {
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!root) return null;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const variables = new Set<string>();
  const sites = [...sitesIn(root, operation.selectionSet, [])];
  return { operation, sites, variables };

  function* sitesIn(
    parent: GraphQLCompositeType,
    selectionSet: SelectionSetNode | undefined,
    conditions: readonly SelectionNode[],
  ): Generator<Site> {
    for (const { node, type, within } of fieldsIn(parent, selectionSet, conditions)) {
      // The only field of a union is `__typename`, which costs nothing.
      if (!isObjectType(type)) continue;
      const field = type.getFields()[node.name.value];
      const site = field && siteOf(type, field, node, within);
      if (site) yield site;
    }
  }

  function siteOf(
    parent: GraphQLObjectType,
    field: GraphField,
    node: FieldNode,
    conditions: readonly SelectionNode[],
  ): Site | null {
    const coordinate = `${parent.name}.${field.name}`;
    const cost = costs[coordinate];
    const type = getNamedType(field.type);
    if (!isCompositeType(type) && (!cost || cost.calls.length === 0)) return null;
    const below = isCompositeType(type) ? [...sitesIn(type, node.selectionSet, [])] : [];
    const used = variablesOf([...(node.arguments ?? []), ...conditions.flatMap((at) => at.directives ?? [])]);
    const ofArguments = variablesOf(node.arguments ?? []);
    for (const name of used) variables.add(name);
    return {
      coordinate,
      responseName: node.alias?.value ?? field.name,
      stepName: field.name,
      type: type.name,
      shape: shapeOf(parent, field.type),
      isObject: isCompositeType(type),
      cost,
      args: ofArguments.size === 0 ? getArgumentValues(field, node) : null,
      field,
      node,
      conditions,
      below,
    };
  }

  function* fieldsIn(
    parent: GraphQLCompositeType,
    selectionSet: SelectionSetNode | undefined,
    conditions: readonly SelectionNode[],
  ): Generator<{ node: FieldNode; type: GraphQLCompositeType; within: readonly SelectionNode[] }> {
    for (const selection of selectionSet?.selections ?? []) {
      const within = selection.directives?.length ? [...conditions, selection] : conditions;
      if (selection.kind === Kind.FIELD) yield { node: selection, type: parent, within };
      else {
        const fragment =
          selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
        const condition = fragment?.typeCondition && schema.getType(fragment.typeCondition.name.value);
        const type = isCompositeType(condition) ? condition : parent;
        yield* fieldsIn(type, fragment?.selectionSet, within);
      }
    }
  }
}

/** A connection has as many items as its page; the lists in it hold no more. */
function shapeOf(parent: GraphQLObjectType, type: GraphQLOutputType): Site['shape'] {
  if (getNamedType(type).name.endsWith('Connection')) return 'connection';
  const isList = isListType(isNonNullType(type) ? type.ofType : type);
  return isList && !parent.name.endsWith('Connection') ? 'list' : 'single';
}

function variablesOf(nodes: readonly Parameters<typeof visit>[0][]): Set<string> {
  const names = new Set<string>();
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) });
  return names;
}
