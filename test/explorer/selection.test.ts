import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';

/** A module for browsers, which also runs here. */
const { placeAt, toggled } = await import('../../packages/explorer/editor/selection.js' as string);

const schema = buildSchema(`
  type Query { me: User course(id: ID!): Course }
  type Mutation { rename(input: RenameInput!): User }
  type User { name: String friends: [User!] }
  type Course { name: String level(id: ID!): Level }
  type Level { name: String }
  input RenameInput { name: String! }
`);

/** Splits a text at its cursor, `|`. */
const at = (marked: string): [text: string, position: number] => [
  marked.replace('|', ''),
  marked.indexOf('|'),
];

describe('the place of the cursor', () => {
  const place = (marked: string) => {
    const found = placeAt(...at(marked), schema);
    return (
      found && [found.type, found.way.map(({ label }: { label: string }) => label).join('.'), found.field]
    );
  };

  it.each([
    ['{ me { na|me } }', ['User', 'Query.me', 'User.name']],
    ['{ me { | } }', ['User', 'Query.me', null]],
    ['{ me { friends { |', ['User', 'Query.me.friends', null]],
    [
      'query A($id: ID!) { c: course(id: $id) @include(if: true) { lev|el } }',
      ['Course', 'Query.course', 'Course.level'],
    ],
    ['{ me { ... on User { na|me } } }', ['User', 'Query.me.User', 'User.name']],
    ['query A { me { ...F } } fragment F on User { friends { | } }', ['User', 'User.friends', null]],
    ['# a comment { with|out } meaning\n{ me { name } }', ['Query', 'Query', null]],
    ['{ course(id: "}") { |name } }', ['Course', 'Query.course', 'Course.name']],
    ['{ unknown { | } }', null],
    ['|', null],
  ])('is found in %s', (marked, expected) => {
    expect(place(marked)).toEqual(expected);
  });
});

describe('toggling a field', () => {
  /** The text afterwards, with its cursor. */
  const toggle = (marked: string, type: string, field: string): string | null => {
    const [text, position] = at(marked);
    const change = toggled(text, position, schema, type, field);
    if (change === null) return null;
    let changed = text;
    // From the end, so that earlier changes do not move later ones.
    for (const { from, to = from, insert = '' } of change.changes.toSorted(
      (one: { from: number }, other: { from: number }) => other.from - one.from,
    ))
      changed = changed.slice(0, from) + insert + changed.slice(to);
    return `${changed.slice(0, change.cursor)}|${changed.slice(change.cursor)}`;
  };

  it.each([
    ['adds it behind the last one', '{ me { name| } }', 'User', 'friends', '{ me { name friends { | } } }'],
    ['keeps lines', '{\n  me {\n    |\n  }\n}', 'User', 'name', '{\n  me {\n    name|\n  }\n}'],
    ['keeps one line', '{ me { |}}', 'User', 'name', '{ me { name| }}'],
    ['completes what is open', 'query {|', 'Query', 'me', 'query {\n  me {\n    |\n  }\n'],
    ['keeps comments', '{ me {\n  # who|\n} }', 'User', 'name', '{ me {\n  name|\n  # who\n} }'],
    [
      'removes it with its line',
      '{\n  me {\n    name|\n    friends { name }\n  }\n}',
      'User',
      'friends',
      '{\n  me {\n    name\n|  }\n}',
    ],
    [
      'removes it within a line',
      '{ me { |name friends { name } } }',
      'User',
      'name',
      '{ me {| friends { name } } }',
    ],
    [
      'starts an operation in an empty text',
      '|',
      'Query',
      'course',
      'query Course($id: ID!) {\n  course(id: $id) {\n    |\n  }\n}\n',
    ],
    [
      'starts an operation of another kind below',
      '{ me { |name } }',
      'Mutation',
      'rename',
      '{ me { name } }\n\nmutation Rename($input: RenameInput!) {\n  rename(input: $input) {\n    |\n  }\n}\n',
    ],
    [
      'declares required arguments under new names',
      'query A($id: ID!) {\n  course(id: $id) {\n    name|\n  }\n}',
      'Course',
      'level',
      'query A($id: ID!, $id2: ID!) {\n  course(id: $id) {\n    name\n    level(id: $id2) {\n      |\n    }\n  }\n}',
    ],
    [
      'gives the short form of a query a place for variables',
      '{ me { name }| }',
      'Query',
      'course',
      'query ($id: ID!) { me { name } course(id: $id) { | } }',
    ],
    [
      'adds a list of variables',
      'query A {\n  |\n}',
      'Query',
      'course',
      'query A($id: ID!) {\n  course(id: $id) {\n    |\n  }\n}',
    ],
  ])('%s', (_title, marked, type, field, expected) => {
    expect(toggle(marked, type, field)).toBe(expected);
  });

  it('does nothing with a field of another type', () => {
    expect(toggle('{ me { |name } }', 'Level', 'name')).toBeNull();
    expect(toggle('{ me { |name } }', 'User', 'nothing')).toBeNull();
  });
});
