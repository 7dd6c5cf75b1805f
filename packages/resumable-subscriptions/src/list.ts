import type { Credential, ListedRecord } from './adapter.ts';
import { expectSame, within } from './failure.ts';
import { errorsIn, recordOf } from './item.ts';
import { given, type Trial } from './trial.ts';

/** One reading of the list. */
export interface ReadList {
  streamCursor: string | null;
  records: ListedRecord[];
  /** Whether it has a record with this text. */
  shows(text: string): boolean;
}

interface Reading {
  /** Default: those of the adapter. */
  credential?: Credential | undefined;
  query?: string | undefined;
}

/**
 * Reads the list of the adapter.
 * @throws Failure if there is no response, or it has errors.
 */
export async function readList({ server, transcript }: Trial, reading: Reading): Promise<ReadList> {
  const { adapter, url, patience } = server;
  const list = given(adapter.list, 'list');
  const { query = list.query, credential = adapter.credential } = reading;
  const note = transcript.stream();
  note('→', `POST ${JSON.stringify({ query })}`);
  const response = fetch(url, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', ...credential?.headers },
    body: JSON.stringify({ query }),
  });
  const body: unknown = await within(
    patience,
    response.then((received) => received.json()),
    'the list',
  );
  note('←', transcript.ownPart(body));
  const { data, errors } = recordOf(body);
  expectSame(errorsIn(errors), [], 'the errors of the list');
  const { streamCursor, records } = list.read(recordOf(data));
  return {
    streamCursor: typeof streamCursor === 'string' ? streamCursor : null,
    records: [...records],
    shows: (text) => records.some((record) => record.text === text),
  };
}
