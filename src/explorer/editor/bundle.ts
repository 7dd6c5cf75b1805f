import { join } from 'node:path';
import { MissingPackage } from '../files.ts';

/** The explorer's editor with everything it imports, as one module for browsers. @throws MissingPackage */
export async function bundleEditor(): Promise<Buffer> {
  const { rolldown } = await import('rolldown').catch(() => {
    throw new MissingPackage('rolldown');
  });
  const bundle = await rolldown({
    input: join(import.meta.dirname, 'editor.js'),
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return Buffer.from(output[0].code);
}
