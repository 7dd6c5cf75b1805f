import { readFileSync } from 'node:fs';

/** A numbered requirement of the protocol. */
export interface Clause {
  number: string;
  text: string;
}

const DOCUMENT = new URL('../../../docs/protocol.md', import.meta.url);

/** The server clauses of the document, in its order: paragraphs such as `**2.1** A server MUST …`. */
export function readClauses(document = readFileSync(DOCUMENT, 'utf8')): Clause[] {
  return [...document.matchAll(/^\*\*(\d+\.\d+)\*\* ((?:.+\n)+)/gm)].map(([, number = '', text = '']) => ({
    number,
    text: text.trim().replaceAll('\n', ' '),
  }));
}
