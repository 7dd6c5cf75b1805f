import type { TSchema } from 'typebox';
import { partsOf } from '../requests/documented-body.ts';

/** A documented member of a response. */
export interface Member {
  /** As in the command's output, as in `docs[].course.name`. */
  path: string;
  isRequired: boolean;
  /** Whether any JSON is valid. */
  isOpen: boolean;
}

/** All documented members of a response, outermost first; child lessons are listed once. */
export function membersOf(schema: TSchema, path = ''): Member[] {
  const parts = partsOf(schema);
  const named = parts.$ref === undefined ? undefined : parts.$defs?.[parts.$ref];
  if (parts.$ref !== undefined) return named ? membersOf(named, path) : [];
  if (parts.items) return membersOf(parts.items, `${path}[]`);
  if (parts.anyOf) return parts.anyOf.flatMap((one) => membersOf(one, path));
  return Object.entries(parts.properties ?? {}).flatMap(([name, member]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const { type, anyOf } = partsOf(member);
    const isOpen = type === undefined && anyOf === undefined;
    return [
      { path: at, isRequired: (parts.promised ?? parts.required)?.includes(name) ?? false, isOpen },
      ...membersOf(member, at),
    ];
  });
}
