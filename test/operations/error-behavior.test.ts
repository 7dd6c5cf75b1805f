import { getOperationAST, parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { createAudiences } from '../../src/operations/streams/shared-executions.ts';
import { json, status } from '../support/faults.ts';
import { as, jsonOf, type QueryResult, startGateway, type TestGateway } from '../support/gateway.ts';
import { overSocket } from '../support/over-socket.ts';

const LEVELS = 'GET /edu/v1/course/levels';
const OBJECTIVES = 'GET /edu/v1/course/objectives';
const PARAMETERS = '{ course(id: "c-knots") { name levels { id lessons { id launchParameters } } } }';

describe('`onError`', { tags: 'compiled' }, () => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await startGateway();
    gateway.faults.set(
      LEVELS,
      json({
        courseId: 'c',
        levels: [{ levelId: 1, lessons: [{ lessonId: 1, courseId: 'c', launchParameters: ['a', null] }] }],
      }),
    );
  });
  afterEach(() => gateway.close());

  const send = (parameters: object) => gateway.post(parameters, { as: as.student });
  /** The response to a document that is new, and to one that is known. */
  const sendTwice = async (parameters: object) => {
    const [first, second] = [await send(parameters), await send(parameters)];
    const withoutIds = ({ status: code, text }: QueryResult) => [
      code,
      text.replaceAll(/"requestId":"[^"]+"/g, ''),
    ];
    expect(withoutIds(second)).toEqual(withoutIds(first));
    return second;
  };
  const error = { path: ['course', 'levels', 0, 'lessons', 0, 'launchParameters', 1] };

  it.each([undefined, null, 'PROPAGATE'])(
    'propagates an error to the nearest nullable position: %s',
    async (onError) => {
      const { data, errors } = await sendTwice({ query: PARAMETERS, onError });
      expect(data.course.levels[0].lessons[0]).toEqual({ id: '1', launchParameters: null });
      expect(errors).toMatchObject([error]);
    },
  );

  it('nulls the position of the error alone, also where the schema says that it is not null', async () => {
    const { data, errors } = await sendTwice({ query: PARAMETERS, onError: 'NULL' });
    expect(data.course.levels[0].lessons[0]).toEqual({ id: '1', launchParameters: ['a', null] });
    expect(errors).toMatchObject([error]);
  });

  it('halts with the error alone', async () => {
    gateway.faults.set(OBJECTIVES, status(403));
    for (const query of [
      PARAMETERS,
      '{ course(id: "c-knots") { name objectives { id } levels { lessons { launchParameters } } } }',
    ]) {
      const response = await sendTwice({ query, onError: 'HALT' });
      expect(response).toMatchObject({ status: 200, data: null });
      expect(response.errors).toHaveLength(1);
    }
    expect((await send({ query: '{ course(id: "c-knots") { name } }', onError: 'HALT' })).errors).toEqual([]);
  });

  it('is a parameter of GET and of socket messages, too', async () => {
    const search = new URLSearchParams({ query: PARAMETERS, onError: 'NULL' });
    const response = await fetch(`${gateway.url}/graphql?${search}`, {
      headers: { 'apollo-require-preflight': 'true', ...as.student },
    });
    expect((await jsonOf(response)).data.course.levels[0].lessons[0].launchParameters).toEqual(['a', null]);
    const message = await overSocket(gateway.url, { query: PARAMETERS, onError: 'HALT' });
    expect(JSON.parse(message).payload).toMatchObject({ data: null, errors: [error] });
  });

  it('separates subscribers who would otherwise share a result', () => {
    const joinAudience = createAudiences(SYSTEM_CLOCK);
    const document = parse('subscription { atoAlertRaised(requestId: "1") { cursor } }');
    const definition = getOperationAST(document);
    if (!definition) throw new Error('the document has an operation');
    const operation = { document, definition, variables: {}, countsCalls: false };
    const join = (onError: 'NULL' | 'HALT') => joinAudience({ ...operation, onError }, { kind: 'none' });
    expect(join('NULL')).toBe(join('NULL'));
    expect(join('NULL')).not.toBe(join('HALT'));
  });

  it('may not have another value', async () => {
    for (const onError of ['null', 'ABORT', 1, {}]) {
      const { status: code, errors } = await send({ query: PARAMETERS, onError });
      expect([code, errors[0]?.extensions.code, errors[0]?.message]).toEqual([
        400,
        'BAD_REQUEST',
        '`onError` must be one of PROPAGATE, NULL, HALT.',
      ]);
    }
    expect(gateway.requests).toEqual([]);
  });

  it('does not let a mutation halt: its response says what was written', async () => {
    const query = 'mutation { createNote(input: { text: "a", courseId: "c-first-aid" }) { note { id } } }';
    const { status: code, errors } = await send({ query, onError: 'HALT' });
    expect([code, errors[0]?.extensions.code]).toEqual([400, 'BAD_REQUEST']);
    expect(gateway.requests).toEqual([]);
    expect((await send({ query, onError: 'NULL' })).data.createNote.note.id).toEqual(expect.any(String));
  });

  it('is refused by graphql-js, which only propagates', async () => {
    const reference = await startGateway({ environment: { EXECUTOR: 'graphql-js' } });
    for (const onError of ['NULL', 'HALT']) {
      const { status: code, errors } = await reference.post({ query: PARAMETERS, onError });
      expect([code, errors[0]?.extensions.code]).toEqual([501, 'NOT_CONFIGURED']);
    }
    expect(reference.requests).toEqual([]);
    await reference.close();
  });
});
