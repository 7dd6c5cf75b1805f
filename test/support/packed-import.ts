import { registerHooks } from 'node:module';
import { packedPackages } from './packed-packages.ts';

/**
 * Makes the sources of this release import the packed packages, and saves resolving what is plain: relative paths of
 * sources, and a package that another source has imported. Loaded with `--import`.
 */

type Resolved = ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & {}>;

const SOURCES = new URL('../../src/', import.meta.url).href;
const resolved = new Map<string, Resolved>(
  [...packedPackages()].map(([name, url]) => [name, { url, format: 'module', shortCircuit: true }]),
);

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL } = context;
    if (!parentURL?.startsWith(SOURCES)) return next(specifier, context);
    if (specifier.startsWith('.')) {
      if (!specifier.endsWith('.ts')) return next(specifier, context);
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    }
    const known = resolved.get(specifier);
    if (known) return known;
    const found: Resolved = { ...next(specifier, context), shortCircuit: true };
    resolved.set(specifier, found);
    return found;
  },
});
