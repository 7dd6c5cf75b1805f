import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/graph/errors.ts';
import { schema } from '../support/schema.ts';

const CLIENT = join(import.meta.dirname, '../../packages/client');
const skill = readFileSync(join(CLIENT, 'skills/learning-platform/SKILL.md'), 'utf8');
const manifest = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
const prose = skill.replaceAll(/```[\s\S]*?```/g, '');
/** The code in its text. */
const code = [...prose.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

describe('the skill for coding agents', () => {
  it('has a head that tools read, and at most 1,500 words', () => {
    expect(skill).toMatch(/^---\nname: learning-platform\ndescription: .{40,1024}\n---\n\n# /);
    expect(skill.split(/\s+/).length).toBeLessThanOrEqual(1500);
  });

  it('names what the package and the graph have', async () => {
    const names = ['', '/errors', '/session', '/texts', '/testing', '/relay', '/apollo', '/stream'];
    const exported = new Set<string>();
    for (const name of names) {
      const module: object = await import(join(CLIENT, `src${name || '/index'}.ts`));
      for (const each of Object.keys(module)) exported.add(each);
    }
    const called = code.flatMap((text) => /^(\w+)\(/.exec(text)?.[1] ?? []);
    expect(called.length).toBeGreaterThan(8);
    // Methods of an outbox.
    const methods = ['retry', 'discard'];
    expect(called.filter((name) => !exported.has(name) && !methods.includes(name))).toEqual([]);
    const entries = code.filter(
      (text) => /^\/[a-z/]+$/.test(text) && !['/graphql', '/explorer'].includes(text),
    );
    expect(entries.length).toBeGreaterThan(5);
    expect(entries.filter((text) => !(`.${text}` in manifest.exports))).toEqual([]);
    const codes = code.filter((text) => /^[A-Z]+(_[A-Z]+)+$/.test(text));
    expect(codes.filter((text) => !(text in ERROR_CODES))).toEqual([]);
    expect(code).toContain('setBucketValue');
    expect(schema.getMutationType()?.getFields().setBucketValue).toBeDefined();
  });
});
