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

/** A file and its additional response headers. */
export interface ServedFile {
  file: string;
  headers: Readonly<Record<string, string>>;
}

/** Served files by URL path: an allowlist. */
export type Files = ReadonlyMap<string, ServedFile>;

/** Lists the files in a folder, recursively, that have a known content type, by URL path under `path`. */
export async function filesIn(
  folder: string,
  path: string,
  headersOf: (name: string) => ServedFile['headers'] = () => ({}),
): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && extname(entry.name) in CONTENT_TYPES)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
  return new Map(
    names.map((name) => [`${path}/${name}`, { file: join(folder, name), headers: headersOf(name) }]),
  );
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
  { file, headers }: ServedFile,
): Promise<void> {
  const content = await readFile(file);
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.setHeader('etag', tag);
  response.setHeader('cache-control', 'no-cache');
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader('content-type', CONTENT_TYPES[extname(file)] ?? 'application/octet-stream');
  response.setHeader('content-length', content.length);
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : content);
}
