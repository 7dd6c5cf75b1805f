import { type ApolloLink } from '@apollo/client';
import { type Clock } from '../clock.ts';
/** The `errorLink`, on any clock. */
export declare const retryLink: (clock: Clock) => ApolloLink;
