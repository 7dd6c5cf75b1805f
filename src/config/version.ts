import manifest from '../../package.json' with { type: 'json' };

/** Characters of a commit in a version. */
const COMMIT_LENGTH = 12;

/** The version of the gateway; between two releases it ends with `-dev`. */
export const VERSION: string = manifest.version;

/**
 * The version as logs and traces show it: that of a release alone, any other with its commit as build metadata.
 * Source: Semantic Versioning 2.0.0, 10.
 */
export const buildVersion = (version: string, commit: string | null): string =>
  commit === null || !version.includes('-') ? version : `${version}+${commit.slice(0, COMMIT_LENGTH)}`;
