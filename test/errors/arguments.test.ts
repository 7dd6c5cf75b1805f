import { isObjectType } from 'graphql';
import { SAMPLES } from 'learning-platform-kit/contract/examples';
import { nameOf } from 'learning-platform-kit/contract/routes';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputReason } from '../../src/graph/errors.ts';
import { deliver } from '../support/fleet-ask.ts';
import { FULL } from '../support/fleet-form.ts';
import { as, type QueryResult } from '../support/gateway.ts';
import { schema } from '../support/schema.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';
import { byLiteral, byMember, byVariable, validDocument } from './documents.ts';
import { FIELDS } from './fields.ts';
import { type Violation, violationsOf } from './violations.ts';

const withArguments = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type))
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ args }) => args.length > 0)
      .map(({ name }) => `${type.name}.${name}`),
  );

const gateway = suiteGateway();
beforeAll(async () => {
  const request = { requestId: SAMPLES.atoRequestId, status: 'in-progress' };
  expect(await deliver(gateway.url, gateway.sandbox, request)).toBe(200);
});

const send = (
  field: string,
  document: string,
  variables: Record<string, unknown> = {},
): Promise<QueryResult> =>
  gateway.query(document, {
    as: FIELDS[field]?.as ?? as.student,
    variables,
    headers: field.startsWith('Subscription.') ? { accept: 'text/event-stream' } : {},
  });

/** The reasons of violations, by what the message says. */
const REASONS: readonly (readonly [RegExp, InputReason])[] = [
  [
    /^must $|is required|must not be empty|must not be null|at least one (item|category|capability)|^at least one$/,
    'REQUIRED',
  ],
  [/^between|0 or more/, 'OUT_OF_RANGE'],
  [/at most [\d,]+ bytes/, 'TOO_LONG'],
  [/must not contain|is not a field|one of the verbs/, 'NOT_ALLOWED'],
  [/at least one of|exactly one of|^requires/, 'INCOMPLETE'],
];

/** The limits that a message states are those of the reason. */
function reasonProblems(
  { reason, bounds }: QueryResult['errors'][number]['extensions'],
  says: string,
): string[] {
  const expected = REASONS.find(([pattern]) => pattern.test(says))?.[1] ?? 'INVALID';
  const limits = Object.values(bounds ?? {}).map(Number);
  const stated =
    expected === 'OUT_OF_RANGE' || expected === 'TOO_LONG'
      ? (says.replaceAll(',', '').match(/\d+/g) ?? []).map(Number)
      : [];
  return [
    ...(reason === expected ? [] : [`reason ${reason} instead of ${expected}`]),
    ...(stated.join() === limits.join() ? [] : [`bounds ${limits} instead of ${stated}`]),
  ];
}

/** What is wrong with the errors of a violation. Empty: nothing. */
function problemsIn(
  errors: QueryResult['errors'],
  { at, names = at, says }: Violation,
  code: string,
): string[] {
  const [first] = errors;
  if (!first) return ['no error'];
  return [
    ...(first.message.includes(says) || code !== 'BAD_USER_INPUT' ? [] : [`says: ${first.message}`]),
    ...errors.flatMap(({ extensions }) => [
      ...(extensions.code === code ? [] : [`code ${extensions.code}`]),
      ...(JSON.stringify(extensions.argument) === JSON.stringify(names)
        ? []
        : [`argument ${JSON.stringify(extensions.argument)}`]),
      ...(extensions.retryable ? ['retryable'] : []),
      ...(code === 'BAD_USER_INPUT' ? reasonProblems(extensions, says) : []),
    ]),
  ];
}

