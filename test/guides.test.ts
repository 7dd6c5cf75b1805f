import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { CONFORMANCE_VARIABLES } from '../src/config/conformance.ts';
import { VARIABLES } from '../src/config/variables.ts';
import { createSchema } from '../src/domains/schema.ts';

const ROOT = join(import.meta.dirname, '..');
const DEPLOY = join(ROOT, 'deploy');
const guides = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');
const textOf = (guide: string): string => readFileSync(join(ROOT, guide), 'utf8');
/** The anchors that its headings make. */
const anchorsOf = (guide: string): string[] =>
  [...textOf(guide).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe('the guides', () => {
  it.each(guides)('%s leads to what there is', (guide) => {
    const links = [...textOf(guide).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? guide : join(dirname(guide), path);
      if (!existsSync(join(ROOT, target))) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(broken).toEqual([]);
  });

  it('name variables that there are', () => {
    const known = new Set([...Object.keys(VARIABLES), ...Object.keys(CONFORMANCE_VARIABLES), 'NODE_ENV']);
    const named = [
      ...textOf('deploy/README.md').matchAll(
        /^([A-Z]+(?:_[A-Z]+)+)=|\s([A-Z]+(?:_[A-Z]+)+)=|`([A-Z]+_[A-Z_]+)`/gm,
      ),
    ];
    const names = named.map(([, first, second, third]) => first ?? second ?? third ?? '');
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });

  it('name fields that there are, to those who write a plugin', () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap(
      (type) => Object.keys(type?.getFields() ?? {}),
    );
    const named = [...textOf('examples/plugin.md').matchAll(/`([a-z]\w+)(?=[`(])/g)].map(
      ([, name = '']) => name,
    );
    const others = ['code', 'state', 'status'];
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !fields.includes(name) && !others.includes(name))).toEqual([]);
  });
});

const runbook = readFileSync(join(DEPLOY, 'RUNBOOK.md'), 'utf8');
const { groups } = parse(readFileSync(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8'));
const alerts: string[] = groups.flatMap(({ rules }: { rules: { alert: string }[] }) =>
  rules.map(({ alert }) => alert),
);

describe('the runbook', () => {
  it('says of every alert what it means and what to do, and of no other', () => {
    expect(alerts.length).toBeGreaterThan(10);
    expect([...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)).toEqual(alerts);
  });

  it('leads where it says', () => {
    const anchors = new Set(alerts.map((alert) => alert.toLowerCase()));
    const links = [...runbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor);
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  });
});
