import type { IncomingHttpHeaders } from 'node:http';
import { JsonTooDeep, parseClientJson } from '../../lib/json-depth.ts';
import { RequestError } from '../../operations/request.ts';

const TEXTS = ['query', 'operationName', 'documentId', 'onError'];
/** Parameters that are JSON in a URL. */
const OBJECTS = ['variables', 'extensions'];

/**
 * The parameters in the URL of a GET, in the format of a body. Source: GraphQL over HTTP, GET.
 * @param search the query of the URL, with its question mark.
 * @throws RequestError 400 if a page of another site could have sent the request, if a parameter is given twice, or is not JSON;
 * 415 if it declares another type of body.
 */
export function parametersIn(search: string, headers: IncomingHttpHeaders): Record<string, unknown> {
  refuseForeign(headers);
  const given = new URLSearchParams(search);
  return Object.fromEntries([
    ...TEXTS.map((name) => [name, onlyValue(name, given)]),
    ...OBJECTS.map((name) => [name, jsonOf(name, onlyValue(name, given))]),
  ]);
}

/** The value of a parameter. Null: missing or empty. */
function onlyValue(name: string, given: URLSearchParams): string | null {
  const [value = '', ...others] = given.getAll(name);
  if (others.length > 0) throw invalid(`Give \`${name}\` once.`);
  return value === '' ? null : value;
}

/** Headers that make browsers send a preflight. Source: Apollo Server, CSRF prevention. */
const PREFLIGHT_HEADERS = ['apollo-require-preflight', 'x-apollo-operation-name'];
/** Browsers send other schemes by themselves (Basic, Digest, Negotiate), a bearer token never. */
const BEARER = /^bearer\s/i;
const JSON_BODY = /^application\/json\s*(;|$)/i;

/** Refuses requests that any site's page can make a browser send without a preflight (CSRF). */
function refuseForeign(headers: IncomingHttpHeaders): void {
  const { 'content-type': type, authorization = '' } = headers;
  if (type !== undefined && !JSON_BODY.test(type))
    throw new RequestError(415, 'A GET has no body: leave `content-type` out, or send `application/json`.');
  if (type !== undefined || BEARER.test(authorization) || PREFLIGHT_HEADERS.some((name) => headers[name]))
    return;
  throw new RequestError(
    400,
    'Send a GET with a bearer token, or with the header `apollo-require-preflight: true`: any page can make a browser send others (CSRF).',
    { reason: 'request', isUnread: true },
  );
}

function jsonOf(name: string, text: string | null): unknown {
  try {
    return text === null ? null : parseClientJson(text);
  } catch (error) {
    throw invalid(error instanceof JsonTooDeep ? error.message : `\`${name}\` is not JSON.`);
  }
}

const invalid = (message: string): RequestError => new RequestError(400, message, { reason: 'request' });
