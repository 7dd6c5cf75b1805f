/** Topic of one plugin: every ATO request, alert and distribution change. */
export const atoTopic = (pluginClientId: string): string => `ato:${pluginClientId}`;

/** Topic beside it, of distribution changes that name no request: its one snapshot is no ATO request. */
export const unnamedDistributionsTopic = (topic: string): string => `distributions-of:${topic}`;
