import type { Route } from '../../contract/vocabulary.ts';
import { rejectionOf } from '../../domains/platform-readers.ts';
import { compare } from './compare.ts';
import type { Exchange } from './exchange.ts';
import { parseJson, typeOf } from './json.ts';
import type { Finding } from './report.ts';

/** The first bytes of a JPEG. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Compares a response with what the contract documents for its route. No status is documented, so any 2xx is accepted.
 * @param sent where the parameters went, as in `query: courseId`.
 */
export function judge(route: Route, answer: Exchange, sent: string): Finding[] {
  if (answer.kind === 'failed') return [whole('no response', 'a response', answer.reason)];
  const { status } = answer;
  const parameters = sent === '' ? '' : `; sent in ${sent}`;
  if (status === 401 || status === 403) {
    const refused = route.credential ? `refused the ${route.credential.kind}` : 'refused the request';
    return [whole('refused', '2xx', `${status}: the platform ${refused}${parameters}`)];
  }
  if (status >= 300 && status < 400)
    return [whole('status', '2xx', `${status}: a redirect, which is not followed`)];
  if (status < 200 || status > 299) return [whole('status', '2xx', `${status}${parameters}`)];
  return judgeBody(route, answer);
}

type Answer = Extract<Exchange, { kind: 'answered' }>;

function judgeBody(route: Route, answer: Answer): Finding[] {
  switch (route.response.kind) {
    case 'page':
      return answer.mediaType === 'text/html' ? [] : [whole('type', 'text/html', answer.mediaType)];
    case 'base64':
      return judgePicture(route, answer);
    case 'json':
      return judgeJson(route, answer, (json) =>
        route.response.kind === 'json' ? compare(route.response.schema, json) : [],
      );
    case 'not shown':
      return isBlank(answer) ? unreadable(route, answer) : judgeJson(route, answer, () => []);
  }
}

function judgeJson(route: Route, answer: Answer, judgeValue: (json: unknown) => Finding[]): Finding[] {
  const parsed = parseJson(answer.bytes.toString('utf8'));
  if (!parsed) return [whole('not JSON', 'JSON', isBlank(answer) ? 'an empty body' : answer.mediaType)];
  return [...judgeValue(parsed.json), ...unreadable(route, answer)];
}

function judgePicture(route: Route, answer: Answer): Finding[] {
  const text = answer.bytes.toString('utf8').trim();
  const parsed = parseJson(text);
  const bare = parsed && typeof parsed.json === 'string' ? parsed.json : text;
  if (
    Buffer.from(bare.replace(/^data:[^,]*,/, ''), 'base64')
      .subarray(0, JPEG.length)
      .equals(JPEG)
  )
    return unreadable(route, answer);
  const found = parsed && typeof parsed.json !== 'string' ? `JSON: ${typeOf(parsed.json)}` : answer.mediaType;
  return [whole('type', 'base64 of a JPEG', found), ...unreadable(route, answer)];
}

function unreadable({ method, path }: Route, { bytes }: Answer): Finding[] {
  const reason = rejectionOf(`${method} ${path}`, bytes);
  return reason === null ? [] : [whole('unreadable', 'what the gateway can read', reason)];
}

const isBlank = ({ bytes }: Answer): boolean => bytes.toString('utf8').trim() === '';

const whole = (kind: Finding['kind'], expected: string, found: string): Finding => ({
  kind,
  member: null,
  expected,
  found,
});
