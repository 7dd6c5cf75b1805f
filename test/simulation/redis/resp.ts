import { ErrorReply, type Reply, Status } from './replies.ts';

/** Splits what a client sends into commands: lists of texts. Texts are binary: one character for each byte. */
export class CommandParser {
  #text = '';

  /** @returns the commands that are complete. */
  add(text: string): string[][] {
    this.#text += text;
    const commands: string[][] = [];
    let start = 0;
    for (;;) {
      const next = this.#commandAt(start);
      if (!next) break;
      commands.push(next.command);
      start = next.end;
    }
    this.#text = this.#text.slice(start);
    return commands;
  }

  #commandAt(start: number): { command: string[]; end: number } | null {
    const text = this.#text;
    let end = text.indexOf('\r\n', start);
    if (end < 0) return null;
    if (text[start] !== '*') throw new Error('a command is a list');
    const command: string[] = [];
    const length = Number(text.slice(start + 1, end));
    for (let item = 0; item < length; item += 1) {
      const sizeEnd = text.indexOf('\r\n', end + 2);
      if (sizeEnd < 0) return null;
      const from = sizeEnd + 2;
      const to = from + Number(text.slice(end + 3, sizeEnd));
      if (text.length < to + 2) return null;
      command.push(text.slice(from, to));
      end = to;
    }
    return { command, end: end + 2 };
  }
}

/** A reply as the server sends it. */
export function encoded(reply: Reply, isPush: boolean, protocol: 2 | 3): string {
  if (reply === null) return protocol === 3 ? '_\r\n' : '$-1\r\n';
  if (typeof reply === 'number') return `:${reply}\r\n`;
  if (typeof reply === 'string') return `$${reply.length}\r\n${reply}\r\n`;
  if (reply instanceof ErrorReply) return `-${reply.message}\r\n`;
  if (reply instanceof Status) return `+${reply.text}\r\n`;
  const items = reply.map((item) => encoded(item, false, protocol)).join('');
  return `${isPush && protocol === 3 ? '>' : '*'}${reply.length}\r\n${items}`;
}
