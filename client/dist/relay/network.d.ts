import { type FetchFunction, type SubscribeFunction } from 'relay-runtime';
import { type ClientOptions } from '../client-options.ts';
/** The functions of a Relay `Network`. */
export interface NetworkFunctions {
    fetch: FetchFunction;
    subscribe: SubscribeFunction;
}
/**
 * What `Network.create` takes. A query whose errors are all retryable is retried once, after the time that the gateway
 * requires; mutations may have taken effect, so they are not.
 * @param onResponse called after the store has received a response.
 */
export declare function createNetworkFunctions(options: ClientOptions, onResponse?: () => void): NetworkFunctions;
