import { GatewayError } from '../graph/errors.ts';
import { isRecord } from '../lib/is-record.ts';
import { Body, UnexpectedShape } from '../platform/body.ts';
import type { ReadRoute } from '../platform/route.ts';
import * as routesOf from '../platform/routes/index.ts';
import type { ShapedRoute } from '../platform/shapes.ts';
import { STORABLE_NOTIFICATION } from '../platform/storable.ts';

type PlatformRoute = Pick<ReadRoute<never, unknown>, 'name' | 'host' | 'credential' | 'read'> & {
  kind: 'read' | 'write';
};

/** Every route that the gateway calls, as declared in `platform/routes/`. */
const ROUTES_BY_CONSTANT: readonly (readonly [constant: string, PlatformRoute])[] = Object.values(
  routesOf,
).flatMap((routes) =>
  Object.entries<unknown>(routes).flatMap(([id, route]) => (isRoute(route) ? [[id, route] as const] : [])),
);
export const PLATFORM_ROUTES = ROUTES_BY_CONSTANT.map(([, route]) => route);

/** IDs of the contract for constants that are more specific than the route. */
const CONTRACT_IDS: Readonly<Record<string, string>> = {
  exchangeAuthorizationCode: 'issueToken',
  refreshToken: 'issueToken',
  logout: 'signOut',
  readCourseLevels: 'readLevels',
  readClassStructure: 'readClass',
  postStatement: 'recordStatement',
  postActivity: 'recordActivity',
  listRecords: 'listLearningRecords',
  listAssertions: 'listBadgeAssertions',
  addInfo: 'addUserInfo',
  postAtoStatus: 'updateAtoStatus',
  postAtoAlert: 'raiseAtoAlert',
};

/** Routes that `PLATFORM_SHAPES` may name. Notifications are stored. */
export const SHAPED_ROUTES: readonly ShapedRoute[] = ROUTES_BY_CONSTANT.map(([constant, { name, read }]) => ({
  id: CONTRACT_IDS[constant] ?? constant,
  name,
  read,
  storable: constant in routesOf.notification ? STORABLE_NOTIFICATION : {},
}));

/** The ID of a route in a file of shapes, and the members of its rows that may have other names there. Null: it has none. */
export function shapeableOf(name: string): { id: string; members: readonly string[] } | null {
  const route = SHAPED_ROUTES.find((one) => one.name === name);
  if (!route) return null;
  const { schema } = route.read.wire;
  const members = isRecord(schema) && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
  return { id: route.id, members: members.filter((member) => !Object.hasOwn(route.storable, member)) };
}

function isRoute(value: unknown): value is PlatformRoute {
  return isRecord(value) && (value.kind === 'read' || value.kind === 'write') && 'read' in value;
}

const READERS = new Map(PLATFORM_ROUTES.map(({ name, read }) => [name, read]));

/** Reads a response body with the gateway's own reader of the route. */
export function readAsGateway(route: string, bytes: Buffer): GatewayReading {
  const leftOut = new Map<string, number>();
  const reading = {
    params: {},
    leftOut: (member: string) => void leftOut.set(member, (leftOut.get(member) ?? 0) + 1),
  };
  try {
    READERS.get(route)?.(new Body(bytes), reading);
    return { rejection: null, leftOut };
  } catch (error) {
    if (error instanceof UnexpectedShape || error instanceof GatewayError)
      return { rejection: error.message, leftOut };
    throw error;
  }
}

/** The result of reading a response. */
interface GatewayReading {
  /** Why it cannot be read, without quoting the body. Null: it can be read, or the gateway never calls the route. */
  rejection: string | null;
  /** The rows that it leaves out, by the member that they lack. */
  leftOut: ReadonlyMap<string, number>;
}
