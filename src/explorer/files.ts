import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A package with the files of a page is not there: it is a development dependency, which production leaves out. */
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

/** A file, and what its answer says beyond what every answer says. */
export interface ServedFile {
  file: string;
  headers: Readonly<Record<string, string>>;
}

/** Files by the path that they are asked for by: what is not in it cannot be asked for. */
export type Files = ReadonlyMap<string, ServedFile>;

/** The files of a folder and the folders in it that browsers know what to do with, under a path. */
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

/** The folder in which a package has the module that its name stands for. @throws MissingPackage */
export function packageFolder(name: string): string {
  try {
    return dirname(fileURLToPath(import.meta.resolve(name)));
  } catch {
    throw new MissingPackage(name);
  }
}

/** Sends a file, or 304 to who has it already: packages change under the same address when they are updated. */
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
