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
  const sum = (parts: readonly Price[], price: keyof Price): number =>
    parts.reduce((total, part) => total + part[price], 0);
  const fields = [...Map.groupBy(prediction.parts, ({ coordinate }) => coordinate)]
    .map(([field, parts]) => ({
      field,
      calls: sum(parts, 'calls'),
      objects: sum(parts, 'objects'),
      bytes: sum(parts, 'bytes'),
    }))
    .sort((one, other) => other.calls - one.calls || other.objects - one.objects || other.bytes - one.bytes);
  const over = PRICES.filter((price) => prediction[price] > limits[price]);
  return table(PRICES.length, [
    [...PRICES, 'field'],
    ...fields.map((price) => rowOf(price, price.field)),
    rowOf(prediction, 'in all'),
    rowOf(limits, over.length === 0 ? 'limit: within' : `limit: too many ${over.join(', ')}`),
  ]);
}

const rowOf = (price: Price, text: string): string[] => [...PRICES.map((name) => String(price[name])), text];

function routeTable({ byRoute }: Prediction): string {
  const rows = [...byRoute]
    .toSorted(([, one], [, other]) => other.calls - one.calls)
    .map(([route, { calls, fields }]) => [String(calls), route, [...fields].join(', ')]);
  return rows.length === 0 ? '' : table(1, [['calls', 'route', 'for'], ...rows]);
}

/** @param numbers how many columns are, the first ones. */
function table(numbers: number, rows: readonly (readonly string[])[]): string {
  const [titles = []] = rows;
  const widths = titles.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column < numbers ? text.padStart(Math.max(8, width)) : text.padEnd(width);
  };
  return rows.map((row) => `  ${row.map(cell).join('  ').trimEnd()}\n`).join('');
}
