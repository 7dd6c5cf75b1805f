import { z } from 'zod';

/** Characters of a document or of errors: several times what the gateway accepts or sends. */
const LONGEST = 100_000;

const UNKNOWN =
  'this tool has no such argument. It takes no address, header or token: it works on the embedded platform alone, because the profiles of real users are not for models.';

/** The arguments of a tool. Unknown ones are refused without repeating them. */
export const input = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: ({ code }) => (code === 'unrecognized_keys' ? UNKNOWN : undefined) });

export const text = z.string().max(LONGEST);
export const document = text.describe('GraphQL: one or more operations with their fragments');
export const variables = z.record(z.string().max(200), z.unknown()).optional();
