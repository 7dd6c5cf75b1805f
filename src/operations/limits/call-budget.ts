import type { DocumentNode } from 'graphql';
import type { GatewayError } from '../../graph/errors.ts';
import { createPredictions, type Prediction, type PredictionOptions } from './cost-prediction.ts';
import { tooExpensive } from './document-limits.ts';

export interface BudgetOptions extends PredictionOptions {
  /** Maximum platform calls per operation. */
  calls: number;
  /** Maximum objects per response. */
  objects: number;
}

type Variables = Readonly<Record<string, unknown>>;

/** Refuses an operation whose worst case exceeds the budget of calls or objects. Null: within the budget. */
export type CheckBudget = (
  document: DocumentNode,
  operationName: string | null,
  variables: Variables | undefined,
) => GatewayError | null;

export function createBudget(options: BudgetOptions): CheckBudget {
  const predictionOf = createPredictions(options);
  return (document, operationName, variables) => {
    const prediction = predictionOf(document, operationName)(variables);
    if (!prediction) return null;
    const excess = excessOf(prediction, options);
    return excess === null
      ? null
      : tooExpensive(
          `${excess} Request fewer items at once, or use several operations.`,
          prediction.total > options.calls ? 'calls' : 'objects',
        );
  };
}

function excessOf(prediction: Prediction, { calls, objects }: BudgetOptions): string | null {
  if (prediction.total > calls)
    return `The operation may need ${prediction.total} platform calls; the limit is ${calls}. ${mostOf(prediction)}`;
  if (prediction.objects <= objects) return null;
  const fields = prediction.largestPath.slice(1).replaceAll('/', '.');
  return `The operation may produce ${prediction.objects} objects; the limit is ${objects}. Most are at ${fields} (${prediction.largestObjects}).`;
}

function mostOf({ byRoute }: Prediction): string {
  const [most] = [...byRoute].sort(([, one], [, other]) => other.calls - one.calls);
  return most ? `Most are for ${[...most[1].fields].join(', ')} (${most[1].calls}).` : '';
}

/**
 * Counts the platform calls of one operation and throws on the first one over the limit. Unlike the prediction, it does
 * not depend on how long lists usually are.
 */
export function limitCalls(limit: number): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= limit) return;
    throw tooExpensive(
      `This would be platform call ${calls} of the operation; the limit is ${limit}.`,
      'calls',
    );
  };
}
