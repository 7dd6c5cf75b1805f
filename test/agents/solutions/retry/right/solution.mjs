import { parse } from 'graphql';

class Failed extends Error {
  constructor({ message, extensions }) {
    super(message);
    this.code = extensions.code;
  }
}

export async function runPatiently({ url, token }, document, variables, wait) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: document, variables }),
    });
    const { data, errors } = await response.json();
    if (!errors) return data;
    const isQuery = parse(document).definitions.every(({ operation = 'query' }) => operation === 'query');
    if (attempt === 3 || !isQuery || !errors.every(({ extensions }) => extensions.retryable))
      throw new Failed(errors[0]);
    await wait(Math.max(...errors.map(({ extensions }) => extensions.retryAfterMs ?? 1000)));
  }
}
