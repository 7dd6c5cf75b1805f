// It reads everything before the first page.
export async function* leaderboardPages({ url, token }, categories, size) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      query: `query ($categories: [String!]) { leaderboard(categories: $categories, first: 100) {
        nodes { rank score holder { firstName lastName } } } }`,
      variables: { categories },
    }),
  });
  const { nodes } = (await response.json()).data.leaderboard;
  for (let start = 0; start < nodes.length; start += size)
    yield nodes.slice(start, start + size).map(({ rank, score, holder }) => ({
      rank,
      name: holder ? `${holder.firstName} ${holder.lastName}` : 'Another player',
      score,
    }));
}
