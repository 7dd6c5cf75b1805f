import manifest from '../../package.json' with { type: 'json' };

/** The version of the gateway. */
export const VERSION: string = manifest.version;
