/**
 * The graph as types, for gql.tada.
 * @module
 */
export type { introspection } from './generated/introspection.ts';

/** The types of this graph's scalars, as JSON has them. */
export type scalars = {
  DateTime: string;
  DateOrDateTime: string;
  JSON: unknown;
  JSONObject: Record<string, unknown>;
  SafeInt: number;
};
