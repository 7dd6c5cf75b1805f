/**
 * Dates for Apollo Client 4.3 or later: fields that hold a point in time arrive as `Date`, and are sent as one.
 * @module
 */
import { Scalar } from '@apollo/client';
import { TIME_FIELDS, TIME_INPUTS } from './generated/graph-facts.ts';

/** For `ApolloCache.Scalars`, which an app declares: its documents then have `Date` as well. */
export interface Scalars {
  DateTime: { serialized: string; parsed: Date };
  /** A date without a time stays a string: it is no point in time. */
  DateOrDateTime: { serialized: string; parsed: Date | string };
}

/** Settings of `createCache`. Apollo parses each value once, when it enters the cache. */
export function dates() {
  return {
    scalars: {
      DateTime: new Scalar<string, Date>({
        parse: (text) => new Date(text),
        serialize: (time) => time.toISOString(),
        is: isDate,
      }),
      DateOrDateTime: new Scalar<string, Date | string>({
        parse: (text) => text,
        serialize: (time) => (typeof time === 'string' ? time : time.toISOString()),
        is: isDate,
      }),
    },
    inputObjects: withFields(TIME_INPUTS, (scalar) => scalar),
    typePolicies: withFields(TIME_FIELDS, (scalar) => ({ scalar })),
  };
}

const isDate = (value: Date | string): boolean => value instanceof Date;

type Named<Facts> = { [Type in keyof Facts]: Facts[Type][keyof Facts[Type]] }[keyof Facts];

const withFields = <Facts extends Readonly<Record<string, Readonly<Record<string, string>>>>, Value>(
  facts: Facts,
  value: (scalar: Named<Facts>) => Value,
): Record<string, { fields: Record<string, Value> }> =>
  Object.fromEntries(
    Object.entries(facts).map(([type, fields]) => [
      type,
      {
        fields: Object.fromEntries(
          Object.entries(fields).map(([name, scalar]) => [name, value(scalar as Named<Facts>)]),
        ),
      },
    ]),
  );
