import { copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { SHARED_FILES } from '../page.ts';
import { BASE, REFERENCE, SEARCH_INDEX, SUMMARIES } from './addresses.ts';
import type { ReferenceSource } from './catalog.ts';
import { REFERENCE_FILES, STATIC_FOLDER } from './reference.ts';
import { referenceSite } from './site.ts';

/** Marks a folder as an export, which the next one replaces. */
const MARK = '.reference';

/** The file name of a path of the gateway in the export, as in `queries/classes.html`. Null: not exported. */
function fileOf(path: string): string | null {
  if (path === '/' || path === BASE) return 'index.html';
  if (path.startsWith(`${SHARED_FILES}/`)) return path.replace(SHARED_FILES, 'assets');
  if (path === SEARCH_INDEX || path.endsWith('.md')) return path.replace(/^\/(schema\/)?/, '');
  if (path.startsWith(`${BASE}/`)) return `${path.slice(BASE.length + 1)}.html`;
  return /^\/[\w-]+\.\w+$/.test(path) ? path.slice(1) : null;
}

/** Replaces the gateway's addresses in a text by addresses relative to a file, so that the export works in any folder. */
function relocated(text: string, file: string): string {
  const relative = (address: string): string => {
    const [path = '', anchor] = address.split('#');
    const target = fileOf(path);
    if (target === null) throw new Error(`${file} links to ${address}, which is not exported`);
    const from = posix.relative(posix.dirname(file), target);
    return anchor === undefined ? from : `${from}#${anchor}`;
  };
  if (file.endsWith('.html')) {
    // Attribute values are the only quotes that are not escaped.
    return text.replaceAll(
      /\b(href|src|data-index)="(\/[^"]*)"/g,
      (_, name, address) => `${name}="${relative(address)}"`,
    );
  }
  return file.endsWith('.js')
    ? text
    : text.replaceAll(/\]\((\/[^)\s]*)\)/g, (_, address) => `](${relative(address)})`);
}

/** Writes the reference as files that any static host serves. @returns the number of files. */
export async function exportReference(source: ReferenceSource, folder: string): Promise<number> {
  await clear(folder);
  const site = referenceSite(source, { links: [REFERENCE], runs: false });
  const pages = [...site].filter(([path]) => path !== SUMMARIES);
  const write = async (file: string, text: string): Promise<void> => {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  await write(MARK, '');
  for (const [path, { render }] of pages) {
    const file = fileOf(path);
    if (file === null) throw new Error(`${path} has no place in the export`);
    await write(file, relocated(render(), file));
  }
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const name of REFERENCE_FILES) await copyFile(join(STATIC_FOLDER, name), join(folder, 'assets', name));
  return pages.length + REFERENCE_FILES.length;
}

/** Removes an earlier export. @throws if the folder holds anything else. */
async function clear(folder: string): Promise<void> {
  const names: string[] = await readdir(folder).catch(() => []);
  if (names.length > 0 && !names.includes(MARK)) {
    throw new Error(`${folder} is not empty and was not written by this command: choose another folder`);
  }
  await rm(folder, { recursive: true, force: true });
}
