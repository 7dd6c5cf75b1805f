import { type GraphQLSchema, isObjectType } from 'graphql';

/** A resolver that returns a member of its row, or its text for an ID. */
export interface MemberResolver {
  /** Name of the member. Null: the row itself is the value. */
  readonly member: string | null;
  /** A flag of the row: if it is true, the value is null. Null: none. */
  readonly nullIf: string | null;
}

/**
 * Marks a resolver of a plain member, so that an executor may copy the member from the platform's response instead of calling it.
 * It must be called where the row lacks the member.
 */
export const ofMember = <Resolver extends (...given: never[]) => unknown>(
  member: string | null,
  resolver: Resolver,
  { nullIf = null }: { nullIf?: string | null } = {},
): Resolver & MemberResolver => Object.assign(resolver, { member, nullIf });

/** The mark of a resolver. Null: it does not have one. */
export const markOf = (resolver: unknown): MemberResolver | null =>
  typeof resolver === 'function' && isMarked(resolver) ? resolver : null;

const isMarked = (resolver: object): resolver is MemberResolver =>
  'member' in resolver && 'nullIf' in resolver;

/** A resolver of a member of a value that its parent loads. */
export interface LoadedMember {
  /** The same function in all fields of a type that read the same value. It never throws. */
  readonly load: (parent: never) => Promise<unknown>;
  readonly read: (loaded: never) => unknown;
}

/** Resolves a member of a value that the parent loads. An executor may wait once for all such fields of an object. */
export const ofLoaded = <Parent, Loaded, Value>(
  load: (parent: Parent) => Promise<Loaded>,
  read: (loaded: Loaded) => Value,
): ((parent: Parent) => Promise<Value>) & LoadedMember =>
  Object.assign((parent: Parent) => load(parent).then(read), { load, read });

/** The parts of such a resolver. Null: it is not one. */
export const loadedMember = (resolver: unknown): LoadedMember | null =>
  typeof resolver === 'function' && isOfLoaded(resolver) ? resolver : null;

const isOfLoaded = (resolver: object): resolver is LoadedMember => 'load' in resolver && 'read' in resolver;

/** Resolves an ID from a member that every row has. */
export const idFrom = <Name extends string>(
  member: Name,
): ((row: Readonly<Record<Name, string | number>>) => string) & MemberResolver =>
  ofMember(member, (row: Readonly<Record<Name, string | number>>) => String(row[member]));

/** Resolves an object from the row of the object that has it. */
export const theRow = ofMember(null, <Row>(row: Row): Row => row);

/** Puts resolvers of members back into a schema that was built with copies of them, which lack their mark. */
export function restoreMemberResolvers(schema: GraphQLSchema, resolvers: readonly object[]): void {
  for (const types of resolvers)
    for (const [typeName, fields] of Object.entries(types)) {
      const type = schema.getType(typeName);
      if (!isObjectType(type)) continue;
      for (const field of Object.values(type.getFields())) {
        const resolver: unknown = fields[field.name];
        if (markOf(resolver) ?? loadedMember(resolver)) Object.assign(field, { resolve: resolver });
      }
    }
}
