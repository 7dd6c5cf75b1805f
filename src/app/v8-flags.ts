import { setFlagsFromString } from 'node:v8';

/** Tunes V8 for a gateway. Call after all modules are loaded and before the first request. */
export function tuneEngine(): void {
  // V8 allocates objects directly in the old generation if their allocation site has produced long-lived ones. Here that
  // happens once many operations wait concurrently; from then on responses would be allocated there, and dead ones
  // would keep the rows they refer to alive until a full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  // V8 would retain the generated code of every plan for several full collections: hundreds of megabytes of plans that were
  // evicted, or are retained by us anyway.
  setFlagsFromString('--no-compilation-cache');
  // A request passes through many small functions. Twice V8's limit on what is inlined into one saves a twentieth of the
  // work.
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=1840');
  setFlagsFromString('--max-inlined-bytecode-size-absolute=9200');
  keepStringMethodsFast();
}

/**
 * Restores fast properties on `String.prototype`. A class that extends String (the Redis client has one) turns them into
 * a dictionary, which slows every string method call: `charCodeAt` loops, as in the GraphQL parser, take five times as
 * long. Enumerating a String object's properties makes them fast again, permanently.
 */
function keepStringMethodsFast(): void {
  for (const _ in new String(''));
}
