import fc from 'fast-check';
import { parse } from 'graphql';
import { startSandbox } from 'learning-platform-kit/sandbox';
import { Projector } from 'learning-platform-projection/projector';
import { Slices } from 'learning-platform-projection/slices';
import { beforeAll, describe, expect, it } from 'vitest';
import { createContext } from '../../src/domains/context.ts';
import { SYSTEM_CLOCK } from '../../src/lib/clock.ts';
import { createPlans } from '../../src/operations/plans.ts';
import type { Transport } from '../../src/platform/call.ts';
import { addressesOf, createPlatform } from '../../src/platform/client.ts';
import { parseCredential } from '../../src/platform/credential.ts';
import { documents } from '../support/documents.ts';
import { FULL } from '../support/fleet-form.ts';
import { as } from '../support/gateway.ts';
import { planOptions, UNLIMITED } from '../support/plan-options.ts';
import { schema } from '../support/schema.ts';
import { forSuite } from '../support/suite.ts';
import { startTwin } from '../support/twin.ts';
import { largeBodies } from './bodies.ts';
import { driftedBody } from './drifted-body.ts';
import { SAMPLES } from './samples.ts';

const RUNS = FULL ? 20_000 : 150;
/** One with which both kinds of lists are common. */
const SEED = 2;
const LONG = 3_600_000;
const AUTHORIZATION = as.student.authorization ?? '';
const URL_OF_ALL = new URL('http://platform.test');

/** A limit that many responses exceed. */
const LIMITED = { objects: 60, characters: 3000 };

describe('a plan with projection and without', () => {
  const sandbox = forSuite(() => startSandbox());
  const twin = forSuite(() => startTwin(schema, sandbox));
  let bodies: ReadonlyMap<string, unknown>;
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  beforeAll(async () => {
    bodies = await largeBodies(sandbox);
  });

  /** Runs a plan on a platform with these bodies. A new projector has given up on none of them. */
  const run = async (
    plan: ReturnType<ReturnType<typeof createPlans>>,
    bodyOf: (route: string) => Buffer | null,
    projects: boolean,
  ) => {
    const seen: string[] = [];
    const send: Transport = (call, caller) => {
      seen.push(call.path);
      const body = bodyOf(call.route);
      queueMicrotask(() =>
        caller.settled({ status: body ? 200 : 404, retryAfter: null, body: body ?? Buffer.alloc(0) }),
      );
    };
    const { signal } = new AbortController();
    const slices = projects ? new Slices() : null;
    const projector = new Projector((copied) => count(copied ? 'copied' : 'completed'));
    const hosts = { platform: URL_OF_ALL, notes: URL_OF_ALL, push: URL_OF_ALL };
    const platform = createPlatform({
      clock: SYSTEM_CLOCK,
      addresses: addressesOf(hosts),
      send,
      credential: parseCredential(AUTHORIZATION),
      signal,
      projector,
      copies: slices,
      observer: {
        deduplicated: (by, calls) => void seen.push(`${by} ${calls}`),
        batch() {},
        body: (_route, reading) => count(reading),
        drift: (route) => void seen.push(`drift ${route}`),
      },
    });
    const base = twin.contextFor(AUTHORIZATION);
    const context = createContext(
      { platform, account: null, signal, resumeAfter: null, keys: null },
      base.events,
      base,
    );
    const { data, errors = [] } = await plan(context, undefined, undefined, slices);
    const text = JSON.stringify({ data });
    return {
      text: slices && !slices.isEmpty ? slices.join(text).toString() : text,
      errors: errors.map((error) => withoutPlace(JSON.stringify([error.message, error]))).toSorted(),
      seen: seen.toSorted(),
    };
  };

  it(
    `gives the same JSON, errors, calls and drift for ${RUNS} generated operations on drifted bodies`,
    async () => {
      const sources = fc.sample(documents(schema, SAMPLES), { numRuns: RUNS, seed: SEED });
      for (const [seed, source] of sources.entries()) {
        const limits = seed % 5 === 0 ? LIMITED : UNLIMITED;
        const plan = createPlans(schema, planOptions(limits))(parse(source), null);
        const bodyOf = driftedBodies(bodies, SEED + seed * 31);
        const [projected, parsed] = [await run(plan, bodyOf, true), await run(plan, bodyOf, false)];
        expect(projected, `operation ${seed}: ${source}`).toEqual(parsed);
      }
      expect(counts.get('recorded')).toBeGreaterThan(RUNS / 5);
      expect(counts.get('copied')).toBeGreaterThan(RUNS / 10);
      expect(counts.get('completed')).toBeGreaterThan(0);
    },
    LONG,
  );
});

/**
 * A too expensive response is refused at the field that exceeds the limit: which one that is depends on the order in
 * which fields are counted, and a projected list is counted whole.
 */
const withoutPlace = (error: string): string =>
  error
    .replace(/(The response exceeds \d+ \w+) at [\w.]+/, '$1')
    .replaceAll(/("exceeded":\{[^}]*"value":)\d+/g, '$1…');

/** The drifted body of each route, which is made once, when it is first sent. Null: this platform does not have the route. */
function driftedBodies(bodies: ReadonlyMap<string, unknown>, seed: number): (route: string) => Buffer | null {
  const routes = [...bodies.keys()];
  const made = new Map<string, Buffer>();
  return (route) => {
    const number = routes.indexOf(route);
    if (number === -1) return null;
    const body = made.get(route) ?? driftedBody(bodies.get(route), seed + number);
    made.set(route, body);
    return body;
  };
}
