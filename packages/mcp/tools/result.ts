/** What a tool returns. */
export const result = (text: string) => ({ content: [{ type: 'text' as const, text }] });

/** A call of a tool that has to be made in another way. */
export const wrongCall = (text: string) => ({ ...result(text), isError: true });
