import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const BLOCK = 512;
/** Seconds since 1970 that every file has: 1985-10-26T08:15Z, as in packages of npm. */
const MODIFIED = 499_162_500;
/** The place of the operating system in the header of gzip, and its value for "unknown" (RFC 1952). */
const SYSTEM = 9;
const UNKNOWN = 255;

/**
 * The tarball of a package whose files are in a folder. The same files give the same bytes on every machine, so that lock files of apps hold: npm's
 * own tarball differs between its versions and operating systems.
 */
export function tarballOf(folder: string): Buffer {
  const paths = globSync('**', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const entries = paths.sort().flatMap((path) => entryOf(path, readFileSync(join(folder, path))));
  const bytes = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  bytes[SYSTEM] = UNKNOWN;
  return bytes;
}

/** A file of an archive in the format ustar (POSIX.1-1988), which gives a path 100 bytes. */
function entryOf(path: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void => {
    header.write(value.toString(8).padStart(length - 1, '0'), at);
  };
  const inPackage = `package/${path}`;
  if (Buffer.byteLength(inPackage) > 100) throw new Error(`${path} is too long for an archive`);
  header.write(inPackage, 0);
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(content.length, 124, 12);
  octal(MODIFIED, 136, 12);
  // The sum of the header counts its own place as spaces.
  header.write('        0', 148);
  header.write('ustar\x0000', 257);
  octal(
    header.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return [header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
}
