export async function badgeReport({ url, clientId, clientSecret }, userIds) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
    },
    body: JSON.stringify({
      query: 'query ($userIds: [ID!]!) { badgeAssertions(userIds: $userIds) { userId name } }',
      variables: { userIds },
    }),
  });
  const { data } = await response.json();
  const report = Object.fromEntries(userIds.map((id) => [id, []]));
  for (const { userId, name } of data.badgeAssertions) report[userId].push(name);
  return report;
}
