// Formats GraphQL with its comments. Loaded when it is first needed.
import * as graphql from 'prettier/plugins/graphql';
import { format } from 'prettier/standalone';

/** The document in canonical form. Null: it cannot be parsed. */
export async function formatted(text) {
  try {
    return await format(text, { parser: 'graphql', plugins: [graphql] });
  } catch {
    return null;
  }
}
