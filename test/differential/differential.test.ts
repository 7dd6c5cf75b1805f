import { describe, expect, it } from 'vitest';
import { difference } from './differences.ts';
import { operationOf } from './operations.ts';
import { type Answer, Pair } from './pair.ts';

const SEED = 20_261_123;
const OPERATIONS = 60;

describe('the differential run', () => {
  it(`finds no difference in ${OPERATIONS} operations, most of which have data and some errors`, {
    tags: 'slow',
  }, async () => {
    const pair = await Pair.start();
    const [answers, others]: [Answer[], Answer[]] = [[], []];
    for (let number = 0; number < OPERATIONS; number += 1) {
      const { request, weather } = operationOf(SEED, number);
      const [compiled, reference] = await pair.ask(request, weather);
      expect(
        compiled.map((answer, time) => reference[time] && difference(answer, reference[time])),
        request.query,
      ).toEqual([null, null]);
      answers.push(...compiled);
      others.push(...reference);
    }
    await pair.close();
    expect(answers.filter(({ calls }) => calls.length > 0).length).toBeGreaterThan(OPERATIONS / 2);
    expect(answers.filter(({ errors }) => errors.length > 0).length).toBeGreaterThan(OPERATIONS / 10);
    // What it would find: the answer to the next operation.
    const found = answers.filter((answer, at) => difference(answer, others[at + 2] ?? answer));
    expect(found.length).toBeGreaterThan(OPERATIONS / 2);
  });

  const answer = (rest: string, ...errors: Answer['errors']): Answer => ({
    status: 200,
    type: 'application/json',
    rest,
    errors,
    calls: [],
  });

  it('tells answers apart by a byte, an error, a status or a call', () => {
    const one = answer('{"data":{"a":1,"b":2}}');
    expect(difference(one, one)).toBeNull();
    for (const other of [
      answer('{"data":{"b":2,"a":1}}'),
      answer('{"data":{"a":1,"b":2.0}}'),
      answer(',"data":{"a":1,"b":2}}', { path: ['a'] }),
      { ...one, status: 294 },
      { ...one, calls: ['GET /edu/v1/course'] },
    ])
      expect(difference(one, other)).not.toBeNull();
  });

  it('allows another order of errors, and further ones within a value that is null', () => {
    const rest = ',"data":{"a":null,"b":null}}';
    expect(
      difference(
        answer(rest, { path: ['a'] }, { path: ['b'] }),
        answer(rest, { path: ['b'] }, { path: ['a'] }, { path: ['a', 0, 'c'] }),
      ),
    ).toBeNull();
  });

  it('allows calls of fields beside an error that made their object null', () => {
    const gone = answer(',"data":{"a":null}}', { path: ['a', 'id'] });
    expect(difference({ ...gone, calls: ['GET /user/v1/my/profile/picture'] }, gone)).toBeNull();
    const own = answer(',"data":{"a":null}}', { path: ['a'] });
    expect(difference({ ...own, calls: ['GET /user/v1/my/profile/picture'] }, own)).not.toBeNull();
  });
});