describe('an invalid argument', IN_ORDER, () => {
  it('is tested for every field with arguments', () => {
    expect(Object.keys(FIELDS).toSorted()).toEqual(withArguments.toSorted());
  });

  it.each(withArguments)('is named by its path, without a platform call: %s', async (field) => {
    const violations = violationsOf(schema, field);
    expect(violations).not.toEqual([]);
    const seen = gateway.requests.length;
    const sent = violations.flatMap((violation, index) => {
      const ways = [
        { violation, way: 'literal', request: byLiteral(schema, violation) },
        // A variable for the whole argument is the same as one for its only value.
        ...(violation.at.length > 1
          ? [{ violation, way: 'variable', request: byVariable(schema, violation) }]
          : []),
        { violation, way: 'member', request: byMember(schema, violation) },
      ];
      // In the short form, each in one of the ways.
      return FULL ? ways : ways.slice(index % ways.length, (index % ways.length) + 1);
    });
    const wrong: string[] = [];
    // One after another: a burst would be shed.
    for (const { violation, way, request } of sent) {
      const { errors } = await send(field, request.document, request.variables);
      const code = way === 'literal' && violation.ofType ? 'GRAPHQL_VALIDATION_FAILED' : 'BAD_USER_INPUT';
      const shown = `${violation.at.join('.')}: ${JSON.stringify(violation.value)?.slice(0, 40)} by ${way}`;
      wrong.push(...problemsIn(errors, violation, code).map((problem) => `${shown}: ${problem}`));
    }
    expect(wrong).toEqual([]);
    const { before = [] } = FIELDS[field] ?? {};
    const calls = gateway.requests.slice(seen).map(nameOf);
    expect(calls.filter((call) => !before.includes(call))).toEqual([]);
  });

  it.each(withArguments.filter((field) => !field.startsWith('Subscription.')))(
    'is not reported for valid ones: %s',
    async (field) => {
      const { errors } = await send(field, validDocument(schema, field).replace(/, after: "cursor"/, ''));
      expect(errors.filter(({ extensions }) => extensions.argument)).toEqual([]);
    },
  );

  it('is named with its variable, and once for each argument that uses the variable', async () => {
    const { status, data, errors, calls } = await gateway.query(
      `mutation ($text: String!, $id: ID) {
        createNote(input: { text: $text, lessonId: $id }) { extra }
        sendNotification(input: { receiverId: "u-kofi", text: "t", path: $text }) { extra }
        ...More
      }
      fragment More on Mutation { deleteNote(input: { id: $text }) { extra } }`,
      { as: as.student, variables: { text: {}, id: 'l' } },
    );
    // A string variable does not fit an ID, which validation reports before the variables are known.
    expect(status).toBe(400);
    expect(data).toBeUndefined();
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['GRAPHQL_VALIDATION_FAILED']);
    const valid = await gateway.query(
      `mutation ($text: String!) {
        createNote(input: { text: $text }) { extra }
        ...More
      }
      fragment More on Mutation {
        addUserInfo(input: { userId: "u-ana", additionalInfo: [{ title: "t", description: $text }] }) { extra }
        again: createNote(input: { text: $text }) { extra }
      }`,
      { as: as.student, variables: { text: {} } },
    );
    expect(
      valid.errors.map(({ extensions: { code, argument, variable } }) => ({ code, argument, variable })),
    ).toEqual([
      { code: 'BAD_USER_INPUT', argument: ['input', 'text'], variable: ['text'] },
      {
        code: 'BAD_USER_INPUT',
        argument: ['input', 'additionalInfo', 0, 'description'],
        variable: ['text'],
      },
    ]);
    expect([...calls, ...valid.calls]).toEqual([]);
  });

  it('is the exact member within an input variable: missing, null, of the wrong type or unknown', async () => {
    const { errors } = await gateway.query(
      'mutation ($input: AddUserInfoInput!) { addUserInfo(input: $input) { extra } }',
      {
        as: as.plugin,
        variables: { input: { userId: null, additionalInfo: [{ title: 7, note: 'x' }, 'text'] } },
      },
    );
    const named = errors.map(
      ({ extensions: { argument = [] }, message }) => `${argument.join('.')}: ${message}`,
    );
    expect(named).toEqual([
      'input.userId: `$input.userId` must not be null.',
      expect.stringContaining('input.additionalInfo.0.title: `$input.additionalInfo.0.title` is invalid: '),
      'input.additionalInfo.0.description: `$input.additionalInfo.0.description` is required.',
      'input.additionalInfo.0.note: `$input.additionalInfo.0.note` is not a field of UserInfoInput.',
      'input.additionalInfo.1: `$input.additionalInfo.1` must be an object.',
    ]);
    expect(errors.map(({ extensions: { variable } }) => variable)).toEqual(
      errors.map(({ extensions: { argument } }) => argument),
    );
  });

  it('is the one that is null, not one that takes its default', async () => {
    const { errors } = await gateway.query(
      `mutation ($persist: Boolean, $text: String = "t") {
        sendNotification(input: { persist: $persist, receiverId: "u-kofi", text: $text }) { extra }
      }`,
      { as: as.student, variables: { text: null } },
    );
    expect(errors.map(({ extensions: { argument, variable } }) => ({ argument, variable }))).toEqual([
      { argument: ['input', 'text'], variable: ['text'] },
    ]);
  });

  it('has no argument if the variable is used in a condition alone', async () => {
    const { errors } = await gateway.query('query ($me: Boolean!) { me @include(if: $me) { id } }', {
      as: as.student,
    });
    expect(
      errors.map(({ extensions: { code, argument, variable } }) => ({ code, argument, variable })),
    ).toEqual([{ code: 'BAD_USER_INPUT', argument: undefined, variable: ['me'] }]);
  });

  it('is not named if only the platform knows it, and its response is not quoted', async () => {
    const { errors, calls } = await gateway.query(
      'mutation { registerDevice(input: { deviceToken: "d", refreshToken: "unknown" }) { extra } }',
      { as: as.student },
    );
    expect(calls).toEqual(['PUT /notifications/v1/register']);
    expect(errors.map(({ extensions }) => [extensions.code, extensions.argument, extensions.reason])).toEqual(
      [['BAD_USER_INPUT', undefined, 'REJECTED']],
    );
    expect(errors[0]?.message).toBe("The platform rejected this field's values: check the arguments.");
  });

  it('is named if the platform knows nothing with the only ID of a write', async () => {
    const { errors } = await gateway.query(
      `mutation {
        deleteNote(input: { id: "n-none" }) { deletedId }
        createNote(input: { text: "x", courseId: "c-none" }) { noteId }
        two: createNote(input: { text: "x", courseId: "c-none", lessonId: "l-none" }) { noteId }
      }`,
      { as: as.student },
    );
    expect(errors.map(({ extensions: { code, argument, reason } }) => ({ code, argument, reason }))).toEqual([
      { code: 'NOT_FOUND', argument: ['input', 'id'], reason: 'NOT_FOUND' },
      { code: 'NOT_FOUND', argument: ['input', 'courseId'], reason: 'NOT_FOUND' },
      { code: 'NOT_FOUND', argument: undefined, reason: undefined },
    ]);
  });
});
