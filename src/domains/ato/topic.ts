/** Topic of one plugin: every ATO request, alert and distribution change. */
export const atoTopic = (pluginClientId: string): string => ATO_TOPIC + pluginClientId;
/** Prefix of the names of the plugins' topics. */
export const ATO_TOPIC = 'ato:';

/** Topic of distribution changes without a request. Separate, so that its snapshot is not listed as an ATO request. */
export const unnamedDistributionsTopic = (topic: string): string => `distributions-of:${topic}`;
