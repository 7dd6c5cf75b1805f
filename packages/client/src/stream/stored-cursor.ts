import type { Client, FormattedExecutionResult, Sink, SubscribePayload } from 'graphql-ws/client';
import { itemIn } from '../../../resumable-subscriptions/client/item.ts';
import { iterate } from '../../../resumable-subscriptions/client/iterate.ts';
import { resumableDocument } from '../../../resumable-subscriptions/client/resumable-document.ts';

/** The cursor of one stream of one user, stored outside the process: in a file, a database or `localStorage`. */
export interface StoredCursor {
  /** The cursor written last. Null: none, the stream starts now. */
  read(): string | null | Promise<string | null>;
  /** Stores a cursor. If it fails, the stream ends with its error. */
  write(cursor: string): void | Promise<void>;
}

/**
 * When a stored cursor moves past an event. `before` the application has it: after a crash, the current event is lost. `after`
 * the application has handled it: after a crash, that event comes again, with the same ID.
 */
export type Commit = 'before' | 'after';

const NAMES = { after: 'after', cursor: 'cursor' };

/**
 * Makes subscriptions start at stored cursors, and store theirs. Their results are handled one after the other: if `next`
 * returns a promise, the next one waits for it, and if that rejects, the subscription ends with its error.
 * @param storeOf the stored cursor of a subscription. Null: it has none.
 */
export function storingCursors(
  client: Client,
  commit: Commit,
  storeOf: (payload: SubscribePayload) => StoredCursor | null,
): Client {
  function subscribe<Data, Extensions>(
    payload: SubscribePayload,
    sink: Sink<FormattedExecutionResult<Data, Extensions>>,
  ): () => void {
    const document = resumableDocument(payload.query, payload.operationName, NAMES);
    const variable = typeof document === 'string' ? undefined : document?.variable;
    const store = variable === undefined ? null : storeOf(payload);
    if (variable === undefined || !store) return client.subscribe<Data, Extensions>(payload, sink);
    let isOver = false;
    let stop = (): void => {};
    const end = (report: () => void): void => {
      if (isOver) return;
      isOver = true;
      stop();
      report();
    };
    /** Runs one by one: reading the stored cursor, each result, and the end. */
    let turn: Promise<void> = Promise.resolve();
    const inTurn = (task: () => unknown): void => {
      turn = turn
        .then(() => (isOver ? undefined : task()))
        .then(
          () => {},
          (error: unknown) => end(() => sink.error(error)),
        );
    };
    inTurn(async () => {
      const cursor = await store.read();
      if (isOver) return;
      const variables = cursor === null ? payload.variables : { ...payload.variables, [variable]: cursor };
      stop = client.subscribe<Data, Extensions>(
        { ...payload, ...(variables && { variables }) },
        {
          next: (result) =>
            inTurn(async () => {
              const place = itemIn({ data: { ...result.data } }, NAMES.cursor).cursor;
              if (commit === 'before' && place) await store.write(place.value);
              await sink.next(result);
              if (commit === 'after' && place) await store.write(place.value);
            }),
          error: (error) => inTurn(() => end(() => sink.error(error))),
          complete: () => inTurn(() => end(() => sink.complete())),
        },
      );
    });
    return () => end(() => {});
  }
  const results = <Data, Extensions>(payload: SubscribePayload) =>
    iterate(
      (given: SubscribePayload, sink: Sink<FormattedExecutionResult<Data, Extensions>>) =>
        subscribe<Data, Extensions>(given, sink),
      payload,
    );
  return { ...client, subscribe, iterate: results };
}
