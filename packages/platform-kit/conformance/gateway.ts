import type { GraphQLSchema } from 'graphql';

/** What a run must know of the gateway, to say what a deviation means to it. */
export interface Gateway {
  schema: GraphQLSchema;
  /** The platform calls of each field, by schema coordinate, as in `Course.levels`. */
  costs: Readonly<Record<string, { readonly calls: readonly { readonly route: string }[] }>>;
  /**
   * Reads a response body as the gateway does.
   * @param route method and path.
   * @returns the reason why it cannot, without quoting the body. Null: it can, or it never calls the route.
   */
  rejectionOf(route: string, bytes: Buffer): string | null;
}
