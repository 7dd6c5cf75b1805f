import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONFORMANCE_VARIABLES } from 'learning-platform-kit/conformance/variables';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { VARIABLES } from '../src/config/variables.ts';
import { lostLinesIn } from './docs/lost-lines.ts';
import { readingPaths, total } from './docs/words.ts';
import { schema } from './support/schema.ts';

const ROOT = join(import.meta.dirname, '..');
const DEPLOY = join(ROOT, 'deploy');
/** Files that commands generate or the reader of a guide writes, and that are not committed. */
const NOT_COMMITTED = new Set([
  'types/subgraph.graphql',
  'subgraph.graphql',
  'strict-schema.graphql',
  'courses.ts',
  'app/actions.ts',
  'app/graphql/route.ts',
  'app/actions.ts',
]);
const filesOf = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    // Git still lists a deleted file that is not committed.
    .filter((file) => existsSync(join(ROOT, file)));
/** Without the parts of the page on the platform's contract, which is one. */
const guides = filesOf('*.md').filter((file) => !file.startsWith('packages/platform-kit/documents/'));
const files = filesOf();
const textOf = (guide: string): string => readFileSync(join(ROOT, guide), 'utf8');
/** A guide without its code blocks, which contain no links or headings. */
const proseOf = (guide: string): string => textOf(guide).replaceAll(/^```[\s\S]*?^```$/gm, '');
/** The anchors that GitHub makes of its headings, and those that it declares. */
const anchorsOf = (guide: string): string[] => [...headingAnchorsOf(guide), ...declaredAnchorsOf(guide)];
const declaredAnchorsOf = (guide: string): string[] =>
  [...proseOf(guide).matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = '']) => id);
const headingAnchorsOf = (guide: string): string[] => {
  const seen = new Map<string, number>();
  return [...proseOf(guide).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const repetition = seen.get(anchor) ?? 0;
    seen.set(anchor, repetition + 1);
    return repetition === 0 ? anchor : `${anchor}-${repetition}`;
  });
};
/** The targets of links, images and link definitions. */
const linksOf = (guide: string): string[] =>
  [...proseOf(guide).matchAll(/\]\(\s*([^)\s]+)(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s+(\S+)/gm)].map(
    ([, inline, defined]) => inline ?? defined ?? '',
  );

/** Generators of apps, which are run from the registry and are installed nowhere here. */
const GENERATORS = ['create-next-app', 'create-vite'];
/** Whether an entry of a lock file is a workspace that is not published: anyone could claim its name. */
const isUnpublished = ({ link, resolved = '' }: { link?: true; resolved?: string }): boolean =>
  link === true && JSON.parse(textOf(join(resolved, 'package.json'))).private === true;
