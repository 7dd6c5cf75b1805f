import type { McpServer } from '@modelcontextprotocol/server';
import { ERRORS } from 'learning-platform-explorer/reference';
import { z } from 'zod';
import { answer } from '../answer.ts';
import { explainErrors, explainGap, readErrors } from '../explain.ts';
import type { Workshop } from '../workshop.ts';
import { document, input, text, variables } from './input.ts';
import { result, wrongCall } from './result.ts';

const annotations = { readOnlyHint: true, openWorldHint: false };

/** The tools that know the graph and run nothing. */
export function addReferenceTools(server: McpServer, { reference, checks }: Workshop): void {
  const rules = `the schema and the limits of gateway ${reference.version}`;

  server.registerTool(
    'search',
    {
      description:
        'Finds fields, arguments, types, error codes, guides and recipes of the graph, and the API of its client package, by words or by a question. Start here.',
      inputSchema: input({ query: z.string().min(1).max(300) }),
      annotations,
    },
    ({ query }) => result(reference.search(query)),
  );

  server.registerTool(
    'read',
    {
      description:
        'Reads one thing as Markdown: a root field with arguments, result types, example, price and errors (`classes`), a type (`Course`), a field (`Course.levels`), an error code (`CONFLICT`), a guide (`skill`: how an app is built and the usual mistakes; `apollo`, `urql`, `relay`, `recipes`, `client`, `client-api`, `cache-rule`, `basics`, `errors`), or an address from `search`.',
      inputSchema: input({ name: z.string().min(1).max(200), page: z.int().min(1).max(200).default(1) }),
      annotations,
    },
    ({ name, page }) => result(reference.read(name, page)),
  );

  server.registerTool(
    'check',
    {
      description:
        'Judges a document without running it: valid or why not, credential, predicted platform calls and limits, cache keys, deprecated parts, what a stream lacks to be resumed. Use it before a document goes into code.',
      inputSchema: input({ document, variables }),
      annotations,
    },
    async (given) => {
      const verdict = await checks.check(given.document, given.variables ?? {});
      return result(answer(verdict, rules, 'Check each operation alone.'));
    },
  );

  server.registerTool(
    'explain',
    {
      description:
        'Says why something failed and what a client does about it. `error`: the JSON of a response or of its errors, or a code; with `document`, also the causes in its fields. `document` alone: one that the gateway refuses. `gap`: the reason in an item of a stream.',
      inputSchema: input({
        error: text.optional(),
        document: document.optional(),
        gap: z.string().max(100).optional(),
      }),
      annotations,
    },
    async ({ error, document: sent, gap }) => {
      if (gap !== undefined) {
        const { text: meaning, source } = explainGap(reference, gap);
        return result(answer(meaning, source, ''));
      }
      if (error === undefined)
        return sent === undefined
          ? wrongCall('Give `error`, `document` or `gap`.')
          : result(answer(await checks.check(sent, {}), rules, ''));
      const errors = readErrors(error, reference);
      if (errors.length === 0)
        return wrongCall(
          'No error in it: give the JSON of a response with `errors`, or a code such as CONFLICT.',
        );
      const parsed = sent === undefined ? null : await checks.parse(sent);
      const explained = explainErrors(reference, errors, parsed && 'kind' in parsed ? parsed : null);
      return result(answer(explained, reference.source(ERRORS), 'Explain fewer errors at once.'));
    },
  );
}
