/** How an app names itself, as in Apollo's client awareness. */
export interface ClientAwareness {
    name?: string;
    version?: string;
}
/** The headers of a request, which are also members of the first message of a socket. */
export declare const awarenessMembers: ({ name, version }?: ClientAwareness) => Record<string, string>;