/** Packages that a lock file pins, the published workspaces among them: no guide may name one that anyone could claim. */
const KNOWN_PACKAGES = new Set([
  ...GENERATORS,
  ...['package-lock.json', 'bench/package-lock.json'].flatMap((lock) =>
    Object.entries<{ link?: true; resolved?: string }>(JSON.parse(textOf(lock)).packages)
      .filter(([, entry]) => !isUnpublished(entry))
      .map(([path]) => path.replace(/^.*node_modules\//, '')),
  ),
]);

/** The packages that commands of a text install, or fetch to run them. */
function packagesIn(text: string): string[] {
  const commands = text.matchAll(/\b(npx|npm (?:create|exec|init|install|i))\b((?: +[^\s`&|;)]+)*)/g);
  return [...commands].flatMap(([, command = '', words = '']) => {
    const [before = ''] = words.split(/ -- /);
    const named = before
      .replace(/--prefix +\S+/, '')
      .trim()
      .split(/ +/)
      .map((word) => word.replace(/^--package=/, ''))
      .filter((word) => /^(@[a-z][\w.-]*\/)?[a-z][\w.-]*(@[\w.^~-]+)?$/.test(word) && !word.endsWith('.tgz'))
      .map((word) => word.replace(/(?<=.)@.*/, ''));
    if (command === 'npm install' || command === 'npm i') return named;
    const runs = named.slice(0, 1);
    return /create|init/.test(command) ? runs.map((name) => `create-${name}`) : runs;
  });
}

describe('the guides', () => {
  it.each(guides)('%s has no broken link or anchor', (guide) => {
    const broken = linksOf(guide).filter((link) => {
      if (/^[a-z]+:/.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? guide : join(dirname(guide), path);
      if (target.startsWith('..') || !existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it.each(guides)('%s keeps the lines of its code blocks, lists and tables', (guide) => {
    expect(lostLinesIn(textOf(guide))).toEqual([]);
  });

  it('are checked for lost lines by a rule that finds each kind', () => {
    const lost = [
      '``` schema/ SDL src/ main.ts ```',
      `\`\`\`\n${'words that fill a line of the page as if it were a paragraph of the page and not a drawing of the tree\n'.repeat(5)}\`\`\``,
      'text | a | b | |---|---| | 1 | 2 |',
      'Steps: 1. open it 2. close it',
      'There are: - one - two - three',
      'the end. ## The next heading',
      '```\nwithout an end\n',
      '| a | b |\n|---|---|\n| 1 | 2 | 3 |',
    ];
    expect(lost.filter((markdown) => lostLinesIn(markdown).length === 0)).toEqual([]);
  });

  const maintained = guides.filter((guide) => /^(ARCHITECTURE|CONTRIBUTING|docs\/)/.test(guide));

  it.each(maintained)('%s names files that exist', (guide) => {
    const named = [
      ...proseOf(guide).matchAll(/`((?:[\w.-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:ts|js|graphql|yaml|yml))`/g),
    ];
    const missing = named
      .map(([, name = '']) => name)
      .filter((name) => !NOT_COMMITTED.has(name) && !files.some((file) => `/${file}`.endsWith(`/${name}`)));
    expect(missing).toEqual([]);
  });

  it('are all listed in the index of the documentation', () => {
    const listed = new Set(linksOf('docs/README.md').map((link) => join('docs', link)));
    // Fragments of the changelog are listed by being in their folder.
    const pages = guides.filter((guide) => /^docs\/(?!README\.md$|changes\/(?!README))/.test(guide));
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.filter((page) => !listed.has(page))).toEqual([]);
  });

  it.each([
    ['For a front end', 3000],
    ['For a maintainer', 8000],
  ])('ask a reader for few words first: %s', (path, most) => {
    const { words } = total(readingPaths().get(path) ?? []);
    expect(words).toBeGreaterThan(500);
    expect(words).toBeLessThanOrEqual(most);
  });

  it('name variables that exist', () => {
    const ofCompose = [...textOf('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
    const ofPrograms = [...Object.keys(VARIABLES), ...Object.keys(CONFORMANCE_VARIABLES), 'NODE_ENV'];
    const known = new Set([...ofPrograms, ...ofCompose]);
    const named = [
      ...textOf('deploy/README.md').matchAll(
        /^([A-Z]+(?:_[A-Z]+)+)=|\s([A-Z]+(?:_[A-Z]+)+)=|`([A-Z]+_[A-Z_]+)`/gm,
      ),
    ];
    const names = named.map(([, first, second, third]) => first ?? second ?? third ?? '');
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(guides)('%s installs and runs only packages that are ours, or that are known', (guide) => {
    expect(packagesIn(textOf(guide)).filter((name) => !KNOWN_PACKAGES.has(name))).toEqual([]);
  });

  it('are checked for names of packages by a rule that finds each kind', () => {
    expect(
      packagesIn(`Run \`npx semantic-to-strict -i a.graphql\`, or:
\`\`\`sh
npx --yes create-a@16 my-app && npm create --yes b@latest my-b -- --template c
npm install --prefix z --save-dev @d/e@2 "$HOME"/f-*.tgz ./g.tgz h graphql
npm exec --package=i -- j
\`\`\``),
    ).toEqual(['semantic-to-strict', 'create-a', 'create-b', '@d/e', 'h', 'graphql', 'i']);
    expect(KNOWN_PACKAGES).toContain('@learning-platform/client');
    expect(KNOWN_PACKAGES).not.toContain('learning-platform-mcp');
  });

  it('name fields that exist, for plugin authors', () => {
    const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
      (type) => Object.keys(type?.getFields() ?? {}),
    );
    const named = [...textOf('examples/plugin.md').matchAll(/`([a-z]\w+)(?=[`(])/g)].map(
      ([, name = '']) => name,
    );
    const others = ['code', 'state', 'status', 'userId'];
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !fields.includes(name) && !others.includes(name))).toEqual([]);
  });
});

const runbook = readFileSync(join(DEPLOY, 'RUNBOOK.md'), 'utf8');
const alertsIn = (file: string): string[] => {
  const { groups } = parse(readFileSync(join(DEPLOY, 'prometheus', file), 'utf8'));
  const names = groups.flatMap(({ rules }: { rules: { alert?: string }[] }) =>
    rules.flatMap(({ alert }) => alert ?? []),
  );
  // One alert may be a page or a warning.
  return [...new Set<string>(names)];
};
const alerts = alertsIn('alerts.yaml');
const redisAlerts = alertsIn('redis-alerts.yaml');

describe('the runbook', () => {
  it('explains every alert, and nothing else', () => {
    expect(alerts.length).toBeGreaterThan(10);
    const explained = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
    expect(explained.filter((name) => !redisAlerts.includes(name))).toEqual(alerts);
    expect(explained.filter((name) => !alerts.includes(name))).toEqual(redisAlerts);
  });

  it('starts each entry with the doctor', () => {
    for (const entry of runbook.split(/^## /m).slice(1)) {
      const [name = ''] = entry.split('\n', 1);
      if (![...alerts, ...redisAlerts].includes(name)) continue;
      expect(/^1\. (.*)$/m.exec(entry)?.[1], name).toContain('`--doctor`');
    }
  });
});
