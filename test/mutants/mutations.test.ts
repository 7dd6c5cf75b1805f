import { describe, expect, it } from 'vitest';
import { mutated, mutationsOf } from './mutations.ts';

const mutantsOf = (text: string): string[] =>
  mutationsOf('file.ts', text).map((mutation) => mutated(text, mutation));

describe('the mutants of a source', () => {
  it.each<[string, string, string[]]>([
    ['a condition', 'if (a) b = c;', ['if (!(a)) b = c;']],
    ['a comparison', 'x = a <= b;', ['x = a < b;']],
    ['an equality', 'x = a === b ? c : d;', ['x = !(a === b) ? c : d;', 'x = a !== b ? c : d;']],
    ['a sum over two lines', 'x = a /* é */\n  + b;', ['x = a /* é */\n  - b;']],
    ['alternatives', 'x = a || b;', ['x = a && b;']],
    ['a default', 'x = a ?? b;', ['x = (a);']],
    ['a negation', 'x = !a;', ['x = a;']],
    ['literals', "x = [true, 7, 'text'];", ["x = [false, 7, 'text'];", "x = [true, 8, 'text'];"]],
    ['a call without a use', 'await f(a);', [';']],
    ['a method', 'x = a.some(f);', ['x = a.every(f);']],
    ['no other method', 'x = a.toString();', []],
    ['a counter', 'a++; a += b;', ['a--; a += b;', 'a++; a -= b;']],
    ['types', 'const x: Set<1 | true> = f<A>();', []],
  ])('change %s', (_name, text, expected) => {
    expect(mutantsOf(text)).toEqual(expected);
  });
});
