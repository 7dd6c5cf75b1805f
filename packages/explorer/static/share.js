// Links that carry an operation in the part that browsers send to no server. They never hold headers or credentials.

/** The address of the explorer with an operation. @param identity the name of a demo identity, or null */
export function linkTo({ document, variables = '', identity = null }) {
  const parts = new URLSearchParams({ operation: document });
  if (variables.trim() !== '') parts.set('variables', variables);
  if (identity !== null) parts.set('identity', identity);
  return new URL(`/explorer#${parts}`, location.href).href;
}

/** The operation in a link, or null. */
export function contentOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ''));
  const document = parts.get('operation');
  if (document === null) return null;
  return { document, variables: parts.get('variables') ?? '', identity: parts.get('identity') };
}
