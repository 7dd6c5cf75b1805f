// npm run release -- major|minor|patch: makes a release of the fragments in docs/changes/, as two commits and a tag.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { writeArtefacts } from './artefacts.ts';
import {
  type Changes,
  changelogSection,
  FRAGMENTS,
  type Fragment,
  nextVersion,
  readFragment,
  upgradeSection,
} from './changes.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The workspaces that have the version of the gateway. The other packages have versions of their own. */
const PARTS = ['explorer', 'mcp', 'platform-kit', 'projection'].map((name) => `packages/${name}`);

/** The folder of what is attached to a release; not committed. */
const ARTEFACTS = 'release';

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const write = (file: string, text: string): void => writeFileSync(join(ROOT, file), text);

/** The fragments, in the order of their names. */
function readFragments(): Fragment[] {
  const files = globSync(`${FRAGMENTS}/*.md`, { cwd: ROOT, exclude: [`${FRAGMENTS}/README.md`] }).toSorted();
  return files.map((file) => readFragment(basename(file), read(file)));
}

/** Inserts a section before the newest one. */
function prepend(file: string, section: string): void {
  const text = read(file);
  const first = text.search(/^## \d/m);
  const end = first === -1 ? text.length : first;
  write(file, `${text.slice(0, end).trimEnd()}\n\n${section}\n\n${text.slice(end)}`.trimEnd().concat('\n'));
}

/** Sets the version of the gateway and its parts, and what they require of each other. */
function setVersion(version: string): void {
  const edit = (file: string, ...places: RegExp[]): void =>
    write(
      file,
      places.reduce((text, place) => text.replaceAll(place, version), read(file)),
    );
  const required = /(?<="learning-platform-(explorer|kit|projection)": ")[^"]+/g;
  for (const folder of ['.', ...PARTS]) {
    edit(join(folder, 'package.json'), /(?<=^ {2}"version": ")[^"]+/gm, required);
  }
  const entry = new RegExp(
    `(?<=^    "(${['', ...PARTS].join('|')})": {\n      "name": "[^"]+",\n      "version": ")[^"]+`,
    'gm',
  );
  edit('package-lock.json', /(?<=^ {2}"version": ")[^"]+/gm, entry, required);
  edit('deploy/Dockerfile', /(?<=image\.version=")[^"]+/g);
}

function commit(subject: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', subject);
}

function release(size: string | undefined): string {
  if (git('status', '--porcelain') !== '')
    throw new Error('The working tree has changes: commit or stash them.');
  const fragments = readFragments();
  if (fragments.length === 0) throw new Error(`There is nothing to release: ${FRAGMENTS}/ has no fragment.`);
  const [, last = ''] = /^## (\d+\.\d+\.\d+)/m.exec(read('CHANGELOG.md')) ?? [];
  const version = nextVersion(last, size, fragments);
  const changes: Changes = { version, last, date: new Date().toISOString().slice(0, 10), fragments };

  prepend('CHANGELOG.md', changelogSection(changes));
  prepend('deploy/UPGRADING.md', upgradeSection(changes));
  for (const { name } of fragments) rmSync(join(ROOT, FRAGMENTS, name));
  setVersion(version);
  execFileSync(process.execPath, ['test/schema/history.ts'], { cwd: ROOT, stdio: 'inherit' });
  commit(`release: ${version}`);
  git('tag', `v${version}`);
  // Of this commit: the next one is no release.
  writeArtefacts(join(ROOT, ARTEFACTS), `v${version}`);

  setVersion(`${nextVersion(version, 'patch', [])}-dev`);
  commit(`release: continue after ${version}`);
  return version;
}

try {
  const version = release(process.argv[2]);
  process.stdout.write(
    `Released ${version}. Push it: git push --follow-tags origin HEAD v${version}\n` +
      `Attach the files of ${ARTEFACTS}/ to it: the packages for apps and their provenance.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
