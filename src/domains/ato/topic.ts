/** Topic of one plugin: every ATO request, alert and distribution change. */
export const atoTopic = (pluginClientId: string): string => `ato:${pluginClientId}`;

/** Topic of distribution changes without a request. Separate, so that its snapshot is not listed as an ATO request. */
export const unnamedDistributionsTopic = (topic: string): string => `distributions-of:${topic}`;
