import { useMutation } from '@apollo/client/react';
import { type FormEvent, useId } from 'react';
import type { CreateNoteInput } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { Problem } from './problem.tsx';

const CREATE_NOTE = graphql(`
  mutation CreateNote($input: CreateNoteInput!) {
    createNote(input: $input) { note { id ...NoteRow } }
  }
`);

/** A form for a new note. Reloads the note lists afterwards, because the platform adds fields to a note. */
export function NoteForm({ about, onSaved }: { about: Omit<CreateNoteInput, 'text'>; onSaved?: () => void }) {
  const field = useId();
  const [createNote, { loading, error }] = useMutation(CREATE_NOTE, {
    refetchQueries: ['ClassDetail', 'CourseDetail'],
    awaitRefetchQueries: true,
  });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text')).trim();
    if (text === '') return;
    createNote({ variables: { input: { ...about, text } } }).then(
      () => {
        form.reset();
        onSaved?.();
      },
      // Displayed below through `error`.
      () => {},
    );
  };
  return (
    <form className="note-form" onSubmit={save}>
      <label htmlFor={field}>New note</label>
      <textarea id={field} name="text" rows={3} required placeholder="What do you want to remember?" />
      <button type="submit" disabled={loading}>
        {loading ? 'Saving…' : 'Save note'}
      </button>
      {error && <Problem error={error} />}
    </form>
  );
}
