import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A page's package is missing: it is a development dependency, which production installs omit. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage';
  readonly packageName: string;

  constructor(packageName: string) {
    super(`${packageName} is not installed`);
    this.packageName = packageName;
  }
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/** A served file. */
export interface ServedFile {
  /** Decides the content type. */
  extension: string;
  read(): Promise<FileContent>;
}

interface FileContent {
  content: Buffer;
  /** The `etag`. */
  tag: string;
}

/**
 * A file that is read on its first request. Responses share its content: a client that reads none of its responses would
 * otherwise hold a copy in each.
 */
export function readOnce(extension: string, read: () => Promise<Buffer>): ServedFile {
  let content: Promise<FileContent> | null = null;
  return {
    extension,
    read: () => {
      content ??= read().then(tagged);
      return content;
    },
  };
}

const tagged = (content: Buffer): FileContent => ({
  content,
  tag: `"${createHash('sha256').update(content).digest('base64url')}"`,
});

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

/** The folder of a package's entry module. @throws MissingPackage */
export function packageFolder(name: string): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve(name)));
  } catch {
    throw new MissingPackage(name);
  }
}

/** Sends a file, or 304 if the client has it: packages change without a change of URL when they are updated. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { extension, read }: ServedFile,
): Promise<void> {
  const { content, tag } = await read();
  response.setHeader('etag', tag);
  response.setHeader('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', CONTENT_TYPES[extension] ?? 'application/octet-stream');
  response.setHeader('content-length', content.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : content);
}
