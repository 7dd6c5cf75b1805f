import pino from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config/config.ts';
import type { ErrorCode } from '../graph/errors.ts';

/** The log, and its one line that every operation writes. */
export type Log = pino.Logger & { operation(line: OperationLine): void };

/** What the log says of an operation that is over. No part of it needs escaping. */
interface OperationLine {
  /** Letters, digits and `_.:-`. */
  requestId: string;
  traceId: string | undefined;
  /** Its name in the document; null: it has none. */
  operation: string | null;
  type: string | null;
  codes: readonly ErrorCode[];
  /** Milliseconds. */
  ms: number;
  /** HTTP status, where it came over HTTP. */
  status: number | undefined;
  /** Whether the caller went before the answer. */
  aborted: boolean;
}

/** Characters of lines that are written at once: a system call for each line costs more than making it. */
const WRITTEN_AT_ONCE = 65_536;
/** Milliseconds that a line waits at most. Whatever waits when the process ends is written then. */
const LONGEST_WAIT = 200;

/**
 * The log: JSON lines on standard output, or readable ones where that is a terminal.
 * It holds request ids, operation names, routes, codes and times; no credential, argument, answer or person.
 */
export function createLog(level: LogLevel, terminal: boolean, worker: number | null): Log {
  return openLog(
    level,
    terminal
      ? pretty({ colorize: true, singleLine: true })
      : writtenTogether(pino.destination({ dest: 1, sync: false })),
    worker,
  );
}

/** Collects lines; the library would measure all that it has collected again with each. */
function writtenTogether(destination: ReturnType<typeof pino.destination>): pino.DestinationStream {
  let lines: string[] = [];
  let size = 0;
  const flush = (): void => {
    if (size === 0) return;
    destination.write(lines.join(''));
    lines = [];
    size = 0;
  };
  setInterval(flush, LONGEST_WAIT).unref();
  process.once('exit', () => {
    flush();
    destination.flushSync();
  });
  return {
    write(line) {
      lines.push(line);
      size += line.length;
      if (size >= WRITTEN_AT_ONCE) flush();
    },
  };
}

/** The log, written line by line to a destination. @param worker its number, where there are several. */
export function openLog(
  level: LogLevel,
  destination: pino.DestinationStream,
  worker: number | null = null,
): Log {
  const now = clock();
  const head = worker === null ? '","requestId":"' : `","worker":${worker},"requestId":"`;
  const log = pino(
    {
      level,
      base: worker === null ? null : { worker },
      timestamp: () => `,"time":"${now()}"`,
      serializers: { err: describe },
    },
    destination,
  );
  return Object.assign(log, {
    operation: (line: OperationLine): void => {
      if (log.isLevelEnabled('info')) destination.write(textOf(line, now(), head));
    },
  });
}

/** ISO 8601. A busy gateway writes many lines in a millisecond, and making its text costs as much as the line. */
function clock(): () => string {
  let last = 0;
  let text = '';
  return () => {
    const now = Date.now();
    if (now === last) return text;
    last = now;
    text = new Date(now).toISOString();
    return text;
  };
}

const quoted = (value: string | null): string => (value === null ? 'null' : `"${value}"`);

/** As pino would write it, which takes five times as long over a line whose fields are known. */
const textOf = (
  { requestId, traceId, operation, type, codes, ms, status, aborted }: OperationLine,
  time: string,
  head: string,
): string =>
  [
    '{"level":30,"time":"',
    time,
    head,
    requestId,
    traceId === undefined ? '' : `","traceId":"${traceId}`,
    '","operation":',
    quoted(operation),
    ',"type":',
    quoted(type),
    codes.length === 0 ? ',"codes":[],"ms":' : `,"codes":["${codes.join('","')}"],"ms":`,
    ms,
    status === undefined ? '' : `,"status":${status}`,
    aborted ? ',"aborted":true,"msg":"operation"}\n' : ',"msg":"operation"}\n',
  ].join('');

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
