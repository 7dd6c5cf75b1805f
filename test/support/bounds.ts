import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bounds } from '../../src/config/bounds.ts';

const BOUNDS = pathToFileURL(join(import.meta.dirname, '../../src/config/bounds.ts')).href;

/** `NODE_OPTIONS` that start a gateway process with other bounds. */
export function withBounds(bounds: Partial<Bounds>): string {
  const script = `import { BOUNDS } from ${JSON.stringify(BOUNDS)}; Object.assign(BOUNDS, ${JSON.stringify(bounds)});`;
  return `--import data:text/javascript,${encodeURIComponent(script)}`;
}
