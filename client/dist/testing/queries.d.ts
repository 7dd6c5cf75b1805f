import type { InputPath } from '../errors.ts';
import type { Fields } from './fixtures.ts';
import type { FixtureStore } from './store.ts';
type Arguments = Readonly<Record<string, unknown>>;
/** Computes a field that is not simply stored. */
export type FieldReader = (source: Fields, args: Arguments, store: FixtureStore) => unknown;
/** @throws GraphQLError BAD_USER_INPUT */
export declare function checkCategories(categories: unknown, argument: InputPath): void;
/** The fields that are computed, by type. */
export declare const FIELD_READERS: Readonly<Record<string, Readonly<Record<string, FieldReader>>>>;
export {};
