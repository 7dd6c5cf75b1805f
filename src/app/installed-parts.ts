import { createRequire } from 'node:module';
import { type Config, ConfigError } from '../config/config.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Rejects settings that need a part which this installation leaves out, as the production image does with the explorer, the
 * reference and the sandbox. @throws ConfigError
 */
export function requireInstalledParts({
  explorer,
  reference,
  hosts,
}: Pick<Config, 'explorer' | 'reference' | 'hosts'>): void {
  const problems = [
    ...(explorer && !isInstalled('learning-platform-explorer') ? [missing('EXPLORER is true')] : []),
    ...(reference && !isInstalled('learning-platform-explorer') ? [missing('REFERENCE is true')] : []),
    ...(hosts === null && !isInstalled('learning-platform-kit/sandbox')
      ? [missing('PLATFORM_URL is not set')]
      : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
}

const missing = (setting: string): string =>
  `${setting}, but this installation lacks the required files: change it, or build the image with --build-arg PAGES=1`;

function isInstalled(part: string): boolean {
  try {
    return resolve(part) !== '';
  } catch {
    return false;
  }
}
