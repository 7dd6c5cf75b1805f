import pino from 'pino';

/** Characters collected before a write: a system call per line costs more than building the line. */
const CHUNK_SIZE = 65_536;
/** Maximum milliseconds that a line is collected. The rest is flushed on exit. */
const FLUSH_INTERVAL = 200;
/** Maximum milliseconds for which an exit waits for a standard output that accepts nothing. */
const EXIT_FLUSH = 1000;

/**
 * Lines on standard output. If that accepts nothing for a while (a full pipe, a full disk), no request is delayed: lines
 * wait in memory up to a limit, and what exceeds it is dropped. pino's own buffer re-measures everything it holds with each
 * line.
 */
export class LogOutput implements pino.DestinationStream {
  readonly #destination: ReturnType<typeof pino.destination>;
  #lines = '';
  #dropped = 0;
  #reported = 0;
  #exitsAt = Number.POSITIVE_INFINITY;

  /** @param limit maximum bytes of lines that wait. */
  constructor(limit: number) {
    this.#destination = pino.destination({
      dest: 1,
      sync: false,
      maxLength: limit,
      retryEAGAIN: () => performance.now() < this.#exitsAt,
    });
    this.#destination.on('drop', (chunk: string) => {
      this.#dropped += chunk.split('\n').length - 1;
    });
    // Errors such as a full disk: what could not be written is tried again with the next lines.
    this.#destination.on('error', () => {});
    setInterval(() => this.#flush(), FLUSH_INTERVAL).unref();
    // Before pino's own listener, which would wait without limit.
    process.prependOnceListener('exit', () => this.#exit());
  }

  /** Lines dropped since the start. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Calls back each time everything has been written after lines were dropped, with their number. */
  onRecovered(report: (dropped: number) => void): void {
    this.#destination.on('drain', () => {
      const dropped = this.#dropped - this.#reported;
      if (dropped === 0) return;
      this.#reported = this.#dropped;
      report(dropped);
    });
  }

  write(line: string): void {
    this.#lines += line;
    if (this.#lines.length >= CHUNK_SIZE) this.#flush();
  }

  #flush(): void {
    if (this.#lines === '') return;
    this.#destination.write(this.#lines);
    this.#lines = '';
  }

  #exit(): void {
    this.#exitsAt = performance.now() + EXIT_FLUSH;
    try {
      this.#flush();
      this.#destination.flushSync();
    } catch {
      // Nobody reads the log any more.
      this.#destination.destroy();
    }
  }
}
