// @module-tag slow
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check } from './main.ts';
import { promptOf, TASKS, taskNamed } from './tasks/tasks.ts';

const SOLUTIONS = join(import.meta.dirname, 'solutions');
const solutions = readdirSync(SOLUTIONS).flatMap((task) =>
  readdirSync(join(SOLUTIONS, task)).map((kind) => ({ task, kind, folder: join(SOLUTIONS, task, kind) })),
);

describe('the tasks for agents', () => {
  it('are twelve, each with a text and a right solution', () => {
    expect(TASKS).toHaveLength(12);
    for (const task of TASKS) expect(promptOf(task)).toMatch(/Export `\w+\(/);
    const solved = solutions.filter(({ kind }) => kind === 'right').map(({ task }) => task);
    expect(solved.toSorted()).toEqual(TASKS.map(({ name }) => name).toSorted());
    expect(() => taskNamed('unknown')).toThrow('class-page');
  });

  it.each(solutions.filter(({ kind }) => kind === 'right'))(
    'accept a right solution of $task',
    async ({ task, folder }) => {
      const { reason, calls } = await check(task, folder);
      expect(reason).toBeNull();
      expect(calls).toBeGreaterThan(0);
    },
  );

  it.each(solutions.filter(({ kind }) => kind === 'wrong'))(
    'refuse a wrong solution of $task',
    async ({ task, folder }) => {
      expect((await check(task, folder)).reason).not.toBeNull();
    },
  );

  it('refuse a folder without a solution', async () => {
    expect((await check('inbox', SOLUTIONS)).reason).toContain('no solution.ts');
  });
});
