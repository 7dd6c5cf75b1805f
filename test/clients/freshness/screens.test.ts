import { describe, expect, it } from 'vitest';
import { createClient as createApolloClient } from '../../../packages/client/src/apollo.ts';
import {
  ClassDetailDocument,
  type ClassDetailQuery,
  CreateNoteDocument,
  DeleteNoteDocument,
} from '../../../packages/client/src/documents.ts';
import { createClient as createUrqlClient } from '../../../packages/client/src/urql.ts';
import { as } from '../../support/gateway.ts';
import { suiteGateway } from '../../support/suite.ts';

const gateway = suiteGateway();
const session = { authorization: () => as.student.authorization ?? '' };
const CLASS = { id: 'g-first-aid-spring' };

type Notes = readonly { id: string; text: string | null }[];
const notesIn = (data: ClassDetailQuery | undefined): Notes => data?.class?.notes?.nodes ?? [];

/** A screen that shows the notes of a class, and the buttons on it. Nothing but the cache connects them. */
const SCREENS = {
  'Apollo Client': (shown: Notes[]) => {
    const client = createApolloClient({ url: `${gateway.url}/graphql`, session });
    const screen = client
      .watchQuery({ query: ClassDetailDocument, variables: CLASS })
      .subscribe(({ data, dataState }) => shown.push(dataState === 'complete' ? notesIn(data) : []));
    return {
      write: (text: string) =>
        client.mutate({ mutation: CreateNoteDocument, variables: { input: { classId: CLASS.id, text } } }),
      remove: (id: string) => client.mutate({ mutation: DeleteNoteDocument, variables: { input: { id } } }),
      close: () => {
        screen.unsubscribe();
        client.stop();
      },
    };
  },
  urql: (shown: Notes[]) => {
    const client = createUrqlClient({ url: `${gateway.url}/graphql`, session });
    const screen = client
      .query(ClassDetailDocument, CLASS)
      .subscribe(({ data }) => shown.push(notesIn(data)));
    return {
      write: (text: string) =>
        client.mutation(CreateNoteDocument, { input: { classId: CLASS.id, text } }).toPromise(),
      remove: (id: string) => client.mutation(DeleteNoteDocument, { input: { id } }).toPromise(),
      close: () => screen.unsubscribe(),
    };
  },
};

describe.each(Object.entries(SCREENS))('a screen on %s', (_, open) => {
  it('shows what was written, and no longer what was deleted, without being empty in between', async () => {
    const shown: Notes[] = [];
    const screen = open(shown);
    await expect.poll(() => shown.at(-1)?.length).toBeGreaterThan(0);
    const start = shown.length;
    const before = shown.at(-1)?.length ?? 0;

    await screen.write('Bring gloves');
    await expect.poll(() => shown.at(-1)?.length).toBe(before + 1);
    const written = shown.at(-1)?.find(({ text }) => text === 'Bring gloves');
    await screen.remove(written?.id ?? '');
    await expect.poll(() => shown.at(-1)?.length).toBe(before);

    expect(Math.min(...shown.slice(start).map(({ length }) => length))).toBe(before);
    screen.close();
  });
});
