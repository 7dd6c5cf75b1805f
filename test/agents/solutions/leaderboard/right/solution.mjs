const QUERY = `query ($categories: [String!], $first: Int, $after: String) {
  leaderboard(categories: $categories, first: $first, after: $after) {
    nodes { rank score user { ...Name } holder { firstName lastName handle } }
    pageInfo { hasNextPage endCursor }
  }
}
fragment Name on User { firstName lastName handle }`;

const nameOf = (person) =>
  person ? [person.firstName, person.lastName].filter(Boolean).join(' ') || person.handle : 'Another player';

export async function* leaderboardPages({ url, token }, categories, size) {
  let after = null;
  do {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: QUERY, variables: { categories, first: size, after } }),
    });
    const { nodes, pageInfo } = (await response.json()).data.leaderboard;
    if (nodes.length > 0)
      yield nodes.map(({ rank, score, user, holder }) => ({ rank, name: nameOf(user ?? holder), score }));
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after !== null);
}
