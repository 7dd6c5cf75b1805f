import { join } from 'node:path';

/** A module of this folder with everything it imports, as one module for browsers. */
export async function bundleModule(name: string): Promise<Buffer> {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: join(import.meta.dirname, name),
    platform: 'browser',
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  return Buffer.from(output[0].code);
}
