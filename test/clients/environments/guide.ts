import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Step, stepsOf } from '../../walk/page.ts';
import { Terminal } from '../../walk/terminal.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** The address of the gateway on the pages; here it gets a free port. */
const DOCUMENTED = 'http://127.0.0.1:4000';

/** A new user who follows a page of docs/getting-started literally: an empty home, and an empty folder. */
export interface Reader {
  /** Where the gateway that the page starts can be reached. */
  gatewayUrl: string;
  /** The steps after the start of the gateway. */
  steps: readonly Step[];
  /** Opened in the empty folder. */
  terminal: Terminal;
  /** Opens another one in a new folder. */
  open(folder: string): Terminal;
  /** A text of the page, for the port of this gateway. */
  adapt(text: string): string;
  write(step: Step & { kind: 'file' }): void;
  close(): Promise<void>;
}

/** Carries out the first step of a page: packs the client and starts the gateway. */
export async function startReader(page: string): Promise<Reader> {
  const place = mkdtempSync(join(tmpdir(), 'new-user-'));
  const home = join(place, 'home');
  const temporary = join(place, 'temporary');
  mkdirSync(home);
  mkdirSync(temporary);
  const open = (name: string): Terminal => {
    const folder = join(place, name);
    mkdirSync(folder);
    return new Terminal({
      home,
      folder,
      env: { PORT: '0', TMPDIR: temporary, NEXT_TELEMETRY_DISABLED: '1' },
    });
  };
  const first = new Terminal({ home, folder: ROOT, env: { PORT: '0', SANDBOX_STATE: 'none' } });
  const terminal = open('folder');
  const [start, ...steps] = stepsOf(page);
  if (start?.kind !== 'commands') throw new Error(`${page}.md does not begin with commands`);
  // `npm ci` has run for these tests.
  for (const command of start.commands.slice(1, -1)) await first.run(command);
  const gatewayUrl = await first.start(start.commands.at(-1) ?? '', /The graph is at (http:\S+)\/graphql/);
  return {
    gatewayUrl,
    steps,
    terminal,
    open,
    adapt: (text) => text.replaceAll(DOCUMENTED, gatewayUrl),
    write: ({ path, text }) => {
      const file = join(terminal.folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text.replaceAll(DOCUMENTED, gatewayUrl));
    },
    close: async () => {
      await Promise.all([first.close(), terminal.close()]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}
