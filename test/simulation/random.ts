import { createHash } from 'node:crypto';
import { Random } from '../support/random.ts';

/**
 * Numbers for one purpose of a run. Each purpose has its own, so that a fault that is left out changes nothing elsewhere.
 */
export const randomFor = (seed: number, purpose: string): Random =>
  new Random(createHash('sha256').update(`${seed} ${purpose}`).digest().readUInt32LE());
