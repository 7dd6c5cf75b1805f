import { Boundary } from '../../src/lib/boundary.ts';

/** A boundary for parts that are tested on their own: any fault fails the test run. */
export const strictBoundary = (): Boundary =>
  new Boundary((_entry, fault) =>
    queueMicrotask(() => {
      throw fault;
    }),
  );
