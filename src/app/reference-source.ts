import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphQLSchema, parse } from 'graphql';
import type { Graph, PredictCalls } from 'learning-platform-explorer';
import type { ReferenceSource } from 'learning-platform-explorer/reference';
import { readFieldErrors } from '../domains/field-errors.ts';
import { readNouns } from '../domains/nouns.ts';
import { fieldCosts } from '../domains/schema.ts';
import { MAXIMUM_PAGE } from '../graph/connection.ts';
import { listSizeOf, weightOf } from '../graph/cost-directives.ts';
import { ERROR_CODES } from '../graph/errors.ts';
import { credentialOf, writtenDescription } from '../graph/field-facts.ts';
import { printAnnotated } from '../graph/printed-schema.ts';
import { checkOf } from '../graph/repeatable.ts';
import { createPredictions } from '../operations/limits/cost-prediction.ts';

const SCHEMA_FOLDER = join(import.meta.dirname, '../../schema');
const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'packages/client');
const DOCUMENTS = join(CLIENT, 'documents');
const EXAMPLES = join(SCHEMA_FOLDER, 'examples');
/** The texts of all files of a folder. */
const textsIn = (folder: string): string =>
  readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
const textOf = (name: string): string => readFileSync(join(SCHEMA_FOLDER, name), 'utf8');

/** The parts of a graph that the pages show. */
export const readGraph = (schema: GraphQLSchema): Graph => ({
  schema,
  costs: fieldCosts,
  errorCodes: ERROR_CODES,
  maximumPage: MAXIMUM_PAGE,
  listSizeOf: (field) => listSizeOf(schema, field),
  weightOf: (field) => weightOf(schema, field),
  credentialOf: (field) => credentialOf(schema, field)?.name ?? null,
  takesKey: (field) => checkOf(schema, field) !== null,
  descriptionOf: writtenDescription,
  print: () => printAnnotated(schema),
});

/** Predicts the platform calls of operations, with the reason of each. @param listEstimate as configured. */
export function createCallPrediction(schema: GraphQLSchema, listEstimate: number | null): PredictCalls {
  const predictionOf = createPredictions({ schema, costs: fieldCosts, listEstimate });
  const oftenOf = (field: string, route: string): string =>
    fieldCosts[field]?.calls.find((call) => call.route === route)?.often ?? '';
  return (document, operationName, variables) => {
    const prediction = predictionOf(document, operationName)(variables);
    if (!prediction) return null;
    const routes = [...prediction.byRoute].map(([route, { calls, fields }]) => ({
      route,
      calls,
      reasons: [...fields].map((field) => ({ field, often: oftenOf(field, route) })),
    }));
    return { calls: prediction.calls, routes };
  };
}

/** The source of a graph's reference. @param listEstimate as configured. */
export function readReferenceSource(schema: GraphQLSchema, listEstimate: number | null): ReferenceSource {
  const predictionOf = createPredictions({ schema, costs: fieldCosts, listEstimate });
  return {
    ...readGraph(schema),
    errors: readFieldErrors(schema, fieldCosts),
    nouns: readNouns(),
    examples: parse(textsIn(EXAMPLES)),
    priceOf: (document, variables) => predictionOf(parse(document), null)(variables),
    guides: repositoryGuides(),
    typedDocuments: existsSync(DOCUMENTS) ? textsIn(DOCUMENTS) : null,
    // Our own file: `npm run history:print` generates it from the committed versions of the graph.
    history: JSON.parse(textOf('history.json')),
    migrationGuide: textOf('CHANGES.md'),
  };
}

/** The guides of the repository and the pages of the client package: Markdown by name. Empty in an image without documents. */
export function repositoryGuides(): ReadonlyMap<string, string> {
  const folder = join(ROOT, 'docs/getting-started');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder).map(
    (file) => [file.replace(/\.md$/, ''), readFileSync(join(folder, file), 'utf8')] as const,
  );
  const others = [
    ['cache-rule', join(ROOT, 'docs/cache-rule.md')],
    ['client', join(CLIENT, 'README.md')],
    ['client-api', join(CLIENT, 'API.md')],
  ] as const;
  return new Map([
    ...files.toSorted(),
    ...others.map(([name, path]) => [name, readFileSync(path, 'utf8')] as const),
  ]);
}
