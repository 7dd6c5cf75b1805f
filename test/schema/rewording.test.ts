// @module-tag slow
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, print, visit } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Catalog } from '../../packages/explorer/reference/catalog.ts';
import * as referenceSource from '../../src/app/reference-source.ts';
import * as printed from '../../src/cli/print-schema.ts';
import * as graph from '../../src/domains/schema.ts';
import * as support from '../support/gateway.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Modules of these sources, or of a copy of them. */
interface Release {
  createSchema: typeof graph.createSchema;
  printGraph: typeof printed.printGraph;
  readReferenceSource: typeof referenceSource.readReferenceSource;
  startGateway: typeof support.startGateway;
}

const asWritten: Release = {
  ...graph,
  ...printed,
  ...referenceSource,
  ...support,
};

let folder: string;
let reworded: Release;
let words = 0;

/** Another text for each description of an SDL file: backwards, so that no sentence and no word remains. */
const rewordedSdl = (sdl: string): string =>
  print(
    visit(parse(sdl), {
      StringValue: (node, key) => {
        if (key !== 'description') return undefined;
        words += 1;
        return { ...node, value: `Reworded ${[...node.value].toReversed().join('')}` };
      },
    }),
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'reworded-'));
  for (const name of ['src', 'schema', 'test/support', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const schema = join(folder, 'schema');
  for (const name of readdirSync(schema).filter((file) => file.endsWith('.graphql')))
    writeFileSync(join(schema, name), rewordedSdl(readFileSync(join(schema, name), 'utf8')));
  const load = (path: string) => import(join(folder, path));
  reworded = {
    ...(await load('src/domains/schema.ts')),
    ...(await load('src/cli/print-schema.ts')),
    ...(await load('src/app/reference-source.ts')),
    ...(await load('test/support/gateway.ts')),
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

const withoutDescriptions = (sdl: string): string =>
  print(
    visit(parse(sdl), {
      enter: (node) => ('description' in node ? { ...node, description: undefined } : undefined),
    }),
  );

/** What the reference and the explorer are made from. */
function factsOf({ createSchema, readReferenceSource }: Release): unknown {
  const source = readReferenceSource(createSchema(), null);
  const catalog = new Catalog(source);
  const facts = {
    types: [...catalog.types],
    errors: [...source.errors],
    examples: catalog.entries.map(({ coordinate, noun, example, price }) => ({
      coordinate,
      noun,
      example,
      calls: price?.calls,
      objects: price?.objects,
    })),
  };
  return JSON.parse(JSON.stringify(facts, (key, value) => (key === 'description' ? undefined : value)));
}

/** Each value replaced by its type, since some are random, and random users by their number. */
const shapeOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) => {
    if (key === 'randomUsers' && Array.isArray(inner)) return inner.length;
    return typeof inner === 'object' ? inner : typeof inner;
  });

/** What a gateway answers to the examples of the reference, and the platform calls that it makes. */
async function servedBy({ createSchema, readReferenceSource, startGateway }: Release): Promise<unknown> {
  const gateway = await startGateway();
  const served: unknown[] = [];
  for (const { coordinate, field, example } of new Catalog(readReferenceSource(createSchema(), null))
    .entries) {
    if (field === null || example === null || example.operation === 'subscription') continue;
    const isPlugin = field.credential?.startsWith('plugin');
    for (const as of [support.as.nobody, isPlugin ? support.as.plugin : support.as.student]) {
      const { status, data, errors, calls } = await gateway.query(example.document, {
        as,
        variables: example.variables,
      });
      const codes = errors.map(({ path, message, extensions }) => [path, message, extensions.code]);
      served.push([coordinate, status, shapeOf(data), codes, calls.map((call) => call.replace(/\?.*/, ''))]);
    }
  }
  await gateway.close();
  return served;
}

describe('a schema with other words in every description', () => {
  it('has other descriptions', () => {
    expect(words).toBeGreaterThan(700);
    expect(reworded.createSchema().getQueryType()?.getFields().course?.description).toMatch(
      /^Reworded .* Requires a user token\. Platform calls: once per distinct result\.$/,
    );
    expect(asWritten.printGraph()).not.toBe(reworded.printGraph());
  });

  it('is the same graph but for its descriptions', () => {
    expect(withoutDescriptions(reworded.printGraph())).toBe(withoutDescriptions(asWritten.printGraph()));
  });

  it('has the same credentials, costs, errors, examples and prices', () => {
    expect(factsOf(reworded)).toEqual(factsOf(asWritten));
  });

  it('is served alike', async () => {
    expect(await servedBy(reworded)).toEqual(await servedBy(asWritten));
  });
});
