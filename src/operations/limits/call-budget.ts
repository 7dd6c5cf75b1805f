import type { DocumentNode } from 'graphql';
import type { GatewayError } from '../../graph/errors.ts';
import { createPredictions, type Prediction, type PredictionOptions } from './cost-prediction.ts';
import { tooExpensive } from './document-limits.ts';

export interface BudgetOptions extends PredictionOptions {
  /** Calls to the platform that one operation may make. */
  calls: number;
}

type Variables = Readonly<Record<string, unknown>>;

/** Refuses an operation whose worst case is over the budget. */
export type Admit = (
  document: DocumentNode,
  operationName: string | null,
  variables: Variables | undefined,
) => GatewayError | null;

export function createBudget(options: BudgetOptions): Admit {
  const predictionOf = createPredictions(options);
  return (document, operationName, variables) => {
    const prediction = predictionOf(document, operationName)(variables);
    if (!prediction || prediction.total <= options.calls) return null;
    return tooExpensive(
      `The operation may come to ${prediction.total} calls to the platform; the limit is ${options.calls}. ${mostOf(prediction)} Ask for fewer rows at once, or in several operations.`,
    );
  };
}

function mostOf({ byRoute }: Prediction): string {
  const [most] = [...byRoute].sort(([, one], [, other]) => other.calls - one.calls);
  return most ? `Most are for ${[...most[1].fields].join(', ')} (${most[1].calls}).` : '';
}

/**
 * Counts the calls of one operation as they are asked for. What was predicted rests on how long lists usually are;
 * this does not.
 */
export function limitCalls(limit: number): () => void {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls <= limit) return;
    throw tooExpensive(
      `This would be call ${calls} of the operation to the platform; the limit is ${limit}.`,
    );
  };
}
