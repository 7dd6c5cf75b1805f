import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const CLIENT = join(import.meta.dirname, '..');
/** What npm packs whether a package names it or not. */
const ALWAYS = ['LICENSE', 'README.md', 'package.json'];
const BLOCK = 512;
/** Seconds since 1970 that every file has: 1985-10-26T08:15Z, as in packages of npm. */
const MODIFIED = 499_162_500;
/** The place of the operating system in the header of gzip, and its value for "unknown" (RFC 1952). */
const SYSTEM = 9;
const UNKNOWN = 255;

interface Manifest {
  name: string;
  version: string;
  files: string[];
}

/**
 * Builds the package and writes its tarball. The same sources give the same bytes on every machine, so that lock files of apps
 * hold: npm's own tarball differs between its versions and operating systems.
 * @returns the name of the file.
 */
export function packClient(folder: string): string {
  execFileSync(process.execPath, [join(CLIENT, 'scripts/build.ts')], { stdio: 'inherit' });
  // Our own file.
  const { name, version, files }: Manifest = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
  const patterns = files.flatMap((entry) => [entry, `${entry}/**/*.*`]);
  const packed = globSync([...ALWAYS, ...patterns], { cwd: CLIENT, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(CLIENT.length + 1)
        .replaceAll('\\', '/'),
    );
  const entries = [...new Set(packed)]
    .sort()
    .flatMap((path) => entryOf(path, readFileSync(join(CLIENT, path))));
  const bytes = gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 });
  bytes[SYSTEM] = UNKNOWN;
  const file = `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), bytes);
  return file;
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

const [folder] = process.argv.slice(2);
if (import.meta.main && folder !== undefined) process.stdout.write(`${packClient(folder)}\n`);
