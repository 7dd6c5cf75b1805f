import { describe, expect, it } from 'vitest';
import { classResolvers } from '../../src/domains/class/resolvers.ts';
import { courseResolvers } from '../../src/domains/course/resolvers.ts';
import { Investigation } from './investigation.ts';

/** A planted mistake: a resolver that breaks the rule for one field. */
interface Mutant {
  field: string;
  /** The resolvers of the field's type. */
  type: object;
  resolver: (row: Record<string, unknown>, args: object, context: object, info: Info) => unknown;
}

interface Info {
  path: { key: string | number; prev: Info['path'] | undefined };
}

const rootOf = ({ key, prev }: Info['path']): string | number => (prev ? rootOf(prev) : key);

const MUTANTS: readonly Mutant[] = [
  { field: 'Class.joinCode', type: classResolvers.Class, resolver: ({ joinCode }) => joinCode ?? null },
  {
    field: 'Course.description',
    type: courseResolvers.Course,
    resolver: ({ description }, _args, _context, { path }) =>
      rootOf(path) === 'course' ? description : null,
  },
  {
    field: 'Class.course',
    type: classResolvers.Class,
    resolver: ({ course, joinCode }) => (joinCode === undefined ? null : course),
  },
];

describe('a planted mistake is found', { tags: 'full' }, () => {
  it.each(MUTANTS)('in $field', { timeout: 300_000 }, async ({ field, type, resolver }) => {
    const [, name = ''] = field.split('.');
    const original = Object.entries(Object.getOwnPropertyDescriptors(type)).find(([key]) => key === name);
    Object.assign(type, { [name]: resolver });
    try {
      const investigation = await Investigation.run({ seed: 1, turns: 6, thorough: false });
      expect(investigation.violations).toContain(field);
      expect(investigation.explain(field)).toContain('query {');
      await investigation.close();
    } finally {
      if (original) Object.defineProperty(type, name, original[1]);
      else Reflect.deleteProperty(type, name);
    }
  });
});
