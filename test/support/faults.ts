import type { IncomingMessage, ServerResponse } from 'node:http';

/** A fault of the platform: handles a request in place of the route. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

export const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (_request, response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end('{"error":{"code":"secret code","message":"internal detail at 10.0.0.7"}}');
  };

/** Status 200 with this body. */
export const answer =
  (body: string | Buffer, contentType = 'application/json'): Fault =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': contentType });
    response.end(body);
  };

export const json = (value: unknown): Fault => answer(JSON.stringify(value));
export const html = answer('<!doctype html><title>Maintenance</title><h1>Back soon</h1>', 'text/html');
export const truncatedJson = answer('{"courseId":"c-first-aid","name":"Fie');

/** Never responds. */
export const hang: Fault = () => {};

/** Sends the headers and then nothing more. */
export const hangInBody: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
  response.write('{"courseId":');
};

/** Resets the connection before the response. */
export const reset: Fault = (request) => {
  request.socket.resetAndDestroy();
};

/** Resets the connection in the middle of the response. */
export const cutInBody: Fault = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100000' });
  response.write('{"courseId":"c-first-aid"', () => response.socket?.resetAndDestroy());
};

/** Declares a body of this size and sends it. */
export const hugeBody =
  (bytes: number): Fault =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(bytes) });
    pour(response, bytes);
  };

function pour(response: ServerResponse, bytes: number): void {
  const chunk = Buffer.alloc(64 * 1024, 0x20);
  let left = bytes;
  const write = (): void => {
    while (left > 0 && !response.destroyed) {
      const size = Math.min(left, chunk.length);
      left -= size;
      if (!response.write(chunk.subarray(0, size))) return void response.once('drain', write);
    }
    response.end();
  };
  write();
}

/** Responds with something other than HTTP. */
export const gibberish: Fault = (request) => {
  request.socket.end('\u0000\u0001 this is not HTTP\r\n\r\n');
};

/** The platform's faults by route, as in `GET /edu/v1/course`. Routes without one work as usual. */
export class Faults {
  readonly #faults = new Map<string, Fault>();

  set(route: string, fault: Fault): void {
    this.#faults.set(route, fault);
  }

  clear(): void {
    this.#faults.clear();
  }

  /** For the platform's `intercept`. */
  intercept(request: IncomingMessage, response: ServerResponse): boolean {
    const path = (request.url ?? '').split('?', 1)[0];
    const fault = this.#faults.get(`${request.method} ${path}`);
    if (!fault) return false;
    fault(request, response);
    return true;
  }
}
