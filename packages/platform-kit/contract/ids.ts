/** Members that hold IDs although their names do not end in `Id`. Contract: Resources. */
const UNNAMED: ReadonlySet<string> = new Set(['user', 'users', 'sender', 'receiver', 'course']);

/** Whether a member of this name holds an ID or several, if its value is text. */
export const isNameOfId = (name: string): boolean => /^_?id$|Ids?$/.test(name) || UNNAMED.has(name);
