import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The variables that the image sets. */
export function imageEnvironment(): Record<string, string> {
  const text = readFileSync(join(import.meta.dirname, '../../deploy/Dockerfile'), 'utf8');
  const lines = text.slice(text.lastIndexOf('\nFROM ')).matchAll(/^ENV (.*)$/gm);
  return Object.fromEntries(
    [...lines].flatMap(([, pairs = '']) =>
      pairs.split(' ').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        // A build argument, which is empty by default.
        return [name, value.startsWith('$') ? '' : value];
      }),
    ),
  );
}
