import { readFileSync } from 'node:fs';
import { GraphQLError, parse, validate } from 'graphql';
import { ConfigError, readConfig } from '../config/config.ts';
import { fieldCosts } from '../domains/costs.ts';
import { createSchema } from '../domains/schema.ts';
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
  if (typeof variables !== 'object' || variables === null || Array.isArray(variables)) {
    throw new Error(`${variablesPath} must contain a JSON object`);
  }
  const { listEstimate, priceLimits } = readConfig();
  const options = { schema, costs: fieldCosts, listEstimate, limits: priceLimits };
  return explainCosts(options, document, { ...variables });
}

try {
  process.stdout.write(run(process.argv.slice(2)));
} catch (error) {
  const lines =
    error instanceof ConfigError
      ? error.problems
      : [String(error instanceof GraphQLError ? error : reason(error))];
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exitCode = 1;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
