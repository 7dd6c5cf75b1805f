import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { declaredRoutes } from './declared.ts';
import { strictChecker } from './strict.ts';
import { settle, walk } from './walk.ts';

/** One 2xx answer of the platform, by route. */
interface Answered {
  route: string;
  body: string;
}

describe('what the sandbox platform answers', () => {
  let gateway: TestGateway;
  const answers: Answered[] = [];
  beforeAll(async () => {
    gateway = await startGateway();
    record(gateway, answers);
    await walk(gateway, await settle(gateway));
  });
  afterAll(() => gateway.close());

  it('is, on every route with a documented row, exactly of its wire type: every leaf of its documented type', async () => {
    const seen = new Set<string>();
    const wrong: string[] = [];
    for (const declared of (await declaredRoutes()).values()) {
      const { schema } = declared.read.wire;
      if (!schema) continue;
      const check = strictChecker(schema);
      const route = `${declared.method} ${declared.path}`;
      for (const { body } of answers.filter((answer) => answer.route === route)) {
        for (const row of rowsIn(JSON.parse(body))) {
          seen.add(route);
          if (!check(row)) wrong.push(`${route}: ${JSON.stringify(row).slice(0, 300)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBeGreaterThanOrEqual(25);
  });
});

describe('the strict check', () => {
  const check = strictChecker(
    Type.Object({ id: Type.String(), name: Type.Optional(Type.Unsafe({ leaf: 'string' })) }),
  );
  it.each<[string, unknown, boolean]>([
    ['a row as documented', { id: 'x', name: 'n' }, true],
    ['a leaf that is null', { id: 'x', name: null }, true],
    ['a leaf that is absent', { id: 'x' }, true],
    ['a leaf of another type', { id: 'x', name: 7 }, false],
    ['a row without its id', { name: 'n' }, false],
  ])('takes or refuses %s', (_, row, good) => {
    expect(check(row)).toBe(good);
  });
});

/** Keeps every 2xx answer that the platform gives from now on. */
function record({ faults }: TestGateway, answers: Answered[]): void {
  const intercept = faults.intercept.bind(faults);
  faults.intercept = (request, response) => {
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown): void => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
    };
    const { write, end } = response;
    response.write = ((...args: Parameters<typeof write>) => {
      keep(args[0]);
      return write.apply(response, args);
    }) as typeof write;
    response.end = ((...args: Parameters<typeof end>) => {
      keep(args[0]);
      if (response.statusCode < 300) {
        const path = (request.url ?? '').split('?', 1)[0];
        answers.push({ route: `${request.method} ${path}`, body: Buffer.concat(chunks).toString('utf8') });
      }
      return end.apply(response, args);
    }) as typeof end;
    return intercept(request, response);
  };
}

/** The rows of an answer: those of its list, or the answer itself. */
function rowsIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (typeof json === 'object' && json !== null && 'docs' in json && Array.isArray(json.docs))
    return json.docs;
  return [json];
}
