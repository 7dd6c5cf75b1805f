import { CHECKS, effectOf, keyOf, nameOf } from 'learning-platform-kit/conformance/checks';
import { FACTS } from 'learning-platform-kit/conformance/facts';
import { fieldExposing, RECORD_TYPES } from 'learning-platform-kit/conformance/fields';
import { ROUTES, ROUTES_BY_ID } from 'learning-platform-kit/contract/routes';
import { describe, expect, it } from 'vitest';
import { PLATFORM_ROUTES } from '../../src/domains/platform-readers.ts';
import { declaredRoutes } from '../reach/declared.ts';
import { schema } from '../support/schema.ts';
import { membersOf } from './members.ts';

/** Documented members that the graph does not expose. */
const NOT_IN_THE_GRAPH = ['listPerformance name'];

describe('the checks of the conformance command', () => {
  it('cover exactly the routes of the contract', () => {
    expect(new Set(CHECKS.map(({ route }) => route))).toEqual(new Set(ROUTES.map(({ id }) => id)));
    expect(new Set(CHECKS.map(nameOf)).size).toBe(CHECKS.length);
  });

  it('have the names that facts refer to', () => {
    const names = CHECKS.filter(({ shows }) => shows).map(keyOf);
    const referenced = Object.values(FACTS).flatMap(({ shownBy }) => [...shownBy]);
    expect(new Set(referenced)).toEqual(new Set(names));
  });

  it('treat every method but GET, and the logout, as a write', () => {
    for (const check of CHECKS) {
      const writes = ROUTES_BY_ID[check.route].method !== 'GET' || check.route === 'signOut';
      expect([nameOf(check), effectOf(check) !== undefined]).toEqual([nameOf(check), writes]);
    }
  });

  it('have a reader for every route that the gateway calls', async () => {
    const names = [...(await declaredRoutes()).values()].map(({ name }) => name);
    expect(new Set(PLATFORM_ROUTES.map(({ name }) => name))).toEqual(new Set(names));
  });

  it('know the field that exposes each documented member', () => {
    const hidden = ROUTES.flatMap(({ id, response }) => {
      if (response.kind !== 'json') return [];
      const type = RECORD_TYPES[id] ?? '';
      const wrapper = /^(docs|total|page|limit|pages)$/;
      return membersOf(response.schema)
        .map((member) => member.path.replace(/^(docs)?\[\]\./, ''))
        .filter((member) => !wrapper.test(member) && fieldExposing(schema, type, member) === null)
        .map((member) => `${id} ${member}`);
    });
    expect(hidden).toEqual(NOT_IN_THE_GRAPH);
    const levels = 'levels[].lessons[].childLessons[].locked';
    expect(fieldExposing(schema, 'Course', levels)).toBe('Lesson.locked');
    expect(fieldExposing(schema, 'User', 'userId')).toBe('User.id');
  });
});
