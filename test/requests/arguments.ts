import {
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

/** The arguments and input members in an operation's document. */
export function given({ document }: Operation, schema: GraphQLSchema): Set<Name> {
  const info = new TypeInfo(schema);
  const names = new Set<Name>();
  visit(
    parse(document),
    visitWithTypeInfo(info, {
      Argument: ({ name }) =>
        void names.add(nameOfArgument(info.getParentType()?.name, info.getFieldDef()?.name, name.value)),
      ObjectField: ({ name }) => {
        const input = getNamedType(info.getParentInputType());
        // A JSON scalar has members of any name.
        if (isInputObjectType(input)) names.add(`${input.name}.${name.value}`);
      },
    }),
  );
  return names;
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
