/** A message between tabs. `changed`: the storage has other tokens. */
export type TabMessage = 'changed' | 'expired' | 'signed-out';
/** The other tabs with the same session. */
export interface Tabs {
    tell(message: TabMessage): void;
    /** Runs a task in one tab at a time, if `isExclusive`. */
    exclusively<Result>(task: () => Promise<Result>): Promise<Result>;
    /** False: other tabs may run a task at the same time. */
    readonly isExclusive: boolean;
    close(): void;
}
/** Connects the tabs of an origin, as far as the platform has the means: BroadcastChannel and Web Locks. */
export declare function joinTabs(name: string, hear: (message: TabMessage) => void): Tabs;
