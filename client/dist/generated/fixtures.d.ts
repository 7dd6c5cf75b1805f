import type { Fixtures } from '../testing/fixtures.ts';
/** What the student Ana Ferreira of the sandbox reads. */
export declare const FIXTURES: Fixtures;
