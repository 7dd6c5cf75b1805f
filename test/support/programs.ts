import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that some tests run. */
export interface Program {
  /** Its name, and the tag of the tests that need it. */
  name: string;
  /** Commands that are this program or can do the same, the best first. Default: its name. */
  commands?: readonly string[];
  /** Its package in Debian. Null: none. */
  debian: string | null;
}

/**
 * The programs beside Node, Git and a shell that tests run. Tests that need one have its name as a tag, and are skipped
 * where it is not in PATH.
 */
export const PROGRAMS: readonly Program[] = [
  { name: 'redis-server', commands: ['redis-server', 'valkey-server'], debian: 'redis-server' },
  { name: 'redis-cli', debian: 'redis-tools' },
  { name: 'nginx', debian: 'nginx-light' },
  { name: 'haproxy', debian: 'haproxy' },
  { name: 'caddy', debian: 'caddy' },
  {
    name: 'chromium',
    // Without the user interface that the others have even where nobody sees it, a page takes 40 % less CPU time.
    commands: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
    debian: 'chromium-headless-shell',
  },
  { name: 'promtool', debian: 'prometheus' },
  { name: 'systemd-analyze', debian: 'systemd' },
  { name: 'curl', debian: 'curl' },
  { name: 'tar', debian: 'tar' },
  { name: 'mkfifo', debian: 'coreutils' },
  { name: 'kubectl', debian: null },
];

/** The programs that are not in PATH. */
export const missingPrograms = (): Program[] => PROGRAMS.filter((program) => find(program) === null);

/**
 * Path of a program of the table.
 * @throws Error if it is missing: its tests lack their tag.
 */
export function pathOf(name: string): string {
  const program = PROGRAMS.find((each) => each.name === name);
  const path = program ? find(program) : null;
  if (path === null) throw new Error(`${name} is not in PATH; a test that needs it has the tag '${name}'`);
  return path;
}

function find({ name, commands = [name] }: Program): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const paths = commands.flatMap((each) => folders.map((folder) => join(folder, each)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
