import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Params, QueryParams, ReadRoute, WriteRoute } from '../../src/platform/route.ts';

const ROUTES = join(import.meta.dirname, '../../src/platform/routes');

export type DeclaredRoute = ReadRoute<QueryParams, unknown> | WriteRoute<Params, unknown>;

const isRoute = (value: unknown): value is DeclaredRoute =>
  typeof value === 'object' && value !== null && 'kind' in value && 'path' in value && 'read' in value;

/** All routes that the platform client declares, by the name of their constant. */
export async function declaredRoutes(): Promise<Map<string, DeclaredRoute>> {
  const found = new Map<string, DeclaredRoute>();
  for (const file of readdirSync(ROUTES)) {
    const exported: Record<string, unknown> = await import(join(ROUTES, file));
    for (const [name, value] of Object.entries(exported)) if (isRoute(value)) found.set(name, value);
  }
  return found;
}

/** Number of declarations in the sources: one that is not exported would be missed otherwise. */
export const declarationsInSources = (): number =>
  readdirSync(ROUTES)
    .map((file) => readFileSync(join(ROUTES, file), 'utf8').match(/\b(?:read|write)Route[<(]/g)?.length ?? 0)
    .reduce((sum, count) => sum + count, 0);
