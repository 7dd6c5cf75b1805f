import {
  type GraphQLArgument,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { FULL } from '../support/fleet-form.ts';
import { FIELDS } from './fields.ts';

export type Path = readonly (string | number)[];

/** One rule, violated. */
export interface Violation {
  field: string;
  /** Where the value is put; absent from its object if undefined. */
  at: Path;
  value: unknown;
  /** The path that the error names. Default: `at`. */
  names?: Path;
  says: string;
  /** True if the value is not of its type, which validation finds in a literal. */
  ofType: boolean;
}

const id = 'x'.repeat(257);

type Row = readonly [field: string, at: Path, value: unknown, says: string, names?: Path];

/** Rules of single arguments beyond their type, as the contract documents them. */
const ROWS: readonly Row[] = [
  ...Object.entries(FIELDS).flatMap(([field, { arguments: given }]): Row[] => [
    ...('first' in given ? [-1, 101].map((size): Row => [field, ['first'], size, 'between 0 and 100']) : []),
    ...('after' in given
      ? ['', 'altered'].map((cursor): Row => [field, ['after'], cursor, 'is not a cursor of this'])
      : []),
    ...('orgIds' in given
      ? [
          [field, ['orgIds'], [], 'must not be empty'] as const,
          [field, ['orgIds', 0], 'a,b', 'must not contain a comma'] as const,
        ]
      : []),
  ]),
  ['Query.badgeAssertions', ['userIds', 1], 'a,b', 'must not contain a comma'],
  ['Query.learners', ['userIds', 1], 'a,b', 'must not contain a comma'],
  ['Query.otherSkills', ['userIds', 1], 'a,b', 'must not contain a comma'],
  ['Query.candidates', ['capabilityIds'], [], 'at least one'],
  ['Query.leaderboard', ['categories'], ['a,b'], 'must not contain a comma', ['categories', 0]],
  ['Query.leaderboardRank', ['categories'], ['a,b'], 'must not contain a comma', ['categories', 0]],
  ['Query.randomUsers', ['count'], 0, 'between 1 and 25'],
  ['Query.randomUsers', ['count'], 26, 'between 1 and 25'],
  ['Bucket.data', ['key'], '', 'separated by dots'],
  ['Bucket.data', ['key'], 'a..b', 'separated by dots'],
  ['Bucket.data', ['key'], 'a.constructor.b', 'separated by dots'],
  ['Bucket.data', ['key'], 'prototype', 'separated by dots'],

  ['Mutation.beginSignIn', ['input', 'redirectUri'], '/callback', 'an absolute URL'],
  ['Mutation.beginSignIn', ['input', 'state'], '', 'must not be empty'],
  ['Mutation.beginSignIn', ['input', 'nonce'], '', 'must not be empty'],
  ...['Mutation.exchangeCode', 'Mutation.completeAtoSignOn'].flatMap((field) =>
    ['a'.repeat(42), 'a'.repeat(129), `${'a'.repeat(42)}-`, `${'a'.repeat(42)} `].map(
      (verifier): Row => [field, ['input', 'codeVerifier'], verifier, 'must be'],
    ),
  ),
  ['Mutation.exchangeCode', ['input', 'deviceToken'], '', 'must not be empty'],
  ['Mutation.completeAtoSignOn', ['input', 'state'], id, 'at most 256 bytes'],
  ['Mutation.updateAtoStatus', ['input'], { id: 'r-1' }, 'at least one of `status`'],
  ['Mutation.addUserInfo', ['input', 'additionalInfo'], [], 'at least one item'],
  ['Mutation.setBucketValue', ['input', 'key'], 'a..b', 'separated by dots'],
  ['Mutation.setBucketValue', ['input', 'key'], '__proto__', 'separated by dots'],
  ['Mutation.setBucketValue', ['input', 'value'], undefined, 'is required'],
  ['Mutation.submitScore', ['input', 'categories'], [], 'at least one category'],
  [
    'Mutation.submitScore',
    ['input', 'categories'],
    ['a,b'],
    'must not contain a comma',
    ['input', 'categories', 0],
  ],

  ['Mutation.recordStatement', ['input', 'verb', 'id'], 'completed', 'an absolute URL'],
  [
    'Mutation.recordStatement',
    ['input', 'verb', 'id'],
    'https://app.example/verbs/slept',
    'one of the verbs',
  ],
  ['Mutation.recordStatement', ['input', 'object', 'id'], 'lesson', 'an absolute URL'],
  ['Mutation.recordStatement', ['input', 'object', 'properties'], { id: 'x' }, 'must not contain `id`'],
  [
    'Mutation.recordStatement',
    ['input', 'object', 'ids'],
    { course: 'c-1' },
    'is required for an object of kind LESSON',
    ['input', 'object', 'ids', 'lesson'],
  ],
  ['Mutation.recordStatement', ['input', 'context', 'properties'], { extensions: {} }, 'must not contain'],
  [
    'Mutation.recordStatement',
    ['input', 'actor', 'objectType'],
    'AGENT',
    'requires `objectType: GROUP`',
    ['input', 'actor', 'members'],
  ],
  ['Mutation.recordStatement', ['input', 'actor', 'members', 0], { name: 'Kofi' }, 'exactly one of'],
  [
    'Mutation.recordStatement',
    ['input', 'actor', 'members', 0],
    { accountName: 'kofi', openid: 'https://id.example/kofi' },
    'exactly one of',
  ],

  [
    'Mutation.recordActivity',
    ['input', 'object'],
    { questionText: 'Why?' },
    'requires `input.object.lessonId`',
    ['input', 'object', 'questionText'],
  ],
  [
    'Mutation.recordActivity',
    ['input', 'object'],
    { questionIndex: 1 },
    'requires `input.object.lessonId`',
    ['input', 'object', 'questionIndex'],
  ],
  ['Mutation.recordActivity', ['input', 'object', 'questionIndex'], -1, '0 or more'],
  ...['error', 'assist', 'safety', 'knowledge'].map(
    (mark): Row => [
      'Mutation.recordActivity',
      ['input', 'object', mark],
      {},
      'a boolean, a number or a string',
    ],
  ),
  ['Mutation.recordActivity', ['input', 'object', 'extra'], { target: 'x' }, 'must not contain `target`'],
];

/** Values of the right JSON type that are not of the type. */
const INVALID: Readonly<Record<string, readonly unknown[]>> = {
  DateOrDateTime: ['yesterday', '2001-13-45', '2026-02-30T00:00:00Z'],
  DateTime: ['yesterday', '2026-02-03', '2026-02-30T00:00:00Z'],
  SafeInt: [1.5, 2 ** 53],
  Int: [1.5, 2 ** 31],
  AtoStatus: ['DONE'],
  AtoAlertType: ['FATAL'],
  JSONObject: ['text', []],
};

/** One invalid value of a type; all that are known, and an object, in the long run. */
const invalidOf = (type: string): readonly unknown[] => {
  const all = [...(INVALID[type] ?? []), ...(type === 'JSONObject' ? [] : [{}])];
  return FULL ? all : all.slice(0, 1);
};

/** The maximum length in bytes that the description of a text states. */
function lengthIn(description: string | null | undefined): number {
  const [, stated] = /At most ([\d,]+) bytes( in all)?\.$/.exec(description ?? '') ?? [];
  if (stated === undefined) throw new Error(`no length is stated: ${description}`);
  return Number(stated.replaceAll(',', ''));
}

const atMost = (description: string | null | undefined): string =>
  `at most ${lengthIn(description).toLocaleString('en-US')} bytes`;

/** What holds for every argument by its type: its type, no null or empty text where it is required, no long texts and IDs. */
function rulesOf(
  field: string,
  at: Path,
  { type, description }: Pick<GraphQLArgument, 'type' | 'description'>,
  given: unknown,
): Violation[] {
  const violation = (value: unknown, says: string, ofType: boolean): Violation => ({
    field,
    at,
    value,
    says,
    ofType,
  });
  if (isNonNullType(type)) {
    const name = getNamedType(type).name;
    const isText = !isListType(type.ofType) && (name === 'String' || name === 'ID');
    return [
      violation(null, 'must not be null', true),
      ...(isText ? [violation('', 'must ', false)] : []),
      ...rulesOf(field, at, { type: type.ofType, description }, given),
    ];
  }
  if (isListType(type)) {
    const [item] = Array.isArray(given) ? given : [];
    const name = getNamedType(type).name;
    const half = () => Math.ceil(lengthIn(description) / 2) + 1;
    return [
      ...(name === 'String'
        ? [
            violation(
              ['a', 'b'].map((letter) => letter.repeat(half())),
              atMost(description),
              false,
            ),
          ]
        : []),
      ...rulesOf(field, [...at, 0], { type: type.ofType, description }, item),
    ];
  }
  if (isInputObjectType(type)) {
    const members = Object.values(type.getFields());
    return members.flatMap((member) =>
      rulesOf(field, [...at, member.name], member, Reflect.get(Object(given), member.name)),
    );
  }
  if (type.name === 'JSON') return [];
  return [
    ...invalidOf(type.name).map((value) => violation(value, 'is invalid', true)),
    ...(type.name === 'String'
      ? [violation('é'.repeat(lengthIn(description) / 2 + 1), atMost(description), false)]
      : []),
    ...(type.name === 'ID'
      ? [violation('', 'must not be empty', false), violation(id, 'at most 256 bytes', false)]
      : []),
  ];
}

/** All violations, by field. */
export function violationsOf(schema: GraphQLSchema, field: string): Violation[] {
  const [parent = '', name = ''] = field.split('.');
  const type = schema.getType(parent);
  const definition = type && 'getFields' in type ? type.getFields()[name] : undefined;
  const args = definition && 'args' in definition ? definition.args : [];
  return [
    ...args.flatMap((one) => rulesOf(field, [one.name], one, FIELDS[field]?.arguments[one.name])),
    ...ROWS.filter(([one]) => one === field).map(([, at, value, says, names]) => ({
      field,
      at,
      value,
      says,
      ...(names ? { names } : {}),
      ofType: false,
    })),
  ];
}
