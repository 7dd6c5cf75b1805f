import type { GraphQLSchema } from 'graphql';

/** How the gateway reads a response. */
export interface GatewayReading {
  /** Why it cannot, without quoting the body. Null: it can, or it never calls the route. */
  rejection: string | null;
  /** The rows that it leaves out, by the member that they lack. */
  leftOut: ReadonlyMap<string, number>;
}

/** What a run must know of the gateway, to say what a deviation means to it. */
export interface Gateway {
  schema: GraphQLSchema;
  /** The platform calls of each field, by schema coordinate, as in `Course.levels`. */
  costs: Readonly<Record<string, { readonly calls: readonly { readonly route: string }[] }>>;
  /**
   * Reads a response body as the gateway does.
   * @param route method and path.
   */
  read(route: string, bytes: Buffer): GatewayReading;
  /** What `PLATFORM_SHAPES` may say of a route: its ID, and the members that may have other names. Null: nothing. */
  shapeable(route: string): { id: string; members: readonly string[] } | null;
}
