import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { logOptions } from '../../src/telemetry/log.ts';

describe('the log', () => {
  const logged = (error: unknown): { err: Record<string, unknown> } => {
    const lines: string[] = [];
    pino(logOptions('info'), { write: (line: string) => void lines.push(line) }).error(
      { err: error },
      'failed',
    );
    expect(lines[0]).not.toMatch(/secret|ana@school/);
    return JSON.parse(lines[0] ?? '');
  };

  it('tells what an error is, where it came from and why', () => {
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

  it('leaves out what a library hangs on an error, such as the arguments of a command', () => {
    const error = Object.assign(new Error('OOM'), { command: { name: 'set', args: ['key', 'secret'] } });
    expect(logged(error).err).toMatchObject({ type: 'Error', message: 'OOM' });
  });

  it('leaves out the message of a parser, which quotes what it could not read', () => {
    let error: unknown;
    try {
      JSON.parse('ana@school.example');
    } catch (caught) {
      error = caught;
    }
    expect(logged(error).err).toMatchObject({ type: 'SyntaxError' });
  });

  it('takes whatever is thrown', () => {
    expect(logged('secret').err).toEqual({ type: 'string' });
  });
});
