import { isReference } from './fixtures.js';
/** The state of one fixture graph: a copy of its fixtures, the events so far, and revoked credentials. */
export class FixtureStore {
    viewer;
    #fixtures;
    #events = [];
    #wakeUps = new Set();
    #revoked = new Set();
    #issued = 0;
    constructor(fixtures) {
        this.#fixtures = structuredClone(fixtures);
        this.viewer = { $ref: fixtures.viewer };
    }
    /** The record or null; of a list, each. Other values are returned as they are. */
    resolve(value) {
        if (Array.isArray(value))
            return value.map((item) => this.resolve(item));
        return isReference(value) ? (this.#fixtures.records[value.$ref] ?? null) : value;
    }
    record(type, id) {
        return this.#fixtures.records[`${type}:${String(id)}`] ?? null;
    }
    recordsOf(type) {
        return Object.values(this.#fixtures.records).filter(({ __typename }) => __typename === type);
    }
    list(name) {
        return this.#fixtures.lists[name].flatMap((item) => {
            const row = this.resolve(item);
            return typeof row === 'object' && row !== null ? [row] : [];
        });
    }
    /** Adds a record. @returns it, with a new ID. */
    add(type, fields) {
        this.#issued += 1;
        const record = { __typename: type, id: `fixture-${this.#issued}`, ...fields };
        this.#fixtures.records[`${type}:${record.id}`] = record;
        return record;
    }
    remove(type, id) {
        const key = `${type}:${String(id)}`;
        const existed = key in this.#fixtures.records;
        delete this.#fixtures.records[key];
        return existed;
    }
    /** Puts a record first into a list. */
    prepend(name, item) {
        this.#fixtures.lists[name].unshift(item);
    }
    /** Whether the viewer sees this user where a record names them: the viewer and friends. */
    isKnown(userId) {
        const viewer = this.#fixtures.records[this.viewer.$ref];
        const friends = Array.isArray(viewer?.friends) ? viewer.friends : [];
        return viewer?.id === userId || friends.some((friend) => friend.userId === userId);
    }
    /** Whether a class has this student. */
    hasStudent(studentId) {
        return this.recordsOf('Class').some(({ students }) => Array.isArray(students) && students.some((student) => Object(this.resolve(student)).id === studentId));
    }
    /** A new token, as in a sign-in. */
    issueToken() {
        this.#issued += 1;
        return `fixture-token-${this.#issued}`;
    }
    revoke(authorization) {
        this.#revoked.add(authorization);
    }
    accepts(authorization) {
        return typeof authorization === 'string' && authorization !== '' && !this.#revoked.has(authorization);
    }
    /** Appends an event and wakes the streams. */
    announce(notification) {
        this.#events.push({ notification });
        for (const wake of [...this.#wakeUps])
            wake();
    }
    /** The notification stream: its position, then each event after it. Ends when its reader returns. */
    follow(after) {
        let next = after === null ? this.#events.length : positionOf(after);
        let isFirst = true;
        let isOver = false;
        let wake = () => { };
        const waiting = () => wake();
        this.#wakeUps.add(waiting);
        const item = (notification) => ({
            done: false,
            value: { cursor: cursorOf(next), replayed: after !== null, gap: null, notification },
        });
        return {
            next: async () => {
                if (isFirst) {
                    isFirst = false;
                    return item(null);
                }
                for (;;) {
                    const event = this.#events[next];
                    if (isOver)
                        return { done: true, value: undefined };
                    if (event) {
                        next += 1;
                        return item(event.notification);
                    }
                    await new Promise((resolve) => {
                        wake = resolve;
                    });
                }
            },
            return: () => {
                isOver = true;
                this.#wakeUps.delete(waiting);
                wake();
                return Promise.resolve({ done: true, value: undefined });
            },
            [Symbol.asyncIterator]() {
                return this;
            },
        };
    }
}
const cursorOf = (position) => `fixture-cursor-${position}`;
const positionOf = (cursor) => Number(/\d+$/.exec(cursor)?.[0] ?? 0);
//# sourceMappingURL=store.js.map