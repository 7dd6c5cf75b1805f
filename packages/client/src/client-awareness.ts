/** Name and version of an app, as in Apollo's client awareness. */
export interface ClientAwareness {
  name?: string;
  version?: string;
}

/** The headers of a request, which are also members of the first message of a socket. */
export const awarenessMembers = ({ name, version }: ClientAwareness = {}): Record<string, string> => ({
  ...(name === undefined ? {} : { 'apollographql-client-name': name }),
  ...(version === undefined ? {} : { 'apollographql-client-version': version }),
});
