import { readFileSync } from 'node:fs';
import { isProfile, type Profile } from './profiles.ts';

/** A numbered requirement of the specification. */
export interface Requirement {
  /** Profile and number, as in `core-1`. */
  id: string;
  profile: Profile;
  /** Whether a server may have reasons not to meet it. */
  level: 'MUST' | 'SHOULD';
  text: string;
}

/** At the same place for the sources and for the built package. */
const SPECIFICATION = new URL('../gap/DRAFT.md', import.meta.url);

/** The requirements of the specification, in its order: paragraphs such as `**core-1** A server MUST …`. */
export function readRequirements(document = readFileSync(SPECIFICATION, 'utf8')): Requirement[] {
  return [...document.matchAll(/^\*\*(([a-z]+)-\d+)\*\* ((?:.+\n)+)/gm)].map(
    ([, id = '', profile = '', paragraph = '']) => {
      if (!isProfile(profile)) throw new Error(`${id} is in no profile`);
      const text = paragraph.trim().replaceAll('\n', ' ');
      return { id, profile, level: text.includes('MUST') ? 'MUST' : 'SHOULD', text };
    },
  );
}
