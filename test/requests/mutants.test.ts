// @module-tag slow
import { nameOf, ROUTES, routeNamed } from 'learning-platform-kit/contract/routes';
import { describe, expect, it } from 'vitest';
import { declaredRoutes } from '../reach/declared.ts';
import { FULL } from '../support/fleet-form.ts';
import { forSuite } from '../support/suite.ts';
import { checkRow } from './check.ts';
import { startRecordedGateway } from './gateway.ts';
import { contractMutantsOf, MUTANT_KINDS, type Mutant, mutantsOf } from './mutants.ts';
import { NOT_OFFERED, REQUESTS } from './table.ts';

/** A parameter that the graph never sends cannot be sent wrongly. */
const isSent = ({ route, parameter }: Mutant): boolean =>
  parameter === undefined || !(`${routeNamed(route)?.id}: ${parameter}` in NOT_OFFERED);

const mutants = mutantsOf(await declaredRoutes()).filter(isSent);
const contractMutants = ROUTES.flatMap(contractMutantsOf).filter(isSent);

describe('a mutant of a route declaration', () => {
  const gateway = forSuite(startRecordedGateway);

  /** Whether all requests of the table to the route are as documented. */
  async function isTrue(route: string): Promise<boolean> {
    for (const row of REQUESTS.filter((candidate) => candidate.route === routeNamed(route)?.id)) {
      const { actual, expected, problems } = await checkRow(gateway, row);
      if (problems.length > 0 || actual.join() !== expected.join()) return false;
    }
    return true;
  }

  it('exists for every route', () => {
    const planted = new Set(mutants.map(({ route }) => route));
    expect([...planted].toSorted()).toEqual(ROUTES.map(nameOf).toSorted());
  });

  it('is not reported for an unchanged declaration', async () => {
    const mistaken = [];
    for (const route of ROUTES.map(nameOf)) if (!(await isTrue(route))) mistaken.push(route);
    expect(mistaken).toEqual([]);
  });

  /** The mutants, or every sixth in the short form, that no request reveals. */
  async function survivorsOf(all: readonly Mutant[]): Promise<string[]> {
    const planted = all.filter((_mutant, index) => FULL || index % 6 === 0);
    expect(planted.length).toBeGreaterThan(0);
    const survivors = [];
    for (const { route, about, plant } of planted) {
      const takeBack = plant();
      try {
        if (await isTrue(route)) survivors.push(`${route}: ${about}`);
      } finally {
        takeBack();
      }
    }
    return survivors;
  }

  it.each(MUTANT_KINDS)('is detected: %s', async (kind) => {
    expect(await survivorsOf(mutants.filter((mutant) => mutant.kind === kind))).toEqual([]);
  });

  it('is detected in the contract as well', async () => {
    expect(await survivorsOf(contractMutants)).toEqual([]);
  });
});
