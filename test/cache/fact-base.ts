import { type Fact, type Result, readFacts } from './facts.ts';
import type { Operation } from './operation.ts';

/** An operation with its response. */
export interface Answered {
  operation: Operation;
  result: Result;
}

/** Two responses to one caller that give a field of a record different values. */
interface Contradiction {
  fact: Fact;
  other: Fact;
  operations: readonly [Operation, Operation];
}

/** All facts that one caller has received. The first contradiction of each field of the schema is retained. */
export class FactBase {
  readonly #facts = new Map<string, { fact: Fact; operation: Operation }>();
  readonly #contradictions = new Map<string, Contradiction>();

  add({ operation, result }: Answered): void {
    for (const fact of readFacts(operation, result).facts) {
      const key = `${fact.record}.${fact.field}`;
      const known = this.#facts.get(key);
      if (!known) this.#facts.set(key, { fact, operation });
      else if (known.fact.value !== fact.value && !this.#contradictions.has(fact.coordinate)) {
        this.#contradictions.set(fact.coordinate, {
          fact: known.fact,
          other: fact,
          operations: [known.operation, operation],
        });
      }
    }
  }

  get size(): number {
    return this.#facts.size;
  }

  /** By coordinate, as in `User.firstName`. */
  get contradictions(): ReadonlyMap<string, Contradiction> {
    return this.#contradictions;
  }
}
