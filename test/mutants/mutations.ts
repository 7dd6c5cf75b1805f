import { type ESTree, parseSync, Visitor } from 'rolldown/utils';

type Node = ESTree.Node;

/** A small change of one source file. */
export interface Mutation {
  /** Offsets of the text that is replaced. */
  start: number;
  end: number;
  replacement: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

const METHODS: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);

/** All mutations of a source file, in the order of the text. Types play no part: tests run without them. */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const found: Mutation[] = [];
  /** Where types have literals. */
  const typed = new Set<number>();
  const replace = ({ start, end }: Node, replacement: string): void => {
    found.push({ start, end, replacement });
  };
  const negate = (test: Node): void => replace(test, `!(${text.slice(test.start, test.end)})`);
  /** Replaces an operator, which is between two nodes or at one end of the whole. */
  const operate = (start: number, end: number, operator: string): void => {
    const replacement = OPERATORS[operator];
    const at = text.indexOf(operator, start);
    if (replacement !== undefined && at >= 0 && at < end)
      found.push({ start: at, end: at + operator.length, replacement });
  };
  const between = ({ left, right, operator }: { left: Node; right: Node; operator: string }): void =>
    operate(left.end, right.start, operator);
  const visitor = new Visitor({
    IfStatement: ({ test }) => negate(test),
    WhileStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    BinaryExpression: between,
    AssignmentExpression: between,
    LogicalExpression: (node) => {
      if (node.operator === '??') replace(node, `(${text.slice(node.left.start, node.left.end)})`);
      else between(node);
    },
    UpdateExpression: ({ start, end, operator }) => operate(start, end, operator),
    UnaryExpression: (node) => {
      if (node.operator === '!') replace(node, text.slice(node.argument.start, node.argument.end));
    },
    Literal: (node) => {
      if (typeof node.value === 'boolean') replace(node, String(!node.value));
      else if (typeof node.value === 'number') replace(node, String(node.value + 1));
    },
    TSLiteralType: ({ literal }) => void typed.add(literal.start),
    ExpressionStatement: (node) => {
      const { expression } = node;
      const called = expression.type === 'AwaitExpression' ? expression.argument : expression;
      if (called.type === 'CallExpression' && called.callee.type !== 'Super') replace(node, ';');
    },
    CallExpression: ({ callee }) => {
      if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
        return;
      const replacement = METHODS.get(callee.property.name);
      if (replacement !== undefined) replace(callee.property, replacement);
    },
  });
  visitor.visit(program);
  return found
    .filter(({ start }) => !typed.has(start))
    .sort((one, other) => one.start - other.start || one.end - other.end);
}

export const mutated = (text: string, { start, end, replacement }: Mutation): string =>
  text.slice(0, start) + replacement + text.slice(end);
