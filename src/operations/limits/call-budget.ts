import type { DocumentNode } from 'graphql';
import type { Caller } from '../../admission/limits.ts';
import { PRICES, type Price } from '../../graph/cost.ts';
import type { ExceededPrice, GatewayError } from '../../graph/errors.ts';
import type { Variables } from '../input/variables.ts';
import type { PriceObserver } from '../reports/observers.ts';
import { createPredictions, type Prediction } from './cost-prediction.ts';
import type { PredictionOptions } from './cost-tree.ts';
import { exceedsPrice } from './document-limits.ts';

export interface BudgetOptions extends PredictionOptions {
  /** Maximum price of one operation. */
  limits: Price;
}

/** Refuses an operation whose predicted price exceeds a limit. Null: within the limits. */
export type CheckBudget = (
  document: DocumentNode,
  operationName: string | null,
  variables: Variables | undefined,
) => GatewayError | null;

export function createBudget(options: BudgetOptions, observer: PriceObserver): CheckBudget {
  const { limits } = options;
  const predictionOf = createPredictions(options);
  return (document, operationName, variables) => {
    const prediction = predictionOf(document, operationName)(variables);
    if (!prediction) return null;
    observer.predicted(prediction);
    const price = PRICES.find((each) => prediction[each] > limits[each]);
    if (!price) return null;
    observer.exceeded(price, 'predicted');
    const exceeded = { price, value: prediction[price], limit: limits[price] };
    return exceedsPrice(
      `${describe(exceeded, prediction)} Request fewer items at once, or use several operations.`,
      exceeded,
    );
  };
}

function describe({ price, value, limit }: ExceededPrice, prediction: Prediction): string {
  if (price === 'calls')
    return `The operation may need ${value} platform calls; the limit is ${limit}. ${mostCallsOf(prediction)}`;
  const [most] = prediction.parts.toSorted((one, other) => other[price] - one[price]);
  const where = most ? ` Most are at ${most.path.slice(1).replaceAll('/', '.')} (${most[price]}).` : '';
  return `The operation may produce ${value} ${price}; the limit is ${limit}.${where}`;
}

function mostCallsOf({ byRoute }: Prediction): string {
  const [most] = [...byRoute].sort(([, one], [, other]) => other.calls - one.calls);
  return most ? `Most are for ${[...most[1].fields].join(', ')} (${most[1].calls}).` : '';
}

/**
 * Charges the platform calls of one operation to its caller, and throws on the first one over the limit. Unlike the prediction,
 * it does not depend on assumed list lengths.
 */
export function limitCalls(
  limit: number,
  observer: PriceObserver,
  account: Pick<Caller, 'spend'> | null,
): (bytes: number) => void {
  let calls = 0;
  return (bytes) => {
    calls += 1;
    account?.spend('calls', 1);
    account?.spend('bytes', bytes);
    if (calls <= limit) return;
    if (calls === limit + 1) observer.exceeded('calls', 'reached');
    throw exceedsPrice(`The operation needs more than ${limit} platform calls.`, {
      price: 'calls',
      value: calls,
      limit,
    });
  };
}
