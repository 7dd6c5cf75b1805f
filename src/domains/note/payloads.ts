import type { FoundNote, NoteSubject } from '../../platform/routes/note.ts';

/** The response to the creation of a note, and what the note was created with. */
export interface CreatedNote extends FoundNote {
  sent: { text: string } & NoteSubject;
}
