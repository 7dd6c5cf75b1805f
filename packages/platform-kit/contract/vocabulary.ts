import type { TObject, TSchema } from 'typebox';

/**
 * The types of the REST contract as data. The sandbox, the command line and the tests check the code against it; it does
 * not depend on the code.
 */

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/**
 * The host of a route. `base`: the platform's address, or its sandbox's. `notes`: the address of the note routes.
 * `push`: the platform's address in production, a separate one in the sandbox.
 */
export type Host = 'base' | 'notes' | 'push';

/** The credential of a route and the header that carries it. */
export interface Credential {
  kind: 'user token' | 'plugin credential' | 'ATO token';
  /** `Authorization`, except on the routes for which the contract names `Authentication`. */
  header: 'Authorization' | 'Authentication';
  /** Whether the contract marks the header as required. */
  required: boolean;
}

export interface Parameter<
  Name extends string = string,
  Schema extends TSchema = TSchema,
  Required extends boolean = boolean,
> {
  name: Name;
  /** The contract shows no path parameters and no form encoding. */
  in: 'query' | 'body';
  /** The documented type; `Type.Unknown()` for any JSON. */
  schema: Schema;
  /** Whether the contract requires it in every request. Conditional requirements are {@link Rule}s. */
  required: Required;
  /** Its meaning, if name and type do not express it. */
  description?: string;
}

/** A requirement across several parameters. */
export type Rule =
  /** At least one of these is required. */
  | { anyOf: readonly string[] }
  /** These are required if the parameters in `when` have these values. */
  | { when: Readonly<Record<string, string>>; required: readonly string[] };

/** A response as the contract documents it. */
export type Response =
  /** JSON of this shape. `Type.Optional`: may be absent. A union with `Type.Null()`: may be null. */
  | { kind: 'json'; schema: TSchema }
  /** Base64 text of a JPEG. */
  | { kind: 'base64' }
  /** A page for a browser, which ends in a redirect. */
  | { kind: 'page' }
  /** The contract does not show it. */
  | { kind: 'not shown' };

/** A request that the sandbox accepts although the contract does not show it. */
export type Leniency = { reason: string } & (
  | { what: 'form as body' }
  | { what: 'ATO token' }
  /** The parameter may be omitted if the client ID belongs to a plugin. */
  | { what: 'omission by plugins'; parameter: string }
  /** Objects in this parameter may have members that are not in the contract. */
  | { what: 'other members'; parameter: string }
);

/** Parameters by name, in the order in which the gateway sends them. */
export type Example = Readonly<Record<string, unknown>>;

export interface Route<Id extends string = string> {
  /** Identifier of the route in code and tests. */
  id: Id;
  method: Method;
  /** Exactly as in the contract, including a trailing slash. */
  path: string;
  host: Host;
  /** Null: the contract shows no header. */
  credential: Credential | null;
  parameters: readonly Parameter[];
  rules?: readonly Rule[];
  response: Response;
  /**
   * Valid requests by name: `minimal` has the parameters that every request of the gateway has, `full` all that it can have
   * (absent: the same). `{name}` stands for a value of `SAMPLES`. Undefined: the route has no parameters.
   */
  example?: Readonly<Record<string, Example>> & { minimal: Example; full?: Example };
  /** Writes only: what the conformance command announces before it sends one. */
  effect?: {
    /** In the third person, as in `creates a badge`. */
    does: string;
    /** What remains. Null: a later request of the same group undoes the write. */
    leaves: string | null;
    /** Writes that are only sent together, as one removes what another creates. */
    group?: 'note' | 'bucket' | 'notification';
  };
  /** What the route does, in one sentence. */
  summary: string;
  /** All other facts of the contract about it, one per entry. */
  notes?: readonly string[];
  /** Where the sandbox is stricter or more lenient than the contract. */
  sandbox?: {
    /**
     * Parameters without which the route cannot act. In addition, the sandbox requires every credential that the contract shows,
     * and an empty string counts as missing.
     */
    requires?: readonly (string | Rule)[];
    allows?: readonly Leniency[];
  };
}

/** Routes under one heading of the contract's "Endpoints". */
export interface Section<Id extends string = string> {
  title: string;
  routes: Readonly<Record<Id, Route<Id>>>;
}

/** A call from the platform to an address that a plugin has registered: a POST of JSON with the plugin's Basic credential. */
export interface InboundCall {
  name: string;
  /** The event that triggers the call. */
  trigger: string;
  /** Documented members of the body: there may be others. Null: none is shown. */
  body: TObject | null;
  notes?: readonly string[];
}
