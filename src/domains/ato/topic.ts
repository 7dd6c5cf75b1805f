/** Topic of one plugin: every ATO request, alert and distribution change. */
export const atoTopic = (pluginClientId: string): string => `ato:${pluginClientId}`;
