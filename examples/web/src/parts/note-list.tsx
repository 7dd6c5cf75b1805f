import { useMutation } from '@apollo/client/react';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { Empty } from './empty.tsx';
import { Problem } from './problem.tsx';

const NOTE = graphql(`
  fragment NoteRow on Note { id text lessonId }
`);

const DELETE_NOTE = graphql(`
  mutation DeleteNote($input: DeleteNoteInput!) {
    deleteNote(input: $input) { deletedId }
  }
`);

type NoteRow = FragmentType<typeof NOTE>;

export function NoteList({
  notes,
  lessonNames = {},
}: {
  notes: readonly NoteRow[];
  lessonNames?: Readonly<Record<string, string>>;
}) {
  if (notes.length === 0) return <Empty title="No notes yet">Take the first one.</Empty>;
  return (
    <ul className="notes" aria-label="Notes">
      {notes.map((note, index) => (
        <NoteItem key={readFragment(NOTE, note).id ?? index} note={note} lessonNames={lessonNames} />
      ))}
    </ul>
  );
}

function NoteItem({ note, lessonNames }: { note: NoteRow; lessonNames: Readonly<Record<string, string>> }) {
  const { id, text, lessonId } = readFragment(NOTE, note);
  const [deleteNote, { loading, error }] = useMutation(DELETE_NOTE, {
    update: (cache) => {
      if (id) cache.evict({ id: cache.identify({ __typename: 'Note', id }) ?? '' });
    },
  });
  return (
    <li>
      <p>{text}</p>
      <footer>
        <small>{lessonId && lessonNames[lessonId]}</small>
        {id && (
          <button
            type="button"
            className="link"
            disabled={loading}
            aria-label={`Delete the note “${text}”`}
            onClick={() => void deleteNote({ variables: { input: { id } } }).catch(() => {})}
          >
            Delete
          </button>
        )}
      </footer>
      {error && <Problem error={error} />}
    </li>
  );
}
