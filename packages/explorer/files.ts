import { readdir, readFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EncodedContent } from './encoded-content.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.graphql': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** A served file. */
export interface ServedFile {
  contentType: string;
  read(): Promise<EncodedContent>;
}

/**
 * A file that is read or generated on its first request. Responses share its content: a client that reads none of its responses
 * would otherwise hold a copy in each.
 */
export function readOnce(extension: string, read: () => Promise<Buffer>): ServedFile {
  let content: Promise<EncodedContent> | null = null;
  return {
    contentType: CONTENT_TYPES[extension] ?? 'application/octet-stream',
    read: () => {
      if (content === null) {
        content = read().then((plain) => new EncodedContent(plain));
        // The next request tries again.
        content.catch(() => {
          content = null;
        });
      }
      return content;
    },
  };
}

/** A file on disk. */
export const fileAt = (path: string): ServedFile => readOnce(extname(path), () => readFile(path));

/** Served files by URL path: an allowlist. */
export type Files = ReadonlyMap<string, ServedFile>;

/** Lists the files in a folder, recursively, that have a known content type, by URL path under `path`. */
export async function filesIn(folder: string, path: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in CONTENT_TYPES)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return new Map(names.map((name) => [`${path}/${name}`, fileAt(join(folder, name))]));
}

/** The folder of a package's entry module. Null: it is not installed. */
export function folderOf(packageName: string): string | null {
  try {
    return dirname(fileURLToPath(import.meta.resolve(packageName)));
  } catch {
    return null;
  }
}
