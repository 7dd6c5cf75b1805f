import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from 'learning-platform-kit/documents/contract-routes';
import { copyFiles, linkPackages } from '../support/repository-copy.ts';

/**
 * `npm run recipes`: carries out the recipes of CONTRIBUTING.md on imaginary names in a copy of the repository, checks the
 * result there, and writes what each took into CONTRIBUTING.md.
 */

const ROOT = join(import.meta.dirname, '../..');
const GUIDE = join(ROOT, 'CONTRIBUTING.md');
const PLACE = /(?<=<!-- recipes -->\n)[\s\S]*?(?=<!-- \/recipes -->)/;

/** Text that is inserted before or after a text of a file, by hand. */
interface Edit {
  file: string;
  before?: string;
  after?: string;
  text: string;
}

interface Recipe {
  title: string;
  /** How often they are typed is counted. */
  names: readonly string[];
  edits: readonly Edit[];
  /** Tests that fail without one of the edits. */
  tests: readonly string[];
}

const KIT = 'packages/platform-kit';

const FIELD: Recipe = {
  title: 'field: a documented member of a class',
  names: ['motto'],
  edits: [
    {
      file: `${KIT}/contract/resources.ts`,
      after: 'export const ClassListItem = Type.Object({\n',
      text: '  motto: Type.Optional(Type.String()),\n',
    },
    { file: 'src/platform/routes/class.ts', after: '  joinCode: text,\n', text: '  motto: text,\n' },
    {
      file: 'schema/class.graphql',
      after: '  "Name of the class."\n  name: String\n',
      text: '  "Motto of the class."\n  motto: String\n',
    },
  ],
  tests: ['test/requests/members.test.ts', 'test/requests/pages.test.ts'],
};

const ROUTE: Recipe = {
  title: 'route with a write: pins a note',
  names: ['pinNote', 'noteId', '/edu/v1/note/pin'],
  edits: [
    {
      file: `${KIT}/contract/sections/notes.ts`,
      before: '    removeNote: post(',
      text: `    pinNote: post('/edu/v1/note/pin', {
      parameters: [body('noteId', Type.String())],
      example: { minimal: { noteId: '{noteId}' } },
      effect: { does: 'pins a note', leaves: null, group: 'note' },
      summary: 'Pins a note.',
      sandbox: { requires: ['noteId'] },
    }),
`,
    },
    {
      file: 'src/platform/routes/note.ts',
      before: 'export const removeNote',
      text: `export const pinNote = writeRoute<{ noteId: string }>().at(
  'POST',
  '/edu/v1/note/pin',
  accepted('noteId'),
  { host: 'notes' },
);

`,
    },
    {
      file: 'schema/note.graphql',
      before: '  "Deletes a note.',
      text: `  "Pins a note."
  pinNote("The note to pin." input: PinNoteInput!): PinNotePayload
    @semanticNonNull
    @credential(kind: USER)
    @changes(fields: [])
`,
    },
    {
      file: 'schema/note.graphql',
      before: '"Input of `deleteNote`."',
      text: `"Input of \`pinNote\`."
input PinNoteInput {
  "The note's ID."
  noteId: ID!
}

"Result of \`pinNote\`."
type PinNotePayload {
  "ID of the pinned note."
  noteId: ID!
  "Other properties returned by the platform."
  extra: JSONObject @semanticNonNull
}

`,
    },
    {
      file: 'src/domains/note/resolvers.ts',
      before: '    deleteNote: repeatable(',
      text: `    pinNote: write(routes.pinNote, async ({ noteId }, { platform, loaders }) => {
      const extra = await platform.write(routes.pinNote, { noteId }).finally(() => loaders.note.clear());
      return { noteId, extra };
    }),
`,
    },
    {
      file: `${KIT}/sandbox/routes/note.ts`,
      before: '    removeNote: ({ user, values: { noteId } }) => {',
      text: `    pinNote: ({ values: { noteId } }) => {
      found(state.notes.get(noteId), 'note');
      return {};
    },

`,
    },
    {
      file: 'schema/examples/note.graphql',
      before: 'mutation DeleteNote',
      text: `mutation PinNote($noteId: ID! = "n-ana-knots") {
  pinNote(input: { noteId: $noteId }) {
    noteId
    extra
  }
}

`,
    },
  ],
  tests: ['test/reach/reach.test.ts', 'test/requests', 'test/errors'],
};

