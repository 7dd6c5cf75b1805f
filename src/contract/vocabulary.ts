import type { TSchema } from 'typebox';

/**
 * The vocabulary that the REST contract is written down in. The contract is data: the sandbox, the command line and the
 * tests hold the code against it. It knows nothing of the code.
 */

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/**
 * Where a route lives. `base`: the platform's address, or its sandbox's. `notes`: the notes routes' own address.
 * `push`: the platform's address in production, an address of its own in the sandbox.
 */
export type Host = 'base' | 'notes' | 'push';

/** The credential of a route and the header that carries it. */
export interface Credential {
  kind: 'user token' | 'plugin credential' | 'ATO token';
  /** `Authorization` everywhere except where the contract names `Authentication`. */
  header: 'Authorization' | 'Authentication';
  /** Whether the contract marks the header as required. */
  required: boolean;
}

export interface Parameter {
  name: string;
  /** The contract shows parameters in the query and in the body; none in the path, and no form encoding. */
  in: 'query' | 'body';
  /** The documented type; `Type.Unknown()` where any JSON is taken. */
  schema: TSchema;
  /** Whether the contract requires it in every request. Conditional requirements are {@link Rule}s. */
  required: boolean;
  /** What it means, as far as its name and type do not say it. */
  description?: string;
}

/** A requirement on parameters that no single one of them carries. */
export type Rule =
  /** At least one of these is given. */
  | { anyOf: readonly string[] }
  /** Where `when` has this value, these are required. */
  | { when: Readonly<Record<string, string>>; required: readonly string[] };

/** A response as the contract documents it. */
export type Response =
  /** JSON of this shape. A member that may be absent is `Type.Optional`, one that may be null a union with `Type.Null()`. */
  | { kind: 'json'; schema: TSchema }
  /** Base64 text of a JPEG. */
  | { kind: 'base64' }
  /** A page for a browser, which ends in a redirect. */
  | { kind: 'page' }
  /** The contract says that it is not shown. */
  | { kind: 'not shown' };

export interface Route {
  method: Method;
  /** Exactly as the contract writes it, trailing slash included. */
  path: string;
  host: Host;
  /** Null: no header is shown. */
  credential: Credential | null;
  parameters: readonly Parameter[];
  rules?: readonly Rule[];
  response: Response;
  /** What the route does, in one sentence. */
  summary: string;
  /** Everything else the contract says about it, one fact per entry. */
  notes?: readonly string[];
}

/** Routes under one heading of the contract's "Endpoints". */
export interface Section {
  title: string;
  routes: readonly Route[];
}

/** A call that the platform makes on an address registered by a plugin: a POST of JSON with the plugin's Basic credential. */
export interface InboundCall {
  name: string;
  /** What makes the platform call. */
  trigger: string;
  /** Documented members of the body. The contract shows no complete body, so others may come. */
  members: readonly { name: string; schema: TSchema; required: boolean; description?: string }[];
  notes?: readonly string[];
}
