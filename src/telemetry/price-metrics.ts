import type { Registry } from '@prometheus-io/client';
import type { Price } from '../graph/cost.ts';
import type { ExceededStage, PriceObserver } from '../operations/observers.ts';
import { type Count, Counts } from './counters.ts';
import { type Distribution, Distributions } from './distributions.ts';

const POWERS_OF_TEN = Array.from({ length: 9 }, (_, power) => 10 ** power);

/** Predicted prices of operations, and the limits that they exceed. */
export class PriceMetrics implements PriceObserver {
  readonly #predicted: Readonly<Record<keyof Price, Distribution>>;
  readonly #exceeded: Readonly<Record<keyof Price, Readonly<Record<ExceededStage, Count>>>>;

  constructor(registry: Registry) {
    const predicted = new Distributions(registry, {
      name: 'gateway_operation_price',
      help: 'Predicted price of operations: platform `calls`, `objects` and list items of the response, `bytes` of the response.',
      labels: ['price'],
      buckets: POWERS_OF_TEN,
    });
    const exceeded = new Counts(registry, {
      name: 'gateway_price_limits_exceeded_total',
      help: 'Operations over the limit of a price: refused because of the prediction (`predicted`), or ended or cut short when they reached it (`reached`).',
      labels: ['price', 'stage'],
    });
    const ofPrice = <Value>(of: (price: keyof Price) => Value): Record<keyof Price, Value> => ({
      calls: of('calls'),
      objects: of('objects'),
      bytes: of('bytes'),
    });
    this.#predicted = ofPrice((price) => predicted.of(price));
    this.#exceeded = ofPrice((price) => ({
      predicted: exceeded.of(price, 'predicted'),
      reached: exceeded.of(price, 'reached'),
    }));
  }

  predicted(price: Price): void {
    this.#predicted.calls.observe(price.calls);
    this.#predicted.objects.observe(price.objects);
    this.#predicted.bytes.observe(price.bytes);
  }

  exceeded(price: keyof Price, stage: ExceededStage): void {
    this.#exceeded[price][stage].value += 1;
  }
}
