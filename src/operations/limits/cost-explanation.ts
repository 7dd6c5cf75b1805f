import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import type { BudgetOptions } from './call-budget.ts';
import { createPredictions, type Prediction } from './cost-prediction.ts';

/** The maximum cost of each operation in a document, as text for people: calls by route, objects by field. */
export function explainCosts(
  options: BudgetOptions,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): string {
  const predictionOf = createPredictions({ ...options, itemizesObjects: true });
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const name = operation.name?.value ?? null;
      const prediction = predictionOf(document, name)(variables);
      return `${titleOf(operation)}\n${prediction ? `${callTable(prediction, options)}${objectTable(prediction, options)}` : '  the variables do not match\n'}`;
    })
    .join('\n');
}

const titleOf = ({ operation, name }: OperationDefinitionNode): string =>
  name ? `${operation} ${name.value}` : operation;

function callTable({ total, byRoute }: Prediction, { calls: limit, listEstimate }: BudgetOptions): string {
  const rows = [...byRoute]
    .sort(([, one], [, other]) => other.calls - one.calls)
    .map(([route, { calls, fields }]) => [String(calls), route, [...fields].join(', ')] as const);
  const width = Math.max(5, ...rows.map(([, route]) => route.length));
  const line = (calls: string, route: string, fields: string): string =>
    `  ${calls.padStart(7)}  ${route.padEnd(width)}  ${fields}`.trimEnd();
  const verdict = total > limit ? `over the limit of ${limit}` : `within the limit of ${limit}`;
  return [
    line('calls', 'route', 'for'),
    ...rows.map(([calls, route, fields]) => line(calls, route, fields)),
    line(
      String(total),
      'in all',
      `${verdict}, where no list without \`first\` is longer than ${listEstimate}`,
    ),
    '',
  ].join('\n');
}

function objectTable({ objects, objectsByField }: Prediction, { objects: limit }: BudgetOptions): string {
  const rows = [...objectsByField].sort(([, one], [, other]) => other - one);
  const line = (count: number | string, text: string): string => `  ${String(count).padStart(7)}  ${text}`;
  const verdict = objects > limit ? `over the limit of ${limit}` : `within the limit of ${limit}`;
  return [
    line('objects', 'field'),
    ...rows.map(([field, count]) => line(count, field)),
    line(objects, `in all, ${verdict}`),
    '',
  ].join('\n');
}
