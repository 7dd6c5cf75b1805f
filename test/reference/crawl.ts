import { posix } from 'node:path';

/** The targets of links and files in a page or a Markdown document. */
function targetsIn(content: string): string[] {
  const isPage = content.startsWith('<!doctype html>');
  const found = isPage
    ? content.matchAll(/\b(?:href|src|data-index)="([^"]*)"/g)
    : content.matchAll(/\]\(([^)\s]+)\)/g);
  return [...found].map(([, target = '']) => target);
}

const anchorsIn = (content: string): ReadonlySet<string | undefined> =>
  new Set([...content.matchAll(/ id="([^"]*)"/g)].map(([, anchor]) => anchor));

export interface Crawled {
  pages: ReadonlySet<string>;
  /** Links that lead nowhere, as `page -> target`. */
  broken: readonly string[];
}

/** Follows every link from a page. @param read returns the content at a path, or null. */
export async function crawl(
  start: string,
  read: (path: string) => Promise<string | null>,
  mayLeave: (path: string) => boolean = (path) => !/^\/(schema|llms|explore\/)/.test(path),
): Promise<Crawled> {
  const contents = new Map<string, string | null>();
  const links: { from: string; path: string; anchor: string | undefined }[] = [];
  const open = [start];
  for (const path of open) {
    if (contents.has(path)) continue;
    const content = await read(path);
    contents.set(path, content);
    if (content === null || !/^<!doctype|\.(md|txt)$/.test(content.slice(0, 9) + path)) continue;
    for (const target of targetsIn(content)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [relative = '', anchor] = target.split('#');
      const next = relative === '' ? path : posix.resolve(posix.dirname(path), relative);
      if (mayLeave(next)) continue;
      links.push({ from: path, path: next, anchor });
      open.push(next);
    }
  }
  const anchors = new Map([...contents].map(([path, content]) => [path, content && anchorsIn(content)]));
  const broken = links.filter(({ path, anchor }) => {
    const found = anchors.get(path);
    return !found || (anchor !== undefined && !found.has(anchor));
  });
  return {
    pages: new Set(contents.keys()),
    broken: broken.map(({ from, path, anchor = '' }) => `${from} -> ${path}#${anchor}`),
  };
}
