/** A subscription that resumes: its variable is the cursor to continue after. */
export interface ResumableDocument {
    query: string;
    variable: string;
}
/**
 * Completes a subscription with what it needs to resume: a variable for `after`, and `cursor` in the selection of its root
 * field. The text of a subscription that has both is unchanged.
 * @returns null for queries and mutations, and the reason for a subscription that cannot be completed.
 */
export declare function resumableDocument(document: string, operationName?: string | null): ResumableDocument | string | null;
