import { readFileSync } from 'node:fs';
import { GraphQLError, parse, validate } from 'graphql';
import { isRecord } from 'learning-platform-kit/conformance/json';
import { problemsIn, readConfig } from '../config/config.ts';
import { createSchema, fieldCosts } from '../domains/schema.ts';
import { explainCosts } from '../operations/limits/cost-explanation.ts';

/** `npm run explain -- query.graphql [variables.json]`: prints the predicted price of a document's operations. */
function run([documentPath, variablesPath]: readonly string[]): string {
  if (documentPath === undefined) throw new Error('usage: npm run explain -- query.graphql [variables.json]');
  const schema = createSchema();
  const document = parse(readFileSync(documentPath, 'utf8'));
  const [invalid] = validate(schema, document);
  if (invalid) throw invalid;
  const variables: unknown =
    variablesPath === undefined ? {} : JSON.parse(readFileSync(variablesPath, 'utf8'));
  if (!isRecord(variables)) throw new Error(`${variablesPath} must contain a JSON object`);
  const { listEstimate, priceLimits } = readConfig();
  const options = { schema, costs: fieldCosts, listEstimate, limits: priceLimits };
  return explainCosts(options, document, variables);
}

try {
  process.stdout.write(run(process.argv.slice(2)));
} catch (error) {
  const lines = error instanceof GraphQLError ? [String(error)] : problemsIn(error);
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}
