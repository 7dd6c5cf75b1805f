import type { FoundNote, NoteSubject } from '../../platform/routes/note.ts';

/** The response to the creation of a note, and the sent note. */
export interface CreatedNote extends FoundNote {
  sent: { text: string } & NoteSubject;
}
