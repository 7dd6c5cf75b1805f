import { type Exchange } from '@urql/core';
import { type Clock } from '../clock.ts';
/** The `errorExchange`, on any clock. */
export declare const retryExchange: (clock: Clock) => Exchange;
