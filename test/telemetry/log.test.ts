import { describe, expect, it } from 'vitest';
import { openLog } from '../../src/telemetry/log.ts';

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

  it.each([null, 3])('writes operation lines identically to other lines, in worker %s', (worker) => {
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => void lines.push(line) }, worker);
    const line = { requestId: 'r-1', operation: 'Me', type: 'query', ms: 12 };
    log.operation({
      ...line,
      traceId: 'ab12',
      codes: ['NOT_FOUND', 'FORBIDDEN'],
      status: 200,
      aborted: true,
    });
    log.info(
      {
        requestId: 'r-1',
        traceId: 'ab12',
        operation: 'Me',
        type: 'query',
        codes: ['NOT_FOUND', 'FORBIDDEN'],
        ms: 12,
        status: 200,
        aborted: true,
      },
      'operation',
    );
    log.operation({
      ...line,
      traceId: undefined,
      operation: null,
      type: null,
      codes: [],
      status: undefined,
      aborted: false,
    });
    log.info({ requestId: 'r-1', operation: null, type: null, codes: [], ms: 12 }, 'operation');
    const withoutTime = lines.map((text) => text.replace(/"time":"\d{4}-\d\d-\d\dT[\d:.]+Z"/, ''));
    expect(withoutTime[0]).toBe(withoutTime[1]);
    expect(withoutTime[2]).toBe(withoutTime[3]);
  });

  it('omits operation lines above the log level', () => {
    const lines: string[] = [];
    openLog('warn', { write: (line) => void lines.push(line) }).operation({
      requestId: 'r-1',
      traceId: undefined,
      operation: null,
      type: 'query',
      codes: [],
      ms: 1,
      status: 200,
      aborted: false,
    });
    expect(lines).toEqual([]);
  });
});
