import { BASE } from './addresses.ts';

/** A guide of the repository that the reference serves as a page. */
export interface Guide {
  /** The end of its address, as in `apollo`. */
  name: string;
  /** Its first heading. */
  title: string;
  /** The distinctive part of the title, as in `Apollo Client`. */
  label: string;
  /** Its first sentence, as plain text. */
  summary: string;
  /** Markdown whose links are addresses of the gateway; links to other files of the repository are plain text. */
  markdown: string;
  /** Whether it starts from an empty folder. */
  isFirst: boolean;
}

/** Guides that start from an empty folder. */
const FIRST = ['apollo', 'urql', 'relay', 'server-rendering', 'scripts'];
const ORDER = [...FIRST, 'recipes', 'types', 'cache-rule', 'client', 'client-api', 'documents'];

/** Base path of the guides. */
const GUIDES = `${BASE}/guides`;

export const pathOfGuide = ({ name }: Pick<Guide, 'name'>): string => `${GUIDES}/${name}`;

/** Pages of the reference with the content of other documents of the repository. */
const PAGES: Readonly<Record<string, string>> = {
  'reference.md': BASE,
  'errors.md': `${BASE}/errors`,
  'packages/client/README.md': `${GUIDES}/client`,
};

function headOf(name: string, text: string): Pick<Guide, 'title' | 'label' | 'summary'> {
  const [, title = name, first = ''] = /^# (.+)\n+([\s\S]*?)(?:\n\n|$)/.exec(text) ?? [];
  const sentence = /^[\s\S]*?\.(?=\s|$)/.exec(first)?.[0] ?? first;
  const summary = sentence
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll('`', '')
    .replaceAll('\n', ' ');
  return { title, label: title.replace(/^A .* page with /, ''), summary };
}

/**
 * Guides by name from the Markdown files of the repository.
 * @param files text by name, as in `apollo`.
 */
export const readGuides = (files: ReadonlyMap<string, string>): Guide[] =>
  [...files]
    .sort(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other))
    .map(([name, text]) => ({
      name,
      ...headOf(name, text),
      isFirst: FIRST.includes(name),
      markdown: text.replaceAll(
        /\]\((?!https?:|#|\/)([^)#]+)(#[^)]*)?\)/g,
        (link, file: string, anchor = '') => {
          const target = file.replace(/^(\.\.?\/)+/, '');
          const guide = target.replace(/\.md$/, '');
          if (files.has(guide)) return `](${GUIDES}/${guide}${anchor})`;
          const page = PAGES[target];
          return page === undefined ? link : `](${page}${page.startsWith(GUIDES) ? anchor : ''})`;
        },
      ),
    }));
