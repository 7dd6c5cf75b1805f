import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { processEnvironment } from '../support/process-environment.ts';

/** Runs a program of this folder in a process of its own, whose clock and timers are not the machine's. @returns its lines of JSON. */
export async function linesOf<Line>(program: string, ...args: string[]): Promise<Line[]> {
  const command = [join(import.meta.dirname, program), ...args];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: processEnvironment() });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
