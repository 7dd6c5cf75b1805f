import { createClient } from '@learning-platform/client/apollo';
import { CreateNoteDocument } from '@learning-platform/client/documents';
import { gatewayErrors } from '@learning-platform/client/errors';

export async function submitNote({ url, token }, { classId, text }) {
  const client = createClient({ url, session: { authorization: () => `Bearer ${token}` } });
  try {
    const { data } = await client.mutate({
      mutation: CreateNoteDocument,
      variables: { input: { classId, text } },
    });
    return { noteId: data.createNote.note.id };
  } catch (error) {
    const errors = gatewayErrors(error);
    if (errors.length === 0) throw error;
    const fields = {};
    let form = null;
    for (const { message, extensions } of errors) {
      const [input, name] = extensions.argument ?? [];
      if (input === 'input' && typeof name === 'string') fields[name] = message;
      else form = message;
    }
    return { fields, form };
  } finally {
    client.stop();
  }
}
