import { type ExecutionResult } from 'graphql';
import type { Fixtures } from './fixtures.ts';
/** A request to the graph. */
export interface FixtureRequest {
    query?: string | undefined;
    /** Further members; a trusted document's hash is accepted in place of `query`, if the document is of this package. */
    documentId?: string | undefined;
    extensions?: Readonly<Record<string, unknown>> | undefined;
    variables?: Readonly<Record<string, unknown>> | null | undefined;
    operationName?: string | null | undefined;
    /** The `Authorization` header. Any that was not revoked belongs to the student of the fixtures. */
    authorization?: string | null | undefined;
    /** Continues a subscription after this event; takes precedence over its `after`. */
    lastEventId?: string | null | undefined;
}
/** An event of a subscription. `id` is its cursor. */
export interface FixtureEvent {
    id: string;
    result: ExecutionResult;
}
/** The graph over fixtures, in memory: any document that is valid for its schema works. */
export interface FixtureGraph {
    execute(request: FixtureRequest): Promise<ExecutionResult>;
    /** @returns the events, or the response that refuses the subscription. */
    subscribe(request: FixtureRequest): Promise<AsyncIterableIterator<FixtureEvent> | ExecutionResult>;
    /** Whether the request is a subscription. */
    isSubscription(request: FixtureRequest): boolean;
    /** Sends the student a notification, which appears in the list and in the streams. */
    notify(notification: {
        text: string;
        textParameters?: string;
        path?: string;
    }): void;
    /** Refuses a credential from now on, as after the end of a session: `revoke('Bearer …')`. */
    revoke(authorization: string): void;
}
/**
 * Creates a graph with its own state, so that tests do not affect each other: mutations change it.
 * @param fixtures default: what the student Ana Ferreira of the sandbox reads.
 */
export declare function createFixtureGraph(fixtures?: Fixtures): FixtureGraph;
