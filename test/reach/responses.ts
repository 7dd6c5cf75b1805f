import { nameOf } from 'learning-platform-kit/contract/routes';
import { isRecord } from '../../src/lib/is-record.ts';
import type { Wire } from '../../src/platform/wire.ts';
import type { TestGateway } from '../support/gateway.ts';

/** One 2xx response of the platform. */
export interface RouteResponse {
  route: string;
  body: string;
}

/** Records all 2xx responses of the platform from now on. */
export function recordResponses({ faults }: TestGateway): RouteResponse[] {
  const responses: RouteResponse[] = [];
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
        const path = (request.url ?? '').split('?', 1)[0] ?? '';
        const route = nameOf({ method: request.method ?? '', path });
        responses.push({ route, body: Buffer.concat(chunks).toString('utf8') });
      }
      return end.apply(response, args);
    }) as typeof end;
    return intercept(request, response);
  };
  return responses;
}

/** The rows of a response: those of its list, or the response itself. */
export function rowsIn(json: unknown): unknown[] {
  if (Array.isArray(json)) return json;
  if (isRecord(json) && Array.isArray(json.docs)) return json.docs;
  return [json];
}

/** The response with other rows. */
export function withRows(json: unknown, rows: unknown[]): unknown {
  if (Array.isArray(json)) return rows;
  if (isRecord(json) && Array.isArray(json.docs)) return { ...json, docs: rows };
  return rows[0];
}

/** Whether a response of this form is read as a list. */
export const isList = ({ form }: Wire): boolean =>
  form === 'rows' || form === 'page' || form === 'rows of users';
