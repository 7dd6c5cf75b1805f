import { exportReference } from 'learning-platform-explorer/reference';
import { readReferenceSource } from '../app/reference-source.ts';
import { createSchema } from '../domains/schema.ts';

/** Default folder of the export, ignored by git. */
const DEFAULT_FOLDER = 'docs-site';

/** Writes the reference as files that any static host serves. @returns the number of files. */
export const buildDocs = (folder: string): Promise<number> =>
  exportReference(readReferenceSource(createSchema(), null), folder);

if (import.meta.main) {
  const [folder = DEFAULT_FOLDER] = process.argv.slice(2);
  try {
    const files = await buildDocs(folder);
    process.stdout.write(`${files} files in ${folder}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
