import { setFlagsFromString } from 'node:v8';

/** Tells V8 what suits a gateway; to be called before the first request, after all modules are loaded. */
export function tuneEngine(): void {
  // V8 makes objects in the old generation whose like have lived long before. Here they do so when many operations wait
  // at once; from then on answers would be made there, and dead ones keep the rows alive that they refer to, until a
  // full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  keepStringMethodsFast();
}

/**
 * A class that extends String (the Redis client has one) turns the properties of `String.prototype` into a dictionary,
 * and every method call on a text then goes through it: a walk over a text by `charCodeAt` takes five times as long,
 * such as that of the GraphQL parser. To enumerate the properties of a String object makes them fast again, for good.
 */
function keepStringMethodsFast(): void {
  for (const _ in new String(''));
}
