import type { OutboxEntry } from '@learning-platform/client/outbox';
import { noteIn, useWaitingNotes, useWrites } from '../gateway/outbox.ts';
import type { CreateNoteInput } from '../gql/graphql.ts';
import { Problem } from './problem.tsx';

const SAYS: Readonly<Record<OutboxEntry['status'], string>> = {
  queued: 'Waits for a connection',
  sending: 'Saving…',
  sent: 'Saved',
  failed: 'Not saved',
  unknown: 'May have been saved: look at the list before you save it again',
  expired: 'Was not saved for a day',
};

/** Notes that were written without a connection, or could not be written. */
export function WaitingNotes({
  isHere,
  onSent,
}: {
  isHere: (note: Partial<CreateNoteInput>) => boolean;
  onSent: () => void;
}) {
  const waiting = useWaitingNotes(isHere, onSent);
  if (waiting.length === 0) return null;
  return (
    <ul className="notes" aria-label="Notes on this device">
      {waiting.map((entry) => (
        <WaitingNote key={entry.id} entry={entry} />
      ))}
    </ul>
  );
}

function WaitingNote({ entry }: { entry: OutboxEntry }) {
  const outbox = useWrites();
  const { id, status, errors } = entry;
  return (
    <li>
      <p>{noteIn(entry).text}</p>
      <footer>
        <small role="status">{SAYS[status]}</small>
        {status !== 'queued' && status !== 'sending' && (
          <button type="button" className="link" onClick={() => void outbox.retry(id)}>
            Save again
          </button>
        )}
        {status !== 'sending' && (
          <button type="button" className="link" onClick={() => void outbox.discard(id)}>
            Discard
          </button>
        )}
      </footer>
      {errors.length > 0 && <Problem error={errors} />}
    </li>
  );
}
