import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Startup settings of every contestant. */
export const PORT = Number(process.env.PORT);
export const UPSTREAM = process.env.PLATFORM_URL ?? '';
/** Sockets to the upstream; the gateway's default. */
export const CONNECTIONS = 128;

export const typeDefs = readFileSync(join(import.meta.dirname, 'schema.graphql'), 'utf8');
