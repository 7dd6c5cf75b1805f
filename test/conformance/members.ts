import type { TSchema } from 'typebox';

/** A documented member of a response. */
export interface Member {
  /** As in the command's output, as in `docs[].course.name`. */
  path: string;
  isRequired: boolean;
  /** Whether any JSON is valid. */
  isOpen: boolean;
}

interface Parts {
  properties?: Record<string, TSchema>;
  required?: string[];
  /** The mark of wire types for what `required` says in the contract. */
  promised?: string[];
  items?: TSchema;
  anyOf?: TSchema[];
  $defs?: Record<string, TSchema>;
  $ref?: string;
  type?: string;
}

/** All documented members of a response, outermost first; child lessons are listed once. */
export function membersOf(schema: TSchema, path = ''): Member[] {
  const parts: Parts = { ...schema };
  const named = parts.$ref === undefined ? undefined : parts.$defs?.[parts.$ref];
  if (parts.$ref !== undefined) return named ? membersOf(named, path) : [];
  if (parts.items) return membersOf(parts.items, `${path}[]`);
  if (parts.anyOf) return parts.anyOf.flatMap((one) => membersOf(one, path));
  return Object.entries(parts.properties ?? {}).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const { type, anyOf }: Parts = { ...member };
    const isOpen = type === undefined && anyOf === undefined;
    return [
      { path: at, isRequired: (parts.promised ?? parts.required)?.includes(name) ?? false, isOpen },
      ...membersOf(member, at),
    ];
  });
}
