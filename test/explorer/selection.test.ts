import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';

/** A module for browsers, which also runs here. */
const { completedField, placeAt, toggled, toggledArgument } = await import(
  '../../packages/explorer/editor/selection.js' as string
);

const schema = buildSchema(`
  type Query { me: User course(id: ID!): Course }
  type Mutation { rename(input: RenameInput!): User }
  type User { name: String friends: [User!] }
  type Course { name: String level(id: ID!, deep: Boolean): Level }
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

interface Change {
  changes: { from: number; to?: number; insert?: string }[];
  cursor: number;
}

/** The text afterwards, with its cursor. */
function changed(text: string, { changes, cursor }: Change): string {
  let result = text;
  // From the end, so that earlier changes do not move later ones.
  for (const { from, to = from, insert = '' } of changes.toSorted((one, other) => other.from - one.from))
    result = result.slice(0, from) + insert + result.slice(to);
  return `${result.slice(0, cursor)}|${result.slice(cursor)}`;
}

describe('toggling a field', () => {
  const toggle = (marked: string, type: string, field: string): string | null => {
    const [text, position] = at(marked);
    const change = toggled(text, position, schema, type, field);
    return change && changed(text, change);
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

  it('adds it to the operation around the cursor, or removes it there', () => {
    expect(toggle('{ me { na|me } }', 'Query', 'me')).toBe('{| }');
    expect(toggle('query A { me { friends { |name } } }', 'Query', 'course')).toBe(
      'query A($id: ID!) { me { friends { name } } course(id: $id) { | } }',
    );
  });

  it('does nothing with a field of another type', () => {
    expect(toggle('{ me { |name } }', 'Level', 'name')).toBeNull();
    expect(toggle('{ me { |name } }', 'User', 'nothing')).toBeNull();
  });
});

describe('toggling an argument', () => {
  const toggle = (marked: string, argument: string): string | null => {
    const [text, position] = at(marked);
    const change = toggledArgument(text, position, schema, argument);
    return change && changed(text, change);
  };

  it.each([
    [
      'adds it as a variable that is declared',
      'query A { course(id: 1) { le|vel { name } } }',
      'deep',
      'query A($deep: Boolean) { course(id: 1) { |level(deep: $deep) { name } } }',
    ],
    [
      'adds it behind the others',
      'query A($id: ID!) { course(id: $id) { lev|el(id: "a") } }',
      'deep',
      'query A($id: ID!, $deep: Boolean) { course(id: $id) { |level(id: "a", deep: $deep) } }',
    ],
    [
      'adds it in empty parentheses',
      'query A { cou|rse() { name } }',
      'id',
      'query A($id: ID!) { |course(id: $id) { name } }',
    ],
    [
      'adds it under a new name, in the alias of its field',
      'query A($id: ID!) { course(id: $id) { x: le|vel } }',
      'id',
      'query A($id: ID!, $id2: ID!) { course(id: $id) { |x: level(id: $id2) } }',
    ],
    [
      'removes it with its declaration',
      'query A($id: ID!, $deep: Boolean = false) { course(id: 1) { le|vel(id: $id, deep: $deep) { name } } }',
      'deep',
      'query A($id: ID!) { course(id: 1) { |level(id: $id) { name } } }',
    ],
    [
      'removes the parentheses with the last one',
      'query A($deep: Boolean) { course(id: 1) { le|vel(deep: $deep) { name } } }',
      'deep',
      'query A { course(id: 1) { |level { name } } }',
    ],
    [
      'keeps a variable that is used elsewhere',
      'query A($id: ID!) { course(id: $id) { lev|el(id: $id, deep: true) } }',
      'id',
      'query A($id: ID!) { course(id: $id) { |level(deep: true) } }',
    ],
    [
      'removes a value with brackets',
      '{ co|urse(id: { a: [1, "b"] }) { name } }',
      'id',
      '{ |course { name } }',
    ],
  ])('%s', (_title, marked, argument, expected) => {
    expect(toggle(marked, argument)).toBe(expected);
  });

  it('does nothing without such an argument', () => {
    expect(toggle('{ me { na|me } }', 'id')).toBeNull();
    expect(toggle('{ |', 'id')).toBeNull();
  });
});

describe('completing a field', () => {
  const complete = (marked: string, name: string): string | null => {
    const [text, to] = at(marked);
    const from = to - (/\w*$/.exec(text.slice(0, to))?.[0].length ?? 0);
    const change = completedField(text, from, to, schema, name);
    return change && changed(text, change);
  };

  it.each([
    ['{ m| }', 'me', '{ me { | } }'],
    ['query A {\n  m|\n}', 'me', 'query A {\n  me {\n    |\n  }\n}'],
    ['query A { cou| }', 'course', 'query A($id: ID!) { course(id: $id) { | } }'],
    ['{ me { na| } }', 'name', null],
    ['{ m| { name } }', 'me', null],
    ['{ course(m|) { name } }', 'me', null],
    ['query A($m| ) { me { name } }', 'nothing', null],
  ])('in %s, %s makes it valid', (marked, name, expected) => {
    expect(complete(marked, name)).toBe(expected);
  });
});
