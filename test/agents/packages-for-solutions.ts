import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = '@learning-platform/client';

/** Lets a solution in any folder import what is installed here, and the client package from its sources. */
export function providePackages(): void {
  const here = pathToFileURL(join(ROOT, 'package.json')).href;
  registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier === CLIENT || specifier.startsWith(`${CLIENT}/`)) {
        const entry = specifier.slice(CLIENT.length + 1) || 'index';
        return next(pathToFileURL(join(ROOT, `packages/client/src/${entry}.ts`)).href, context);
      }
      try {
        return next(specifier, context);
      } catch (error) {
        if (/^[./]|^\w+:/.test(specifier)) throw error;
        return next(specifier, { ...context, parentURL: here });
      }
    },
  });
}
