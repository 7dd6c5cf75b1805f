import { ENGLISH } from './english.ts';
import type { Details, OwnWords, Sentence, Words } from './words.ts';

/** The sentence under a key. @returns null if there is none, as for a code of a newer gateway. */
export function sentenceOf(
  group: keyof Words,
  key: string | undefined,
  details: Details,
  words: OwnWords = {},
): string | null {
  for (const each of [words, ENGLISH]) {
    const sentences: Readonly<Record<string, Sentence | undefined>> = each[group] ?? {};
    const sentence = key !== undefined && Object.hasOwn(sentences, key) ? sentences[key] : undefined;
    if (sentence !== undefined) return typeof sentence === 'string' ? sentence : sentence(details);
  }
  return null;
}
