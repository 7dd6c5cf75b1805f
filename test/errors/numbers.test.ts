import { describe, expect, it } from 'vitest';
import { as } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

/** Integers that a double would turn into 9007199254740992, 12345678901234567000 and 1e+21. */
const LONG = ['9007199254740993', '-9007199254740993', '12345678901234567890', '1000000000000000000000'];
const EXACT = [
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992',
  '1e3',
  '0.1',
  '"9007199254740993"',
];

const SET_VALUE =
  'mutation ($v: JSON) { setBucketValue(input: { id: "trail-map", key: "huts", value: $v }) { public } }';
const SET_LITERAL = (value: string) =>
  `mutation { setBucketValue(input: { id: "trail-map", key: "huts", value: ${value} }) { public } }`;

describe('an integer that a double cannot hold', () => {
  const gateway = suiteGateway();

  /** Sends JSON as it is written: a test that stringifies would round it itself. */
  const post = async (query: string, variables: string) => {
    const seen = gateway.requests.length;
    const body = `{"query":${JSON.stringify(query)},"variables":${variables}}`;
    const { errors } = await gateway.post(body, { as: as.student });
    return { errors, bodies: gateway.requests.slice(seen).map(({ body }) => body) };
  };

  const invalid = (argument: readonly (string | number)[]) => [
    {
      message: expect.stringContaining('This integer would lose precision: send it as a string.'),
      locations: expect.anything(),
      path: expect.anything(),
      extensions: expect.objectContaining({ code: 'BAD_USER_INPUT', reason: 'INVALID', argument }),
    },
  ];

  it.each(LONG)('is refused in a JSON variable, at its path: %s', async (number) => {
    const { errors, bodies } = await post(SET_VALUE, `{"v":{"a":[1,{"b":${number}}]}}`);
    expect(errors).toEqual([{ ...invalid(['input', 'value', 'a', 1, 'b'])[0], path: undefined }]);
    expect(errors[0]?.extensions.variable).toEqual(['v', 'a', 1, 'b']);
    expect(bodies).toEqual([]);
  });

  it.each(LONG)('is refused in a JSON literal, at its path: %s', async (number) => {
    const { errors, bodies } = await post(SET_LITERAL(`{ a: [1, { b: ${number} }] }`), '{}');
    expect(errors).toEqual(invalid(['input', 'value', 'a', 1, 'b']));
    expect(bodies).toEqual([]);
  });

  it.each(LONG)('is refused as an ID: %s', async (number) => {
    const { errors, bodies } = await post('query ($id: ID!) { note(id: $id) { id } }', `{"id":${number}}`);
    expect(errors).toEqual([{ ...invalid(['id'])[0], path: undefined }]);
    expect(bodies).toEqual([]);
    const inUrl = await fetch(
      `${gateway.url}/graphql?${new URLSearchParams({
        query: 'query ($id: ID!) { note(id: $id) { id } }',
        variables: `{"id":${number}}`,
      })}`,
      { headers: { ...as.student, 'apollo-require-preflight': 'yes' } },
    );
    expect(JSON.parse(await inUrl.text()).errors).toEqual([{ ...invalid(['id'])[0], path: undefined }]);
  });

  it('is passed on as an ID in a literal, which is text', async () => {
    await post('{ note(id: 9007199254740993) { id } }', '{}');
    expect(gateway.requests.at(-1)?.query).toBe('noteId=9007199254740993');
  });

  it.each(EXACT)('does not refuse %s', async (json) => {
    for (const { errors, bodies } of [
      await post(SET_VALUE, `{"v":[${json}]}`),
      await post(SET_LITERAL(`[${json}]`), '{}'),
    ]) {
      expect(errors).toEqual([]);
      expect(JSON.parse(bodies[0] ?? '').value).toEqual([JSON.parse(json)]);
    }
  });

  it('is not the only number that would be sent as another: one out of range is refused', async () => {
    const { errors, bodies } = await post(SET_VALUE, '{"v":[1e999]}');
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', argument: ['input', 'value'] } }]);
    expect(bodies).toEqual([]);
  });
});
