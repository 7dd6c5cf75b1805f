import { CreateNoteDocument } from '@learning-platform/client/documents';
import { Outbox } from '@learning-platform/client/outbox';

export function openOutbox({ url, token }, storage) {
  const state = { status: 'signed-in', id: token };
  const session = {
    authorization: () => `Bearer ${token}`,
    ready: async () => {},
    state: () => state,
    subscribe: () => () => {},
  };
  const outbox = new Outbox({ url, session, storage });
  return {
    add: (input) => outbox.add(CreateNoteDocument, { input }),
    waiting: () => outbox.state().filter(({ status }) => status !== 'sent').length,
    close: () => outbox.close(),
  };
}
