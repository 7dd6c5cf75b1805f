// Formats GraphQL and JSON with their comments. Loaded when it is first needed.
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';
import * as graphql from 'prettier/plugins/graphql';
import { format } from 'prettier/standalone';

const PLUGINS = [graphql, babel, estree];

/**
 * The text in canonical form. Null: it cannot be parsed.
 * @param parser `graphql` or `json`
 */
export async function formatted(text, parser) {
  try {
    return (await format(text, { parser, plugins: PLUGINS })).trimEnd();
  } catch {
    return null;
  }
}
