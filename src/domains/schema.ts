import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeExecutableSchema } from '@graphql-tools/schema';
import type { GraphQLSchema } from 'graphql';
import { GraphQLSafeInt } from 'graphql-scalars';
import { enforceArgumentRules } from '../graph/argument-rules.ts';
import { pageInfoResolvers } from '../graph/connection.ts';
import { type CostedResolvers, costsOf, type FieldCosts } from '../graph/cost.ts';
import { describeFacts } from '../graph/field-facts.ts';
import { restoreMemberResolvers } from '../graph/member.ts';
import { DateOrDateTime, DateTime, Json, JsonObject } from '../graph/scalars.ts';
import { atoResolvers } from './ato/resolvers.ts';
import { authResolvers } from './auth/resolvers.ts';
import { badgeResolvers } from './badge/resolvers.ts';
import { bucketResolvers } from './bucket/resolvers.ts';
import { classResolvers } from './class/resolvers.ts';
import { courseResolvers } from './course/resolvers.ts';
import { acceptKeys } from './idempotency.ts';
import { leaderboardResolvers } from './leaderboard/resolvers.ts';
import { missionPlannerResolvers } from './mission-planner/resolvers.ts';
import { noteResolvers } from './note/resolvers.ts';
import { notificationResolvers } from './notification/resolvers.ts';
import { questionResolvers } from './question/resolvers.ts';
import { userResolvers } from './user/resolvers.ts';
import { xapiResolvers } from './xapi/resolvers.ts';

const SCHEMA_FOLDER = join(import.meta.dirname, '../../schema');

const SCALARS = {
  DateTime,
  DateOrDateTime,
  JSON: Json,
  JSONObject: JsonObject,
  SafeInt: GraphQLSafeInt,
};

const FIELDS = [
  { PageInfo: pageInfoResolvers },
  atoResolvers,
  authResolvers,
  badgeResolvers,
  bucketResolvers,
  classResolvers,
  courseResolvers,
  leaderboardResolvers,
  missionPlannerResolvers,
  noteResolvers,
  notificationResolvers,
  questionResolvers,
  userResolvers,
  xapiResolvers,
] satisfies readonly CostedResolvers[];

/** Resolvers of the graph: scalars first, then the domains. */
export const resolvers = [SCALARS, ...FIELDS];

/** Platform calls of the graph's fields, as declared beside their resolvers. A field that is not listed makes none. */
export const fieldCosts: FieldCosts = costsOf(FIELDS);

/** Builds the graph from the SDL of `schema/` and the domains' resolvers. */
export function createSchema(): GraphQLSchema {
  const schema = makeExecutableSchema({
    typeDefs: readTypeDefinitions(),
    resolvers,
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
    // Halves the build time at every start; the tests validate the SDL.
    assumeValidSDL: true,
    noLocation: true,
    updateResolversInPlace: true,
  });
  restoreMemberResolvers(schema, resolvers);
  acceptKeys(schema, resolvers);
  enforceArgumentRules(schema);
  describeFacts(schema, fieldCosts);
  return schema;
}

/** Reads the SDL files of a folder below `schema/`, one string per file. Default: the graph itself. */
export const readTypeDefinitions = (folder = '.'): string[] =>
  readdirSync(join(SCHEMA_FOLDER, folder))
    .filter((name) => name.endsWith('.graphql'))
    .sort()
    .map((name) => readFileSync(join(SCHEMA_FOLDER, folder, name), 'utf8'));
