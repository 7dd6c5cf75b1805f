import { registerHooks } from 'node:module';
import { packedPackages } from './packed-packages.ts';

/** Makes the sources of this release import the packed packages. Loaded with `--import`. */

const SOURCES = new URL('../../src/', import.meta.url).href;
const packed = packedPackages();

registerHooks({
  resolve: (specifier, context, next) => {
    const url = packed.get(specifier);
    if (url === undefined || !context.parentURL?.startsWith(SOURCES)) return next(specifier, context);
    return { url, format: 'module', shortCircuit: true };
  },
});
