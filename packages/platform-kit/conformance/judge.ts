import type { TSchema } from 'typebox';
import type { Route } from '../contract/vocabulary.ts';
import { compare } from './compare.ts';
import type { RequestOutcome } from './exchange.ts';
import type { Gateway } from './gateway.ts';
import { parseJson, typeOf } from './json.ts';
import type { Finding } from './report.ts';
import { unwrapped } from './wrapper.ts';

/** The first bytes of a JPEG. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Compares a response with the contract's documentation of its route. No status is documented, so any 2xx is accepted.
 * @param sent the parameters and where they were sent, as in `query: courseId`.
 */
export function judge(gateway: Gateway, route: Route, outcome: RequestOutcome, sent: string): Finding[] {
  if (outcome.kind === 'failed') return [whole('no response', 'a response', outcome.reason)];
  const { status } = outcome;
  const parameters = sent === '' ? '' : `; sent in ${sent}`;
  if (status === 401 || status === 403) {
    const rejected = route.credential ? `rejected the ${route.credential.kind}` : 'rejected the request';
    return [whole('refused', '2xx', `${status}: the platform ${rejected}${parameters}`)];
  }
  if (status >= 300 && status < 400) return [whole('status', '2xx', `${status}: a redirect (not followed)`)];
  if (status < 200 || status > 299) return [whole('status', '2xx', `${status}${parameters}`)];
  return judgeBody(gateway, route, outcome);
}

type Received = Extract<RequestOutcome, { kind: 'response' }>;

function judgeBody(gateway: Gateway, route: Route, response: Received): Finding[] {
  switch (route.response.kind) {
    case 'page':
      return response.mediaType === 'text/html' ? [] : [whole('type', 'text/html', response.mediaType)];
    case 'base64':
      return judgePicture(gateway, route, response);
    case 'json':
      return judgeJson(gateway, route, response, route.response.schema);
    case 'not shown':
      return isBlank(response) ? unreadable(gateway, route, response) : judgeJson(gateway, route, response);
  }
}

/** @param schema of the documented response. Undefined: it is not shown. */
function judgeJson(gateway: Gateway, route: Route, response: Received, schema?: TSchema): Finding[] {
  const parsed = parseJson(response.bytes.toString('utf8'));
  if (!parsed) return [whole('not JSON', 'JSON', isBlank(response) ? 'an empty body' : response.mediaType)];
  const findings = schema ? compare(schema, parsed.json) : [];
  return [...findings, ...unreadable(gateway, route, response)];
}

function judgePicture(gateway: Gateway, route: Route, response: Received): Finding[] {
  const text = response.bytes.toString('utf8').trim();
  const parsed = parseJson(text);
  const { value, under } = unwrapped(parsed?.json);
  const bare = typeof value === 'string' ? value : text;
  const isJpeg = Buffer.from(bare.replace(/^data:[^,]*,/, ''), 'base64')
    .subarray(0, JPEG.length)
    .equals(JPEG);
  const wrappers = under.map(
    (name): Finding => ({
      kind: 'form',
      member: name,
      expected: 'no wrapper',
      found: 'object',
    }),
  );
  if (isJpeg) return [...wrappers, ...unreadable(gateway, route, response)];
  const found = parsed && typeof value !== 'string' ? `JSON: ${typeOf(value)}` : response.mediaType;
  return [whole('type', 'base64 of a JPEG', found), ...unreadable(gateway, route, response)];
}

function unreadable(gateway: Gateway, { method, path }: Route, { bytes }: Received): Finding[] {
  const { rejection, leftOut } = gateway.read(`${method} ${path}`, bytes);
  const rows = [...leftOut].map(
    ([member, times]): Finding => ({
      kind: 'left out',
      member,
      expected: 'an ID in every row',
      found: times === 1 ? '1 row without it' : `${times} rows without it`,
    }),
  );
  return rejection === null
    ? rows
    : [...rows, whole('unreadable', 'a response that the gateway can read', rejection)];
}

const isBlank = ({ bytes }: Received): boolean => bytes.toString('utf8').trim() === '';

const whole = (kind: Finding['kind'], expected: string, found: string): Finding => ({
  kind,
  member: null,
  expected,
  found,
});
