import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';
import { PRICES, type Price } from '../../graph/cost.ts';
import type { BudgetOptions } from './call-budget.ts';
import { createPredictions, type Prediction } from './cost-prediction.ts';

/** The predicted price of each operation in a document, as readable text: by field, and calls by route. */
export function explainCosts(
  options: BudgetOptions,
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): string {
  const predictionOf = createPredictions({ ...options, itemizes: true });
  return document.definitions
    .filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
    .map((operation) => {
      const name = operation.name?.value ?? null;
      const prediction = predictionOf(document, name)(variables);
      return `${titleOf(operation)}\n${prediction ? `${fieldTable(prediction, options)}${routeTable(prediction)}` : '  the variables do not match\n'}`;
    })
    .join('\n');
}

const titleOf = ({ operation, name }: OperationDefinitionNode): string =>
  name ? `${operation} ${name.value}` : operation;

/** The price of each field, the total and the limits. */
function fieldTable(prediction: Prediction, { limits }: BudgetOptions): string {
  const fields = [...prediction.byField].toSorted(
    ([, one], [, other]) => other.calls - one.calls || other.objects - one.objects || other.bytes - one.bytes,
  );
  const over = PRICES.filter((price) => prediction[price] > limits[price]);
  const rows = [
    [...PRICES, 'field'],
    ...fields.map(([field, price]) => rowOf(price, field)),
    rowOf(prediction, 'in all'),
    rowOf(limits, over.length === 0 ? 'limit: within' : `limit: too many ${over.join(', ')}`),
  ];
  const widths = PRICES.map((_, column) => Math.max(8, ...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `  ${row.map((text, column) => (column < widths.length ? text.padStart(widths[column] ?? 0) : text)).join('  ')}\n`,
    )
    .join('');
}

const rowOf = (price: Price, text: string): string[] => [...PRICES.map((name) => String(price[name])), text];

function routeTable({ byRoute }: Prediction): string {
  const rows = [...byRoute]
    .toSorted(([, one], [, other]) => other.calls - one.calls)
    .map(([route, { calls, fields }]) => [String(calls), route, [...fields].join(', ')] as const);
  if (rows.length === 0) return '';
  const width = Math.max(...rows.map(([, route]) => route.length));
  return [['calls', 'route', 'for'] as const, ...rows]
    .map(([calls, route, fields]) => `  ${calls.padStart(8)}  ${route.padEnd(width)}  ${fields}\n`)
    .join('');
}
