import { once } from 'node:events';
import { connect } from 'node:net';
import { text as read } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { as, startGateway } from '../support/gateway.ts';
import { suiteGateway } from '../support/suite.ts';

describe('HTTP', () => {
  const gateway = suiteGateway({ environment: { LIMIT_BODY: '5000' } });

  it('refuses HTTP/1.0 with a transfer encoding, whose end proxies see elsewhere', async () => {
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
    socket.write(
      'POST /graphql HTTP/1.0\r\nhost: x\r\nconnection: keep-alive\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /health/live HTTP/1.1\r\nhost: x\r\n\r\n',
    );
    expect((await read(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  });

  it('sends 413 to a client that keeps sending an oversized body', async () => {
    const { port } = new URL(gateway.url);
    const socket = connect(Number(port), '127.0.0.1');
    const failures: Error[] = [];
    socket.on('error', (error) => failures.push(error));
    const body = 'x'.repeat(5_000_000);
    const sent = new Promise((resolve) =>
      socket.write(
        `POST /graphql HTTP/1.1\r\nhost: gateway\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
        resolve,
      ),
    );
    const response = once(socket, 'data');
    await sent;
    const received = String(await response);
    socket.destroy();
    expect(failures).toEqual([]);
    expect(received).toMatch(/^HTTP\/1\.1 413 /);
    expect(received).toContain('"code":"BAD_REQUEST"');
  });

  it('hides the schema and the explorer when they are switched off', async () => {
    const closed = await startGateway({ environment: { INTROSPECTION: 'false', EXPLORER: 'false' } });
    const { errors } = await closed.query('{ __schema { types { name } } }');
    expect(errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    const typo = await closed.query('{ corse(id: 1) { id } }', { as: as.student });
    expect(typo.errors[0]?.message).not.toContain('Did you mean');
    expect((await fetch(`${closed.url}/`)).status).toBe(404);
    await closed.close();
  });

  it.each([
    ['a response', '/graphql?query={__typename}', { 'apollo-require-preflight': 'true' }, 200],
    ['a rejected request', '/graphql?query={__typename}', {}, 400],
    ['a page', '/', {}, 200],
    ['a health check', '/health/live', {}, 200],
    ['a plugin endpoint', '/plugin/ato/requests', {}, 405],
    ['an unknown path', '/nowhere', {}, 404],
  ])('forbids browsers to cache, frame, embed and sniff: %s', async (_, path, headers, status) => {
    const response = await fetch(gateway.url + path, { headers });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
    expect(response.headers.get('strict-transport-security')).toBeNull();
  });

  it('isolates its pages in browsers, and denies them devices', async () => {
    const { headers } = await fetch(gateway.url);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('content-security-policy')).toContain("connect-src 'self'");
  });

  describe('a page of another origin', () => {
    const open = suiteGateway({ environment: { CORS_ORIGINS: 'https://app.example' } });
    const preflight = (origin: string, header: string, more: Record<string, string> = {}) =>
      fetch(`${open.url}/graphql`, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': header,
          ...more,
        },
      });

    it('is admitted if its origin is allowed', async () => {
      const response = await preflight('https://app.example', 'authorization');
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
      expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
      expect(response.headers.get('vary')).toBe('origin');
      const query = await open.query('{ __typename }', { headers: { origin: 'https://app.example' } });
      expect(query.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(query.headers.get('vary')).toBe('origin, accept-encoding');
      expect(query.headers.get('access-control-expose-headers')).toBe('x-request-id, retry-after');
    });

    it.each([
      'http://localhost:5173',
      'https://localhost:5173',
      'http://127.0.0.1:3000',
      'http://[::1]:8080',
      'http://app.localhost',
      'https://studio.apollographql.com',
    ])('is admitted in development from %s, with any header', async (origin) => {
      const response = await preflight(origin, 'x-own-header', {
        'access-control-request-private-network': 'true',
      });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
      expect(response.headers.get('access-control-allow-headers')).toBe('x-own-header');
      expect(response.headers.get('access-control-allow-private-network')).toBe('true');
      const { data } = await open.query('{ __typename }', { headers: { origin } });
      expect(data).toEqual({ __typename: 'Query' });
    });

    it('gets no CORS headers in production unless its origin is listed, and there is no start page', async () => {
      const environment = {
        NODE_ENV: 'production',
        PORT: '0',
        TRUST_PROXY: 'none',
        REDIS_URL: 'none',
        PLATFORM_URL: open.sandbox.url,
        CORS_ORIGINS: 'https://app.example',
      };
      const app = await startApp(readConfig(environment), openLog('silent', { write() {} }));
      const send = (origin: string, method: string) =>
        fetch(`${app.url}/graphql`, {
          method,
          headers: { origin, 'access-control-request-method': 'POST', accept: 'text/html' },
          redirect: 'manual',
        });
      const origins = ['http://localhost:5173', 'https://studio.apollographql.com', 'https://evil.example'];
      for (const origin of origins) {
        for (const method of ['OPTIONS', 'GET']) {
          const { status, headers } = await send(origin, method);
          expect([origin, headers.get('access-control-allow-origin')]).toEqual([origin, null]);
          // A cache must not give this response to the listed origin.
          expect(headers.get('vary')).toMatch(/^origin\b/);
          expect(status).not.toBe(303);
        }
      }
      const { headers } = await send('https://app.example', 'OPTIONS');
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
      // Among them what tracing adds to the requests of a page.
      expect(headers.get('access-control-allow-headers')?.split(', ')).toEqual(
        expect.arrayContaining(['authorization', 'traceparent', 'tracestate', 'baggage', 'sentry-trace']),
      );
      expect((await fetch(app.url)).status).toBe(404);
      await app.close();
    });

    it('runs nothing in development if its origin is not allowed, and can read which setting would allow it', async () => {
      for (const origin of [
        'https://evil.example',
        'null',
        'https://app.example.evil',
        'http://localhost.evil',
      ]) {
        const { status, data, errors, headers, calls } = await open.query('{ me { handle } }', {
          as: as.student,
          headers: { origin },
        });
        expect([status, data, calls]).toEqual([403, undefined, []]);
        expect(errors[0]).toMatchObject({
          message: `Pages of the origin ${origin} may not use this gateway. To allow them, add the origin to CORS_ORIGINS.`,
          extensions: { code: 'FORBIDDEN' },
        });
        expect(headers.get('access-control-allow-origin')).toBe(origin);
      }
    });
  });
});
