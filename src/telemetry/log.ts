import pino from 'pino';
import pretty from 'pino-pretty';
import type { LogLevel } from '../config.ts';

export type Log = pino.Logger;

/**
 * The log: JSON lines on standard output, or readable ones where that is a terminal.
 * It holds request ids, operation names, routes, codes and times; no credential, argument, answer or person.
 */
export function createLog(level: LogLevel, terminal: boolean): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  return terminal
    ? pino(options, pretty({ colorize: true, singleLine: true }))
    : pino(options, pino.destination({ dest: 1, sync: false }));
}
