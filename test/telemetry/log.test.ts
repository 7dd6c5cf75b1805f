import { describe, expect, it } from 'vitest';
import type { OperationLine } from '../../src/operations/reports/operation-log.ts';
import { openLog } from '../../src/telemetry/log.ts';

const REFUSED: OperationLine = {
  requestId: 'r-1',
  trace_id: undefined,
  operation: null,
  type: null,
  document: null,
  root: [],
  client: null,
  clientVersion: null,
  codes: ['RATE_LIMITED'],
  reason: 'rate-calls',
  caller: 'c1',
  upstreamCalls: 0,
  ms: 1,
  status: undefined,
  aborted: false,
};

describe('the log', () => {
  const logged = (error: unknown): { err: Record<string, unknown> } => {
    const lines: string[] = [];
    openLog('info', { write: (line) => void lines.push(line) }).error({ err: error }, 'failed');
    expect(lines[0]).not.toMatch(/secret|ana@school/);
    return JSON.parse(lines[0] ?? '');
  };

  it("records an error's type, origin and cause", () => {
    const error = new TypeError('no such thing', {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    });
    expect(logged(error).err).toMatchObject({
      type: 'TypeError',
      message: 'no such thing',
      trace: expect.stringContaining('log.test.ts'),
      cause: { type: 'Error', code: 'ECONNREFUSED', message: 'refused' },
    });
  });

  it('omits what libraries attach to errors, such as command arguments', () => {
    const error = Object.assign(new Error('OOM'), { command: { name: 'set', args: ['key', 'secret'] } });
    expect(logged(error).err).toMatchObject({ type: 'Error', message: 'OOM' });
  });

  it("omits a parser's message, which quotes its input", () => {
    let error: unknown;
    try {
      JSON.parse('ana@school.example');
    } catch (caught) {
      error = caught;
    }
    expect(logged(error).err).toMatchObject({ type: 'SyntaxError' });
  });

  it('accepts any thrown value', () => {
    expect(logged('secret').err).toEqual({ type: 'string' });
  });

  it('writes operation lines identically to other lines', () => {
    const lines: string[] = [];
    const resource = { 'service.name': 'gateway', 'service.version': '1.0.0' };
    const log = openLog('info', { write: (line) => void lines.push(line) }, resource);
    const requestId = 'r-1';
    const line = { operation: 'Me', type: 'query', document: 'd1', root: ['me', 'course'] };
    const client = { client: 'web', clientVersion: '1.2.0' };
    const end = { upstreamCalls: 3, ms: 12, status: 200, aborted: true };
    const codes = ['NOT_FOUND', 'FORBIDDEN'] as const;
    const others = { trace_id: 'ab12', codes, reason: null, caller: null };
    log.operation({ requestId, ...line, ...client, ...end, ...others });
    log.info({ requestId, trace_id: 'ab12', ...line, ...client, codes, ...end }, 'operation');
    log.operation({ ...REFUSED, client: 'web' });
    const { clientVersion, aborted, reason, caller, upstreamCalls, ms, ...refused } = REFUSED;
    const why = { code: 'RATE_LIMITED', reason, caller, upstreamCalls, ms };
    log.info({ ...refused, client: 'web', ...why }, 'operation');
    const withoutTime = lines.map((text) => text.replace(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/, ''));
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ severity_text: 'INFO', ...resource });
    expect(withoutTime[0]).toBe(withoutTime[1]);
    expect(withoutTime[2]).toBe(withoutTime[3]);
  });

  it('omits operation lines above the log level', () => {
    const lines: string[] = [];
    openLog('warn', { write: (line) => void lines.push(line) }).operation(REFUSED);
    expect(lines).toEqual([]);
  });
});
