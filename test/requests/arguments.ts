import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Operation } from './gateway.ts';

/** An argument of a field or a member of an input, as in `Query.notes(filter)` or `NoteFilter.lessonId`. */
type Name = string;

/** The arguments that an operation passes, in its document and its variables. */
export function given({ document, variables = {} }: Operation, schema: GraphQLSchema): Set<Name> {
  const info = new TypeInfo(schema);
  const names = new Set<Name>();
  visit(
    parse(document),
    visitWithTypeInfo(info, {
      Argument: ({ value }) => {
        const argument = info.getArgument();
        names.add(nameOfArgument(info.getParentType()?.name, info.getFieldDef()?.name, argument?.name));
        if (value.kind === 'Variable' && argument) addMembers(argument, variables[value.name.value], names);
      },
    }),
  );
  return names;
}

function addMembers({ type }: GraphQLArgument | GraphQLInputField, value: unknown, names: Set<Name>): void {
  const input = getNamedType(type);
  if (!isInputObjectType(input)) return;
  for (const item of [value].flat()) {
    for (const [name, inner] of Object.entries(item ?? {})) {
      names.add(`${input.name}.${name}`);
      const field = input.getFields()[name];
      if (field) addMembers(field, inner, names);
    }
  }
}

const nameOfArgument = (type = '', field = '', argument = ''): Name => `${type}.${field}(${argument})`;

/** All arguments and input members of the graph, and whether they are required. */
export function argumentsOf(schema: GraphQLSchema): Map<Name, { isRequired: boolean }> {
  const found = new Map<Name, { isRequired: boolean }>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields()))
        found.set(`${type.name}.${field.name}`, { isRequired: isRequiredInputField(field) });
    }
    if (!isObjectType(type) || type === schema.getSubscriptionType()) continue;
    for (const field of Object.values(type.getFields())) {
      for (const argument of field.args)
        found.set(nameOfArgument(type.name, field.name, argument.name), {
          isRequired: isRequiredArgument(argument),
        });
    }
  }
  return found;
}
