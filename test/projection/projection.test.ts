import { hash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config/config.ts';
import { as, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Metrics, readMetrics } from '../support/metrics.ts';

const ROUTE = 'GET /edu/v1/course/list';
const QUERY = '{ courses(first: 100) { nodes { id name description } totalCount } }';
const COUNT = 40;

/** A page of courses whose texts say whom it is for. */
const pageFor = (reader: string): string =>
  JSON.stringify({
    docs: Array.from({ length: COUNT }, (_, index) => ({
      courseId: `${reader}-${index}`,
      name: `${reader} `.repeat(1 + (index % 5)),
      description: null,
      profilePic: 'p',
      coverPhoto: null,
    })),
    total: COUNT,
  });

describe('projection', { tags: 'compiled' }, () => {
  let gateway: TestGateway;
  afterEach(() => gateway.close());

  const start = async (
    environment: Record<string, string> = {},
    config: Partial<Config> = {},
  ): Promise<void> => {
    gateway = await startGateway({ environment: { METRICS_PORT: '0', ...environment }, config });
  };
  const serve = (bodyFor: (authorization: string) => string): void =>
    gateway.faults.set(ROUTE, (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(bodyFor(request.headers.authorization ?? ''));
    });
  const readTimes = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      const { data } = await gateway.student(QUERY);
      expect(data.courses.nodes.length).toBe(COUNT);
    }
  };
  const bodies = (metrics: Metrics, reading: string): number =>
    metrics.get(`gateway_upstream_bodies_total{route="${ROUTE}",reading="${reading}"}`) ?? 0;
  const lists = (metrics: Metrics, outcome: string): number =>
    metrics.get(`gateway_projected_lists_total{outcome="${outcome}"}`) ?? 0;

  it('copies lists, also for documents that are new, and counts them', async () => {
    await start();
    serve(() => pageFor('r'));
    await readTimes(4);
    const metrics = await readMetrics(gateway);
    expect([bodies(metrics, 'recorded'), lists(metrics, 'copied'), lists(metrics, 'completed')]).toEqual([
      4, 4, 0,
    ]);
  });

  it('copies the lists of persisted queries', async () => {
    await start();
    serve(() => pageFor('r'));
    const persistedQuery = { version: 1, sha256Hash: hash('sha256', QUERY) };
    const send = async (body: object): Promise<string> => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...as.student },
        body: JSON.stringify({ ...body, extensions: { persistedQuery } }),
      });
      return response.text();
    };
    const texts = [await send({ query: QUERY }), await send({}), await send({})];
    expect(new Set(texts).size).toBe(1);
    expect(JSON.parse(texts[0] ?? '').data.courses.totalCount).toBe(COUNT);
    expect(lists(await readMetrics(gateway), 'copied')).toBe(3);
  });

  it('is off with graphql-js', async () => {
    await start({ EXECUTOR: 'graphql-js' });
    serve(() => pageFor('r'));
    await readTimes(3);
    const metrics = await readMetrics(gateway);
    expect([...metrics.keys()].filter((name) => name.startsWith('gateway_upstream_bodies'))).toEqual([]);
    expect(lists(metrics, 'copied')).toBe(0);
  });

  it('does not record what an operation cannot copy', async () => {
    await start();
    serve(() => pageFor('r'));
    const query = '{ courses(first: 100) { totalCount nodes { objectives { id } } } }';
    for (let time = 0; time < 2; time += 1) await gateway.query(query, { as: as.student });
    const metrics = await readMetrics(gateway);
    expect(bodies(metrics, 'recorded')).toBe(0);
  });

  it('stops trying for a while where bodies are unusual, and resumes', async () => {
    await start();
    serve(() => pageFor('r').replace('"docs"', '"\\u0064ocs"'));
    await readTimes(30);
    const before = await readMetrics(gateway);
    expect(bodies(before, 'unusual') + bodies(before, 'paused')).toBe(30);
    expect(bodies(before, 'unusual')).toBeLessThanOrEqual(6);
    serve(() => pageFor('r'));
    while (bodies(await readMetrics(gateway), 'recorded') === 0) await readTimes(1);
    const resumed = await readMetrics(gateway);
    await readTimes(5);
    expect(bodies(await readMetrics(gateway), 'recorded')).toBe(bodies(resumed, 'recorded') + 5);
  });

  it.each([
    ['9007199254740991', { nodes: [{ id: '9007199254740991' }] }],
    ['-999999999999999', { nodes: [{ id: '-999999999999999' }] }],
    ['9007199254740993', { nodes: [{ id: '9007199254740993' }] }],
    ['1.5', null],
  ])('reads an ID from a whole number, digit by digit: %s', async (id, courses) => {
    await start();
    serve(() => `{"docs":[{"courseId":${id}}],"total":1}`);
    const { data, errors } = await gateway.query('{ courses(first: 1) { nodes { id } } }', {
      as: as.student,
    });
    expect(data).toEqual({ courses });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(courses ? [] : ['UPSTREAM_BAD_RESPONSE']);
  });

  it('completes a list field by field where a value is unusual', async () => {
    await start();
    serve(() => pageFor('r').replace('"name":"r "', '"name":12'));
    const { text } = await gateway.query(QUERY, { as: as.student });
    expect(text).toContain('"name":"12"');
    const metrics = await readMetrics(gateway);
    expect([lists(metrics, 'copied'), lists(metrics, 'completed')]).toEqual([0, 1]);
  });

  it('parses what has so many rows that recording them would take too much memory', async () => {
    await start();
    serve(() =>
      JSON.stringify({
        docs: Array.from({ length: 4000 }, (_, index) => ({ courseId: index % 10 })),
        total: 1,
      }),
    );
    const query = '{ courses(first: 100) { nodes { id name } totalCount } }';
    const texts: string[] = [];
    for (let time = 0; time < 2; time += 1) texts.push((await gateway.query(query, { as: as.student })).text);
    expect(texts[1]).toBe(texts[0]);
    expect(bodies(await readMetrics(gateway), 'unusual')).toBe(1);
    expect(bodies(await readMetrics(gateway), 'paused')).toBe(1);
  });

  it('gives each of many overlapping requests its own rows', async () => {
    await start();
    serve(pageFor);
    const read = async (reader: number): Promise<void> => {
      const credential = as.bearer(`reader-${reader}-${'x'.repeat(reader)}`);
      const { data } = await gateway.query(QUERY, { as: credential });
      expect(data.courses).toEqual({
        nodes: JSON.parse(pageFor(credential.authorization ?? '')).docs.map(
          ({ courseId, name, description }: Record<string, unknown>) => ({ id: courseId, name, description }),
        ),
        totalCount: COUNT,
      });
    };
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 40 }, (_, reader) => read(reader)));
    expect(lists(await readMetrics(gateway), 'copied')).toBe(200);
  });
});
