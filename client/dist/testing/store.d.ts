import { type Fields, type Fixtures, type Reference } from './fixtures.ts';
/** The state of one fixture graph: a copy of its fixtures, the events so far, and revoked credentials. */
export declare class FixtureStore {
    #private;
    readonly viewer: Reference;
    constructor(fixtures: Fixtures);
    /** The record or null; of a list, each. Other values are returned as they are. */
    resolve(value: unknown): unknown;
    record(type: string, id: unknown): Fields | null;
    recordsOf(type: string): Fields[];
    list(name: keyof Fixtures['lists']): Fields[];
    /** Adds a record. @returns it, with a new ID. */
    add(type: string, fields: Fields): Fields;
    remove(type: string, id: unknown): boolean;
    /** Puts a record first into a list. */
    prepend(name: keyof Fixtures['lists'], item: unknown): void;
    /** Whether the viewer sees this user where a record names them: the viewer and friends. */
    isKnown(userId: unknown): boolean;
    /** Whether a class has this student. */
    hasStudent(studentId: unknown): boolean;
    /** A new token, as in a sign-in. */
    issueToken(): string;
    revoke(authorization: string): void;
    accepts(authorization: string | null | undefined): boolean;
    /** Appends an event and wakes the streams. */
    announce(notification: Reference): void;
    /** The notification stream: its position, then each event after it. Ends when its reader returns. */
    follow(after: string | null): AsyncIterableIterator<Fields>;
}
