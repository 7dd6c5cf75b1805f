import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BOUNDS } from '../../src/config/bounds.ts';

const MODULE = pathToFileURL(join(import.meta.dirname, '../../src/config/bounds.ts')).href;

/** `NODE_OPTIONS` that start a gateway process with other bounds. */
export function withBounds(bounds: Partial<typeof BOUNDS>): string {
  const script = `import { BOUNDS } from ${JSON.stringify(MODULE)}; Object.assign(BOUNDS, ${JSON.stringify(bounds)});`;
  return `--import data:text/javascript,${encodeURIComponent(script)}`;
}
