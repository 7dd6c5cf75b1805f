import { StreamMetrics } from '../../src/telemetry/stream-metrics.ts';

/** Something that can be made to throw: what a class of the gateway, or of a library it calls, has as a method. */
type Methods<Class> = {
  [Name in keyof Class]: Class[Name] extends (...args: never[]) => unknown ? Name : never;
}[keyof Class];

/** A method that throws until the injection ends: instead of its work, later (its promise rejects), or after its work. */
export interface Injection {
  /** @param onFired called each time, before it throws. */
  inject(onFired?: () => void): { fired(): number; end(): void };
}

export function at<Class extends object>(
  prototype: Class,
  method: Methods<Class> & string,
  how: 'at once' | 'later' | 'afterwards' = 'at once',
): Injection {
  return {
    inject: (onFired) => {
      // A method that a class inherits is injected there, and removed again.
      const own = Object.getOwnPropertyDescriptor(prototype, method);
      const work: unknown = Reflect.get(prototype, method);
      if (typeof work !== 'function') throw new Error(`there is no method ${method}`);
      let fired = 0;
      const faulty = function (this: unknown, ...args: unknown[]): unknown {
        fired += 1;
        onFired?.();
        const fault = new Error(`injected into ${method}`);
        if (how === 'afterwards') Reflect.apply(work, this, args);
        if (how !== 'later') throw fault;
        return new Promise((_resolve, reject) => setImmediate(() => reject(fault)));
      };
      Object.defineProperty(prototype, method, { value: faulty, configurable: true, writable: true });
      const end = (): void => {
        if (own) Object.defineProperty(prototype, method, own);
        else Reflect.deleteProperty(prototype, method);
      };
      return { fired: () => fired, end };
    },
  };
}

/** Makes the next delivery of an event of a stream throw. */
export function failNextDelivery(): void {
  const injected = at(StreamMetrics.prototype, 'delivered').inject(() => injected.end());
}