const STREAM: Recipe = {
  title: 'stream: titles of alerts',
  names: ['atoAlertTitled', 'AtoAlertTitledEvent'],
  edits: [
    {
      file: 'schema/ato.graphql',
      after: 'extend type Subscription {\n',
      text: `  "Titles of the alerts of an ATO request."
  atoAlertTitled(
    "The request's ID."
    requestId: ID!
    "Return events after this cursor (the last one you received). Null: start now."
    after: String
  ): AtoAlertTitledEvent @semanticNonNull @credential(kind: PLUGIN_OR_ATO)
`,
    },
    {
      file: 'schema/ato.graphql',
      before: '"Status of an ATO request."',
      text: `"An item of the stream of titles: the starting position, a title or a gap."
type AtoAlertTitledEvent {
  "Cursor of this item; pass it as \`after\` to continue from here."
  cursor: String!
  "Whether the event occurred before you subscribed."
  replayed: Boolean!
  "Marks a point where events may be missing. Null for all other items."
  gap: StreamGap
  "Title of the alert. Null for the starting position and for a gap."
  title: String
}

`,
    },
    {
      file: 'src/domains/ato/resolvers.ts',
      after: '  Subscription: {\n',
      text: `    atoAlertTitled: {
      subscribe: calls(confirmation, async (_root, args, context) =>
        (await openAlerts(args, context)).map((item) => ({ atoAlertTitled: item })),
      ),
    },
`,
    },
    {
      file: 'src/domains/ato/resolvers.ts',
      before: '  AtoAlertRaisedEvent: {',
      text: '  AtoAlertTitledEvent: { title: ({ payload }) => payload?.title ?? null },\n',
    },
    {
      file: 'codegen.yml',
      before: '        AtoAlertRaisedEvent:',
      text: '        AtoAlertTitledEvent: ../domains/ato/streams.ts#AlertItem\n',
    },
    {
      file: 'schema/examples/ato.graphql',
      before: 'subscription AtoAlertRaised',
      text: `subscription AtoAlertTitled($atoRequestId: ID! = "ato-1", $after: String) {
  atoAlertTitled(requestId: $atoRequestId, after: $after) {
    cursor
    title
  }
}

`,
    },
    {
      file: 'test/reach/table.ts',
      after: "streams: ['Subscription.atoAlertRaised'",
      text: ", 'Subscription.atoAlertTitled'",
    },
    { file: 'test/cache/events.ts', after: "streams: ['atoAlertRaised'", text: ", 'atoAlertTitled'" },
  ],
  tests: ['test/errors', 'test/reach/reach.test.ts'],
};

const PRINTS = [
  ['graphql-codegen-esm', '--config', 'codegen.yml'],
  ['node', 'src/cli/print-schema.ts'],
  ['npm', 'run', '-s', 'client:print'],
  ['npm', 'run', '-s', 'contract:print'],
] as const;

function edit(folder: string, { file, before, after, text }: Edit): void {
  const path = join(folder, file);
  const content = readFileSync(path, 'utf8');
  const place = before ?? after ?? '';
  const found = content.indexOf(place);
  if (found < 0 || content.indexOf(place, found + 1) >= 0)
    throw new Error(`${file} does not have this text exactly once: ${place}`);
  const at = before === undefined ? found + place.length : found;
  writeFileSync(path, content.slice(0, at) + text + content.slice(at));
}

/** What a recipe took, as a row. */
function carryOut(folder: string, { title, names, edits, tests }: Recipe): string[] {
  const run = (command: string, ...args: readonly string[]): string =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  run('git', 'checkout', '-q', '.');
  for (const one of edits) edit(folder, one);
  for (const [command, ...args] of PRINTS) run(command, ...args);
  run('biome', 'check', '--write', ...new Set(edits.map(({ file }) => file)));
  run('tsc');
  run('vitest', 'run', ...tests, 'test/schema/schema.test.ts');
  const changed = run('git', 'diff', '--name-only').trim().split('\n');
  const byHand = new Set(edits.map(({ file }) => file));
  const generated = changed.filter((file) => !byHand.has(file));
  const added = run('git', 'diff', '-U0', '--', ...byHand)
    .split('\n')
    .filter((line) => /^\+(?!\+\+)/.test(line));
  const typed = names.map((name) => {
    const whole = new RegExp(`(?<![\\w/])${name}(?!\\w)`, 'gi');
    return `\`${name}\` ${added.join('\n').match(whole)?.length ?? 0}`;
  });
  process.stderr.write(`${title}: ${changed.length} files\n`);
  const listed = [...byHand].map((file) => `\`${file}\``).join(', ');
  return [
    title,
    String(changed.length),
    `${byHand.size}: ${listed}`,
    generated.map((file) => `\`${file}\``).join(', '),
    String(added.length),
    typed.join(', '),
  ];
}

if (import.meta.main) {
  const folder = mkdtempSync(join(tmpdir(), 'recipes-'));
  try {
    copyFiles(folder);
    linkPackages(folder);
    const git = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=recipes', '-c', 'user.email=recipes', ...args], { cwd: folder });
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'before');
    const rows = [FIELD, ROUTE, STREAM].map((recipe) => carryOut(folder, recipe));
    const lines = table(['recipe', 'files', 'by hand', 'generated', 'lines', 'names typed'], rows);
    const text = `${lines.join('\n')}\n`;
    process.stdout.write(text);
    writeFileSync(GUIDE, readFileSync(GUIDE, 'utf8').replace(PLACE, text));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
