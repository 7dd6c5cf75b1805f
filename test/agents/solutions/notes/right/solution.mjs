export async function loadNotes({ url, token }, classId) {
  const notes = [];
  let after = null;
  do {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        query: `query ($classId: ID!, $after: String) {
          notes(filter: { classId: $classId }, after: $after) {
            edges { author { firstName lastName handle } node { id text } }
            pageInfo { hasNextPage endCursor }
          }
        }`,
        variables: { classId, after },
      }),
    });
    const { edges, pageInfo } = (await response.json()).data.notes;
    notes.push(
      ...edges.map(({ author, node }) => ({
        ...node,
        author: author && ([author.firstName, author.lastName].filter(Boolean).join(' ') || author.handle),
      })),
    );
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
  return notes;
}
