// node test/agents/main.ts --list | --task <name> | --check <name> <folder>
import { fork } from 'node:child_process';
import { join } from 'node:path';
import type { Verdict } from './judge.ts';
import { promptOf, TASKS, taskNamed } from './tasks/tasks.ts';

/** Milliseconds for a check; the slowest waits a few seconds for reconnections. */
const LONGEST = 120_000;

/** Judges the solution in a folder. It has a process of its own, which ends with the check. */
export function check(name: string, folder: string): Promise<Verdict> {
  taskNamed(name);
  const child = fork(join(import.meta.dirname, 'judge.ts'), [name, folder], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let output = '';
  child.stderr?.on('data', (chunk) => {
    output = (output + String(chunk)).slice(-2000);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST);
  return new Promise((resolve) => {
    let verdict: Verdict | null = null;
    child.on('message', (message: Verdict) => {
      verdict = message;
    });
    child.on('exit', (_code, signal) => {
      clearTimeout(timer);
      const reason = signal ? `it did not end within ${LONGEST / 1000} s` : `it crashed: ${output.trim()}`;
      resolve(verdict ?? { reason, calls: 0 });
    });
  });
}

async function run([command, name = '', folder = '.']: readonly string[]): Promise<number> {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  if (command === '--list') print(TASKS.map((task) => task.name).join('\n'));
  else if (command === '--task') print(promptOf(taskNamed(name)));
  else if (command === '--check') {
    const { reason, calls } = await check(name, folder);
    print(
      `${name}: ${reason === null ? 'right' : 'wrong'}, ${calls} platform calls${reason === null ? '' : `\n${reason}`}`,
    );
    return reason === null ? 0 : 1;
  } else throw new Error('usage: node test/agents/main.ts --list | --task <name> | --check <name> <folder>');
  return 0;
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
