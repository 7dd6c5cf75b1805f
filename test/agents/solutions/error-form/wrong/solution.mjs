// It takes the message of any error for one of the form, and the text for its field.
export async function submitNote({ url, token }, { classId, text }) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query: 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { noteId } }',
      variables: { input: { classId, text } },
    }),
  });
  const { data, errors } = await response.json();
  if (data?.createNote) return { noteId: data.createNote.noteId };
  return { fields: {}, form: errors[0].message };
}
