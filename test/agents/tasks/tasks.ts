import type { Task } from '../world.ts';
import { READING } from './reading.ts';
import { RUNNING } from './running.ts';
import { WRITING } from './writing.ts';

/** What agents are asked to write, in the order of the table. */
export const TASKS: readonly Task[] = [...READING, ...WRITING, ...RUNNING];

const RULES = `Write one file, solution.ts, in the current folder: an ES module that Node 24 runs as it is (TypeScript whose types can be erased, or
solution.mjs). It runs in Node without a DOM, and may import @learning-platform/client and its entry points, graphql, graphql-ws,
@apollo/client, @urql/core and relay-runtime, which are installed. \`access\` is \`{ url, token }\`: the GraphQL endpoint, and an access
token of the signed-in user. A check imports the file and calls what it exports.`;

/** What an agent is told. */
export const promptOf = ({ text }: Task): string => `${text}\n\n${RULES}\n`;

/** @throws if there is no task of this name. */
export function taskNamed(name: string): Task {
  const task = TASKS.find((candidate) => candidate.name === name);
  if (!task) throw new Error(`no task is called ${name}: ${TASKS.map((one) => one.name).join(', ')}`);
  return task;
}
