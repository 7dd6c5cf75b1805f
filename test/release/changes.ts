import { posix } from 'node:path';

/** Where fragments are. */
export const FRAGMENTS = 'docs/changes';
/** What a change is for those who use or run the gateway; the heading of its place in the changelog. */
const KINDS = { breaking: 'Breaking', changed: 'New and changed', fixed: 'Fixed' } as const;
type Kind = keyof typeof KINDS;

/** A file of `docs/changes/`: what the changelog and the upgrade page will say of a change. */
export interface Fragment {
  /** `<subject>.<kind>.md`. */
  name: string;
  kind: Kind;
  /** Items of a Markdown list. */
  entry: string;
  /** What to do before and while this release is rolled out. */
  upgrade: readonly string[];
  /** What to do before the release before it runs again. */
  rollback: readonly string[];
}

/** A release and its fragments. */
export interface Changes {
  version: string;
  /** The release before it. */
  last: string;
  /** `YYYY-MM-DD`. */
  date: string;
  fragments: readonly Fragment[];
}

const isKind = (text: string | undefined): text is Kind => text !== undefined && text in KINDS;

/**
 * Reads a fragment: list items, then paragraphs that begin with `Upgrade:` or `Rollback:`. Links are relative to its folder.
 * @throws Error that names the file, if it has another form.
 */
export function readFragment(name: string, text: string): Fragment {
  const kind = /\.(\w+)\.md$/.exec(name)?.[1];
  if (!isKind(kind))
    throw new Error(`docs/changes/${name}: name it <subject>.${Object.keys(KINDS).join('|')}.md.`);
  const paragraphs = text.trim().split(/\n{2,}/);
  const entry = paragraphs.filter((paragraph) => paragraph.startsWith('- ')).join('\n');
  const steps = (word: string): string[] =>
    paragraphs
      .filter((paragraph) => paragraph.startsWith(`${word}: `))
      .map((paragraph) => paragraph.slice(word.length + 2));
  const upgrade = steps('Upgrade');
  const rollback = steps('Rollback');
  const others = paragraphs.filter((paragraph) => !/^(- |Upgrade: |Rollback: )/.test(paragraph));
  if (entry === '' || others.length > 0) {
    throw new Error(
      `docs/changes/${name}: write list items, then paragraphs that begin with "Upgrade:" or "Rollback:".`,
    );
  }
  return { name, kind, entry, upgrade, rollback };
}

/**
 * The version that follows a release. Before 1.0, a minor version may break.
 * @throws Error if there is nothing to release, the size is unknown, or something breaks and the size does not say so.
 */
export function nextVersion(last: string, size: string | undefined, fragments: readonly Fragment[]): string {
  const [major = 0, minor = 0, patch = 0] = last.split('.').map(Number);
  const versions = {
    major: [major + 1, 0, 0],
    minor: [major, minor + 1, 0],
    patch: [major, minor, patch + 1],
  };
  const version =
    size !== undefined && Object.hasOwn(versions, size) ? versions[size as keyof typeof versions] : null;
  if (version === null) throw new Error('Name the size of the release: major, minor or patch.');
  const breaking = fragments.find(({ kind }) => kind === 'breaking');
  if (breaking !== undefined && version[0] === major && (major > 0 || size === 'patch')) {
    throw new Error(
      `docs/changes/${breaking.name} breaks: release ${major > 0 ? 'major' : 'minor or major'}.`,
    );
  }
  const added = fragments.find(({ kind }) => kind === 'changed');
  if (added !== undefined && size === 'patch')
    throw new Error(`docs/changes/${added.name} is no fix: release minor.`);
  return version.join('.');
}

/** The text of a fragment with its relative links as seen from another folder of the repository. */
const linkedFrom = (folder: string, text: string): string =>
  text.replaceAll(/(?<=\]\()(?![a-z]+:|#)[^)]+/g, (link) =>
    posix.relative(folder, posix.join(FRAGMENTS, link)),
  );

/** The section of the changelog. */
export function changelogSection({ version, date, fragments }: Changes): string {
  const kinds = Object.entries(KINDS).flatMap(([kind, title]) => {
    const entries = fragments.filter((fragment) => fragment.kind === kind).map(({ entry }) => entry);
    return entries.length === 0 ? [] : [`### ${title}`, linkedFrom('', entries.join('\n'))];
  });
  return [`## ${version} (${date})`, ...kinds].join('\n\n');
}

/** The section of the page for operators. */
export function upgradeSection({ version, last, fragments }: Changes): string {
  const steps = (title: string, texts: readonly string[], usual: string): string => {
    const items = texts.map((text, index) => `${index + 1}. ${text.replaceAll('\n', '\n   ')}`);
    const list = items.length === 0 ? 'Nothing else.' : linkedFrom('deploy', items.join('\n'));
    return `**${title}.** Before [${usual}](#${usual.replace(' ', '-')}):\n\n${list}`;
  };
  const upgrade = fragments.flatMap((fragment) => fragment.upgrade);
  const rollback = fragments.flatMap((fragment) => fragment.rollback);
  return [
    `## ${version}`,
    steps(`From ${last}`, upgrade, 'rolling out'),
    steps(`Back to ${last}`, rollback, 'rolling back'),
  ].join('\n\n');
}
