/** A reference to a record. */
export interface Reference {
  readonly $ref: string;
}

/** The values of a record or of an object without an ID; records that it contains are references. */
export type Fields = Record<string, unknown>;

/** A graph as one user reads it. */
export interface Fixtures {
  /** Key of the signed-in user. */
  viewer: string;
  /** The lists of `Query`. */
  lists: { classes: unknown[]; courses: unknown[]; leaderboard: unknown[]; notes: unknown[] };
  /** Records by type and ID, as in `Course:c-first-aid`. */
  records: Record<string, Fields>;
}

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string';
