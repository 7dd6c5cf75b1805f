// It sends a note again after a lost response, without an idempotency key.
export function openOutbox({ url, token }, storage) {
  const read = () => JSON.parse(storage.getItem('notes') ?? '[]');
  const query = 'mutation ($input: CreateNoteInput!) { createNote(input: $input) { noteId } }';
  const send = async () => {
    const [input] = read();
    if (!input) return;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables: { input } }),
      });
      await response.json();
      storage.setItem('notes', JSON.stringify(read().slice(1)));
    } catch {
      // Sent again.
    }
  };
  const timer = setInterval(send, 200);
  return {
    add: async (input) => storage.setItem('notes', JSON.stringify([...read(), input])),
    waiting: () => read().length,
    close: () => clearInterval(timer),
  };
}
