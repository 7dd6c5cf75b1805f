import { type GraphQLSchema, parse } from 'graphql';
import { fieldCosts } from '../domains/costs.ts';
import { readFieldErrors } from '../domains/field-errors.ts';
import { readNouns } from '../domains/nouns.ts';
import type { ReferenceSource } from '../explorer/reference/catalog.ts';
import { readMigrationGuide, readSchemaHistory } from '../explorer/reference/history.ts';
import { createPredictions } from '../operations/limits/cost-prediction.ts';

/** Everything that the reference of a graph is made from. @param listEstimate as configured. */
export function readReferenceSource(schema: GraphQLSchema, listEstimate: number | null): ReferenceSource {
  const predictionOf = createPredictions({ schema, costs: fieldCosts, listEstimate });
  return {
    schema,
    costs: fieldCosts,
    errors: readFieldErrors(schema, fieldCosts),
    nouns: readNouns(),
    priceOf: (document, variables) => predictionOf(parse(document), null)(variables),
    history: readSchemaHistory(),
    migrationGuide: readMigrationGuide(),
  };
}
