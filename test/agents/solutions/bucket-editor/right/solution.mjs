export async function openBucket({ url, token }, id) {
  const ask = async (query, variables) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  const { data } = await ask('query ($id: ID!) { bucket(id: $id) { id data } }', { id });
  if (!data.bucket) return null;
  let known = data.bucket.data;
  return {
    data: () => known,
    set: async (path, value) => {
      const { data: written, errors = [] } = await ask(
        'mutation ($input: SetBucketValueInput!) { setBucketValue(input: $input) { bucket { id data } } }',
        { input: { id, key: path.join('.'), value } },
      );
      const codes = errors.map(({ extensions }) => extensions.code);
      if (codes.includes('FORBIDDEN')) return 'not allowed';
      if (codes.includes('NOT_FOUND')) return 'gone';
      if (errors.length > 0) throw new Error(errors[0].message);
      known = written.setBucketValue.bucket.data;
      return 'saved';
    },
  };
}
