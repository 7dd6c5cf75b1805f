import { describe, expect, it } from 'vitest';
import { json } from './support/faults.ts';
import { as, queryAnother } from './support/gateway.ts';
import { suiteGateway } from './support/suite.ts';

const COMPLETED = 'http://adlnet.gov/expapi/verbs/completed';
const RECORD_STATEMENT = `mutation ($input: RecordStatementInput!) { recordStatement(input: $input) { statementId extra } }`;
const RECORD_ACTIVITY = `mutation ($input: RecordActivityInput!) { recordActivity(input: $input) { statementId extra } }`;

describe('xAPI statements', () => {
  const gateway = suiteGateway();

  const lastBody = (): unknown => JSON.parse(gateway.requests.at(-1)?.body ?? '');
  const send = (document: string, input: unknown) =>
    gateway.query(document, { as: as.student, variables: { input } });

  describe('version 2', () => {
    const statement = {
      actor: { accountName: '@ana.ferreira' },
      verb: { id: COMPLETED },
      object: { kind: 'LESSON', ids: { lesson: 'l-tourniquet' } },
    };

    it.each([
      ['COURSE', 'course', 'course', 'c-first-aid'],
      ['LESSON', 'lesson', 'lesson', 'l-tourniquet'],
      ['LESSON_RESULT', 'lessonResult', 'lesson-result', 'r-1'],
      ['OBJECTIVE', 'objective', 'objective', 'o-evacuate'],
      ['BADGE', 'badge', 'badge', 'b-o-evacuate'],
      ['STUDENT', 'student', 'student', 's-first-aid-spring-ana'],
      ['EDUCATION_CLASS', 'educationClass', 'education-class', 'g-first-aid-spring'],
      ['USER', 'user', 'user', 'u-ana'],
    ])("uses the platform's name for a %s and requires its ID", async (kind, field, name, id) => {
      const { errors } = await send(RECORD_STATEMENT, {
        ...statement,
        object: { kind, ids: { [field]: id } },
      });
      expect(errors).toEqual([]);
      expect(lastBody()).toMatchObject({
        object: {
          id: `https://platform.example/xapi/objects/${name}`,
          extensions: { [`https://platform.example/xapi/api-id/${name}`]: id },
        },
      });
      const without = await send(RECORD_STATEMENT, { ...statement, object: { kind, ids: {} } });
      expect(without.errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
      expect(without.errors[0]?.message).toContain(`\`input.object.ids.${field}\``);
      expect(without.calls).toEqual([]);
    });

    it('refers to another statement by its UUID', async () => {
      const { lesson } = statement.object.ids;
      const id = '1f0a4a52-3c40-4d0e-8a2b-5c1e0a6f9d11';
      const object = { kind: 'LESSON', ids: { lesson }, id, objectType: 'STATEMENT_REF' };
      gateway.faults.set('POST /edu/v2/xapi/statement', json({}));
      const { errors } = await send(RECORD_STATEMENT, { ...statement, object });
      expect(errors).toEqual([]);
      expect(lastBody()).toMatchObject({ object: { objectType: 'StatementRef', id } });
      const activity = { ...object, objectType: 'ACTIVITY' };
      const refused = await send(RECORD_STATEMENT, { ...statement, object: activity });
      expect(refused.errors[0]?.extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: ['input', 'object', 'id'],
      });
    });

    it('is visible to later fields of the same operation', async () => {
      const input = JSON.stringify({ accountName: '@ana.ferreira' }).replaceAll(
        '"accountName"',
        'accountName',
      );
      const score = (scaled: number) =>
        `recordStatement(input: { actor: ${input}, verb: { id: "${COMPLETED}" }, object: { kind: LESSON, ids: { lesson: "l-bleeding" } }, result: { score: { scaled: ${scaled} } } }) { statementId }`;
      const note = `createNote(input: { text: "x", courseId: "c-first-aid" }) { note { course { objectives { performance { lessonScores { lessonId score } } } } } }`;
      const { data } = await gateway.student(
        `mutation { a: ${score(0.1)} b: ${note} c: ${score(0.9)} d: ${note} }`,
      );
      const scoreIn = (payload: {
        note: { course: { objectives: Performed[] } };
      }): number | null | undefined =>
        payload.note.course.objectives
          .flatMap(({ performance }) => performance?.lessonScores ?? [])
          .find(({ lessonId }) => lessonId === 'l-bleeding')?.score;
      expect([scoreIn(data.b), scoreIn(data.d)]).toEqual([10, 90]);
    });

    it('reads the ID from a list with one item, as the xAPI specification defines', async () => {
      gateway.faults.set('POST /edu/v2/xapi/statement', json(['e05aa883']));
      const { data } = await send(RECORD_STATEMENT, statement);
      expect(data.recordStatement.statementId).toBe('e05aa883');
    });

    it('uses the configured URLs, and accepts any verb without a list', async () => {
      const settings = {
        PLATFORM_URL: gateway.sandbox.url,
        XAPI_HOME_PAGE: 'https://home.example',
        XAPI_BASE: 'https://base.example/',
        XAPI_API_ID_BASE: 'https://ids.example/x',
      };
      const input = { ...statement, verb: { id: 'https://my.example/verbs/ate' } };
      const { errors } = await queryAnother(settings, RECORD_STATEMENT, {
        as: as.student,
        variables: { input },
      });
      expect(errors[0]?.extensions.upstream).toMatchObject({
        route: 'POST /edu/v2/xapi/statement',
        status: 400,
      });
      expect(lastBody()).toMatchObject({
        actor: { account: { homePage: 'https://home.example' } },
        verb: { id: 'https://my.example/verbs/ate' },
        object: {
          id: 'https://base.example/objects/lesson',
          extensions: { 'https://ids.example/x/lesson': 'l-tourniquet' },
        },
      });
    });
  });

  describe('version 1', () => {
    it('accepts marks as any JSON scalar, and a date as the time', async () => {
      gateway.faults.set('POST /edu/v1/xapi/statement', json({}));
      const { errors } = await send(RECORD_ACTIVITY, {
        verb: 'Slipped',
        object: { error: 'loose knot', assist: 2, safety: false, knowledge: true },
        actorId: 'u-ana',
        timestamp: '2026-03-01',
      });
      expect(errors).toEqual([]);
      expect(lastBody()).toEqual({
        timestamp: '2026-03-01',
        actor: 'u-ana',
        verb: 'Slipped',
        object: { error: 'loose knot', assist: 2, safety: false, knowledge: true },
      });
    });
  });
});

interface Performed {
  performance: { lessonScores: { lessonId: string; score: number | null }[] } | null;
}
