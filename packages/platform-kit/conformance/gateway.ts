import type { GraphQLSchema } from 'graphql';

/** The result of reading a response with the gateway. */
export interface GatewayReading {
  /** Why it cannot be read, without quoting the body. Null: it can be read, or the gateway never calls the route. */
  rejection: string | null;
  /** The rows that it leaves out, by the member that they lack. */
  leftOut: ReadonlyMap<string, number>;
}

/** The gateway of a run, to judge the effect of deviations on it. */
export interface Gateway {
  schema: GraphQLSchema;
  /** The platform calls of each field, by schema coordinate, as in `Course.levels`. */
  costs: Readonly<Record<string, { readonly calls: readonly { readonly route: string }[] }>>;
  /**
   * Reads a response body as the gateway does.
   * @param route method and path.
   */
  read(route: string, bytes: Buffer): GatewayReading;
  /** The properties of a route that `PLATFORM_SHAPES` may set: its ID, and the members that may have other names. Null: none. */
  shapeable(route: string): { id: string; members: readonly string[] } | null;
}
