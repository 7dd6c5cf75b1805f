import config from '../../vitest.config.ts';

const { globalSetup: _, ...test } = config.test ?? {};

/** A run of the project as it is configured, with the sample alone. */
export default { ...config, test: { ...test, include: ['test/runs/sample.ts'] } };
