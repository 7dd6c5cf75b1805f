import { Outbox, type OutboxEntry } from '@learning-platform/client/outbox';
import { useOutbox } from '@learning-platform/client/react';
import type { Session } from '@learning-platform/client/session';
import { createContext, use, useEffect, useRef } from 'react';
import type { CreateNoteInput } from '../gql/graphql.ts';
import { URL_OF_GRAPH } from './session.ts';

/** Writes that survive a lost connection and a restart of the app. One for the app. */
export const openOutbox = (name: string, session: Session): Outbox =>
  new Outbox({ url: URL_OF_GRAPH, session, name });

export const OutboxContext = createContext<Outbox | null>(null);

export function useWrites(): Outbox {
  const outbox = use(OutboxContext);
  if (!outbox) throw new Error('There is no OutboxContext above.');
  return outbox;
}

/** What a note in the outbox says. */
export const noteIn = ({ variables }: OutboxEntry): Partial<CreateNoteInput> => Object(variables.input);

/**
 * The notes that wait for a connection or could not be written.
 * @param isHere whether the page shows a note.
 * @param onSent called when another one has been written, so that the page reads its list again.
 */
export function useWaitingNotes(
  isHere: (note: Partial<CreateNoteInput>) => boolean,
  onSent: () => void,
): OutboxEntry[] {
  const entries = useOutbox(useWrites()).filter(
    (entry) => entry.field === 'createNote' && isHere(noteIn(entry)),
  );
  const lastSent = entries.findLast(({ status }) => status === 'sent')?.id;
  const known = useRef(lastSent);
  useEffect(() => {
    if (known.current === lastSent) return;
    known.current = lastSent;
    onSent();
  }, [lastSent, onSent]);
  return entries.filter(({ status }) => status !== 'sent');
}
