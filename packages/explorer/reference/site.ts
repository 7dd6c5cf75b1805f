import type { Link } from '../page.ts';
import {
  BASE,
  CHANGES,
  ERRORS,
  GUIDE,
  LLMS,
  MARKDOWN,
  MIGRATING,
  pathOf,
  SDL,
  SEARCH_INDEX,
  SUMMARIES,
} from './addresses.ts';
import { Catalog, type ReferenceSource } from './catalog.ts';
import { renderEntry } from './entry-page.ts';
import { guide } from './guide.ts';
import { pathOfGuide } from './guides.ts';
import { entryPageMarkdown, errorsMarkdown, llmsText, wholeMarkdown } from './markdown.ts';
import { withoutLocalLinks } from './prose.ts';
import { searchIndex } from './search-index.ts';
import { summaries } from './summaries.ts';
import {
  renderChanges,
  renderErrors,
  renderGuide,
  renderHome,
  renderMigrating,
  renderStackGuide,
} from './topic-pages.ts';
import { guidesOf } from './typed-documents.ts';

/** A text that the reference serves. */
export interface Resource {
  /** Decides the content type. */
  extension: '.html' | '.js' | '.json' | '.graphql' | '.md' | '.txt';
  render(): string;
}

/** Every page and file of the reference by path, rendered on request. */
export function referenceSite(
  source: ReferenceSource,
  { links, runs }: { links: readonly Link[]; runs: boolean },
): ReadonlyMap<string, Resource> {
  const catalog = new Catalog(source);
  const guides = guidesOf(source);
  const shell = { catalog, guides, links, runs };
  const page = (render: () => string): Resource => ({ extension: '.html', render });
  const markdown = (render: () => string): Resource => ({ extension: '.md', render });
  return new Map<string, Resource>([
    [BASE, page(() => renderHome(shell))],
    [GUIDE, page(() => renderGuide(shell))],
    [ERRORS, page(() => renderErrors(shell))],
    [CHANGES, page(() => renderChanges(shell))],
    [MIGRATING, page(() => renderMigrating(shell))],
    ...guides.map((one) => [pathOfGuide(one), page(() => renderStackGuide(shell, one))] as const),
    ...catalog.entries.map((entry) => [pathOf(entry), page(() => renderEntry(shell, entry))] as const),
    [`${GUIDE}.md`, markdown(() => guide(source))],
    [`${ERRORS}.md`, markdown(() => `# Errors\n\n${errorsMarkdown(source)}\n`)],
    [`${MIGRATING}.md`, markdown(() => withoutLocalLinks(source.migrationGuide))],
    ...guides.map((one) => [`${pathOfGuide(one)}.md`, markdown(() => one.markdown)] as const),
    ...catalog.entries.map(
      (entry) => [`${pathOf(entry)}.md`, markdown(() => entryPageMarkdown(catalog, entry))] as const,
    ),
    [MARKDOWN, markdown(() => wholeMarkdown(catalog))],
    [LLMS, { extension: '.txt', render: () => llmsText(catalog) }],
    [SDL, { extension: '.graphql', render: () => source.print() }],
    [SEARCH_INDEX, { extension: '.js', render: () => searchIndex(catalog, guides) }],
    [SUMMARIES, { extension: '.json', render: () => summaries(catalog) }],
  ]);
}
