import pino from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config.ts';

export type Log = pino.Logger;

/** Bytes of lines that are written at once: a system call for each line costs more than making it. */
const WRITTEN_AT_ONCE = 8192;
/** Milliseconds that a line waits at most. Whatever waits when the process ends is written then. */
const LONGEST_WAIT = 200;

/**
 * The log: JSON lines on standard output, or readable ones where that is a terminal.
 * It holds request ids, operation names, routes, codes and times; no credential, argument, answer or person.
 */
export function createLog(level: LogLevel, terminal: boolean): Log {
  return terminal
    ? pino(logOptions(level), pretty({ colorize: true, singleLine: true }))
    : pino(
        logOptions(level),
        pino.destination({ dest: 1, sync: false, minLength: WRITTEN_AT_ONCE, periodicFlush: LONGEST_WAIT }),
      );
}

export const logOptions = (level: LogLevel): pino.LoggerOptions => ({
  level,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describe },
});

/** What a log line says of an error. */
interface DescribedError {
  type: string;
  code?: string | number;
  message?: string;
  trace?: string;
  cause?: DescribedError;
}

/**
 * An error without what libraries hang on it: a failed Redis command, for one, carries its arguments. The message of a
 * parser quotes what it could not read, which may be about somebody, so it is left out.
 */
function describe(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? error.code : undefined;
  const trace = error.stack?.split('\n').filter((line) => line.startsWith('    at '));
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error instanceof SyntaxError ? {} : { message: error.message }),
    ...(trace ? { trace: trace.map((line) => line.trim()).join(' | ') } : {}),
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}
