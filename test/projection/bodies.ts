import type { Sandbox } from 'learning-platform-kit/sandbox';
import { isRecord } from '../../src/lib/is-record.ts';

/** A call of each route whose response may be recorded, and of those that are read along with it. */
const CALLS = {
  'GET /edu/v1/course/list': '?limit=100&page=1',
  'GET /edu/v1/course/levels': '?courseId=c-first-aid',
  'GET /edu/v1/course/objectives': '?courseId=c-first-aid',
  'GET /edu/v1/course/objectives/performance': '?courseId=c-first-aid',
  'GET /edu/v1/class/list': '?limit=100&page=1',
  'GET /edu/v1/class/structure': '?classId=g-first-aid-spring',
  'GET /user/v1/my/friends': '',
  'GET /user/v1/search': '?limit=100&page=1',
  'GET /user/v1/search/random': '?count=25',
};

/** Responses of the platform by route, with each list repeated until there is enough in it to be recorded. */
export async function largeBodies({ url, credentials }: Sandbox): Promise<Map<string, unknown>> {
  const bodies = new Map<string, unknown>();
  for (const [route, search] of Object.entries(CALLS)) {
    const [, path = ''] = route.split(' ');
    const headers = { authorization: `Bearer ${credentials.student}` };
    const response = await fetch(url + path + search, { headers });
    if (!response.ok) throw new Error(`${route} responded ${response.status}`);
    bodies.set(route, repeated(await response.json()));
  }
  return bodies;
}

const LEAST = 8;

/** The JSON with every list of objects repeated up to a few items. */
export function repeated(json: unknown): unknown {
  if (Array.isArray(json)) {
    const items = json.map(repeated);
    return items.length === 0 || !isRecord(items[0])
      ? items
      : Array.from({ length: Math.max(LEAST, items.length) }, (_, index) => items[index % items.length]);
  }
  return isRecord(json)
    ? Object.fromEntries(Object.entries(json).map(([key, value]) => [key, repeated(value)]))
    : json;
}
