import { describe, expect, it } from 'vitest';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Wire } from '../../src/platform/wire.ts';
import { answer } from '../support/faults.ts';
import { FULL } from '../support/fleet-form.ts';
import type { QueryResult } from '../support/gateway.ts';
import { IN_ORDER, suiteGateway } from '../support/suite.ts';
import { type Case, isAbsentNull, replayed, suiteCases, wireOf } from './cases.ts';
import {
  EMPTY,
  FOREIGN,
  inWholeSeconds,
  meaningless,
  REFUSALS,
  STATUSES,
  type Transformation,
} from './transformations.ts';
import { REACHES } from './walk.ts';

/** Rows of the table whose route the gateway calls, by their place in it. */
const CALLED = REACHES.flatMap(({ route, fields, opens }, index) =>
  opens === undefined ? [[route, fields.join(', '), index] as const] : [],
);

/** One in so many of the forms that mean the same, another part of them for each row. In the long form, all of them. */
const SAMPLE = FULL ? 1 : 3;

/** Members that the contract documents: as a wrapper, one of them contains nothing but the record; as an outcome, it is none. */
const DOCUMENTED: readonly (readonly [route: RegExp, member: string])[] = [
  [/^(PUT|POST) \/app\/v1\/bucket/, 'data'],
  [/\/ato\//, 'status'],
];
const documentedIn = (name: string, route: string): boolean =>
  DOCUMENTED.some(
    ([pattern, member]) =>
      pattern.test(route) &&
      (name.startsWith(`under ${member} and`) || name.startsWith(`refused: {"${member}"`)),
  );

/** Data without what the rule shows of an envelope, and without the gateway's own times. */
const withoutExtra = (data: unknown): unknown =>
  Array.isArray(data)
    ? data.map(withoutExtra)
    : isRecord(data)
      ? Object.fromEntries(
          Object.entries(data).flatMap(([name, value]) =>
            /extra$|^raisedAt$/i.test(name) ? [] : [[name, withoutExtra(value)]],
          ),
        )
      : data;

/** Writes whose payload has the ID of what they created. */
const CREATES = /\b(create(Training)?Note|createBadge|assertBadge|createAnonymousUser)$/;

/** What becomes of a response with nothing in it. */
function emptyOutcome(form: Wire['form'], isNull: boolean, creates: boolean): string {
  if (creates) return 'CREATED_WITHOUT_ID';
  const isOptional = isNull || ['found', 'open', 'value', 'validation', 'picture'].includes(form);
  return isOptional ? 'no error' : 'UPSTREAM_BAD_RESPONSE';
}

const codesIn = ({ errors }: QueryResult): string[] => [
  ...new Set(errors.map(({ extensions }) => String(extensions.code))),
];

describe('responses that the contract allows and does not show', IN_ORDER, () => {
  const gateway = suiteGateway();
  const caseAt = suiteCases(gateway);

  /** The case with times of whole seconds in the response of its own route. */
  const bodyOf = ({ body, reach }: Case): string =>
    /^[[{]/.test(body) && wireOf(reach.route).form !== 'value'
      ? JSON.stringify(inWholeSeconds(JSON.parse(body)))
      : body;
  const run = ({ reach, bodies }: Case, fault: Transformation['fault']): Promise<QueryResult> => {
    const others = [...bodies].map(([route, body]) => [route, answer(body)] as const);
    return replayed(gateway, reach, new Map([...others, [reach.route, fault]]));
  };
  const isWrite = ({ reach }: Case): boolean => !/^(query|subscription|\{)/.test(reach.document.trim());

  it.each(CALLED)('%s has the same meaning in every form, with %s', async (route, _fields, index) => {
    const row = caseAt(index);
    const body = bodyOf(row);
    const plain = await run(row, answer(body));
    expect(plain.errors).toEqual([]);
    const differing: unknown[] = [];
    const forms = meaningless(wireOf(route), body).filter((_, place) => (place + index) % SAMPLE === 0);
    for (const { name, fault } of forms) {
      if (documentedIn(name, route)) continue;
      const { data, errors } = await run(row, fault);
      if (errors.length > 0) differing.push([name, ...errors.map(({ message }) => message)]);
      else if (JSON.stringify(withoutExtra(data)) !== JSON.stringify(withoutExtra(plain.data)))
        differing.push([name, withoutExtra(data), withoutExtra(plain.data)]);
    }
    expect(differing).toEqual([]);
  });

  it.each(CALLED)('%s is refused by a response that says so, with %s', async (route, _fields, index) => {
    const row = caseAt(index);
    const { form } = wireOf(route);
    const unexpected: unknown[] = [];
    for (const { name, fault } of REFUSALS) {
      if (documentedIn(name, route)) continue;
      const result = await run(row, fault);
      const [code] = codesIn(result);
      const reasons = result.errors.map(({ extensions }) => extensions.reason);
      const isRefused =
        form === 'value'
          ? result.errors.length === 0
          : form === 'validation'
            ? result.errors.length === 0 && /"\w+Valid":false/.test(result.text)
            : code === 'UPSTREAM_BAD_RESPONSE' && reasons.includes('REFUSED');
      if (!isRefused) unexpected.push([name, result.text]);
    }
    expect(unexpected).toEqual([]);
  });

  it.each(CALLED)('%s fails with a response of another server, with %s', async (_route, _fields, index) => {
    const row = caseAt(index);
    const unexpected: unknown[] = [];
    for (const { name, fault } of FOREIGN) {
      const result = await run(row, fault);
      const isUnknown = result.errors.some(({ message }) =>
        /outcome is unknown|documented shape|exchange/.test(message),
      );
      if (codesIn(result).join() !== 'UPSTREAM_BAD_RESPONSE' || !isUnknown)
        unexpected.push([name, result.text]);
    }
    expect(unexpected).toEqual([]);
  });

  it.each(CALLED)('%s fails with a status of failure, with %s', async (route, _fields, index) => {
    const row = caseAt(index);
    const unexpected: unknown[] = [];
    for (const { name, status, fault } of STATUSES) {
      const result = await run(row, fault);
      const isAbsent = status === 404 && !isWrite(row);
      const isInvalid = status === 401 && wireOf(route).form === 'validation';
      if (!isAbsent && !isInvalid && result.errors.length === 0) unexpected.push([name, result.text]);
    }
    expect(unexpected).toEqual([]);
  });

  it.each(CALLED)(
    '%s has its documented outcome if the response is empty, with %s',
    async (route, fields, index) => {
      const row = caseAt(index);
      const { form } = wireOf(route);
      const unexpected: unknown[] = [];
      for (const { name, fault } of EMPTY) {
        const result = await run(row, fault);
        const [{ code, reason } = {}] = result.errors.map(({ extensions }) => extensions);
        const outcome = code === undefined ? 'no error' : (reason ?? code);
        if (outcome !== emptyOutcome(form, isAbsentNull(route), CREATES.test(fields)))
          unexpected.push([name, result.text]);
      }
      expect(unexpected).toEqual([]);
    },
  );
});
