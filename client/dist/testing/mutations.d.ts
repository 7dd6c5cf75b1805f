import type { Fields } from './fixtures.ts';
import type { FixtureStore } from './store.ts';
type Input = Readonly<Record<string, unknown>>;
type Mutation = (input: Input, store: FixtureStore, authorization: string) => Fields;
/** Adds a notification to the viewer's list and to the stream. @returns it. */
export declare function notify(store: FixtureStore, fields: Input): Fields;
/** What mutations do, by field. Others fail: give them a handler of your own. */
export declare const MUTATIONS: Readonly<Record<string, Mutation>>;
/** The mutations that need no credential. */
export declare const OPEN_MUTATIONS: ReadonlySet<string>;
export {};
