import {
  type FieldNode,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLNullableType,
  type GraphQLObjectType,
  GraphQLString,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type PlainField, type PlainFields, programFor, WRITE } from 'learning-platform-projection/program';
import type { Shape } from 'learning-platform-projection/shape';
import { markOf } from '../../graph/member.ts';
import { collectFields, type SelectionContext } from './fields.ts';
import { SCALAR_LENGTH } from './lengths.ts';

/** Finds the program of a selection for rows of a shape. Null: they do not have all of the members. */
export type Projection = (shape: Shape) => Uint8Array | null;

/** The projection of a selection. Null: it has a field that is not a plain member. */
export function projectionOf(
  selection: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): Projection | null {
  const plain = plainFields(selection, type, nodes);
  if (!plain) return null;
  const programs = new WeakMap<Shape, Uint8Array | null>();
  return (shape) => {
    let program = programs.get(shape);
    if (program === undefined) {
      program = programFor(plain, shape);
      programs.set(shape, program);
    }
    return program;
  };
}

function plainFields(
  selection: SelectionContext,
  type: GraphQLObjectType,
  nodes: readonly FieldNode[],
): PlainFields | null {
  const fields: PlainField[] = [];
  let characters = 2;
  for (const [key, same] of collectFields(selection, type, nodes)) {
    const field = plainField(selection, type, key, same);
    if (!field) return null;
    fields.push(field);
    characters += key.length + SCALAR_LENGTH + (field.kind === WRITE.constant ? type.name.length : 0);
  }
  return { fields, characters };
}

function plainField(
  selection: SelectionContext,
  type: GraphQLObjectType,
  key: string,
  nodes: readonly FieldNode[],
): PlainField | null {
  const [node] = nodes;
  const name = node?.name.value ?? '';
  const text = `${JSON.stringify(key)}:`;
  if (name === '__typename') return { kind: WRITE.constant, text: text + JSON.stringify(type.name) };
  const definition = type.getFields()[name];
  if (!definition || definition.args.length > 0) return null;
  const mark = markOf(definition.resolve);
  if (definition.resolve && !mark) return null;
  const nullable = getNullableType(definition.type);
  const isNullable = !isNonNullType(definition.type);
  const isOptional = isNullable && !definition.resolve;
  const member = mark ? mark.member : name;
  const plain = { text, member, isNullable, isOptional, nullIf: mark?.nullIf ?? null };
  const kind = leafKind(nullable);
  if (kind !== null) return member === null ? null : { ...plain, kind };
  const isList = isListType(nullable);
  const rowType = isList ? getNullableType(nullable.ofType) : nullable;
  if (!isObjectType(rowType)) return null;
  const rows = plainFields(selection, rowType, nodes);
  if (!rows || (member === null && isList)) return null;
  return { ...plain, kind: member === null ? WRITE.row : isList ? WRITE.list : WRITE.object, rows };
}

const LEAF_KINDS = new Map<GraphQLNullableType, PlainField['kind']>([
  [GraphQLString, WRITE.string],
  [GraphQLID, WRITE.id],
  [GraphQLInt, WRITE.int],
  [GraphQLFloat, WRITE.float],
  [GraphQLBoolean, WRITE.boolean],
]);

function leafKind(type: GraphQLNullableType): PlainField['kind'] | null {
  if (!isListType(type)) return LEAF_KINDS.get(type) ?? null;
  const item = getNullableType(type.ofType);
  if (item === GraphQLString) return WRITE.strings;
  return item === GraphQLID ? WRITE.ids : null;
}
