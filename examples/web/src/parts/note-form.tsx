import { type FormEvent, useId, useState } from 'react';
import { useWrites } from '../gateway/outbox.ts';
import type { CreateNoteInput } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';
import { Problem } from './problem.tsx';

const CREATE_NOTE = graphql(`
  mutation CreateNote($input: CreateNoteInput!) {
    createNote(input: $input) { noteId }
  }
`);

/** A form for a new note, which is kept on the device until it has been written once. */
export function NoteForm({ about, onSaved }: { about: Omit<CreateNoteInput, 'text'>; onSaved?: () => void }) {
  const field = useId();
  const outbox = useWrites();
  const [error, setError] = useState<unknown>(null);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = String(new FormData(form).get('text')).trim();
    if (text === '') return;
    outbox.add(CREATE_NOTE, { input: { ...about, text } }).then(() => {
      form.reset();
      setError(null);
      onSaved?.();
    }, setError);
  };
  return (
    <form className="note-form" onSubmit={save}>
      <label htmlFor={field}>New note</label>
      <textarea id={field} name="text" rows={3} required placeholder="What do you want to remember?" />
      <button type="submit">Save note</button>
      {error !== null && <Problem error={error} />}
    </form>
  );
}
