/** The headers of a request, which are also members of the first message of a socket. */
export const awarenessMembers = ({ name, version } = {}) => ({
    ...(name === undefined ? {} : { 'apollographql-client-name': name }),
    ...(version === undefined ? {} : { 'apollographql-client-version': version }),
});
//# sourceMappingURL=client-awareness.js.map