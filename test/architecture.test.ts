import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const SOURCE = join(ROOT, 'src');

interface Import {
  file: string;
  /** A path below `src/`, or a package name. */
  target: string;
  typeOnly: boolean;
}

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const imports: Import[] = files.flatMap((file) => {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gms)].map(
    ([, type, target = '']) => ({
      file,
      target: target.startsWith('.') ? relative(SOURCE, join(dirname(join(SOURCE, file)), target)) : target,
      typeOnly: type !== undefined,
    }),
  );
});

/** The shelf a file stands on: its folder below `src/`, a domain with its name. */
const shelf = (path: string): string => {
  const [first = '', second = ''] = path.split('/');
  return first === 'domains' ? `domains/${second}` : first;
};

/** What each shelf may import of ours. */
const ALLOWED: Record<string, RegExp> = {
  'main.ts': /^(app|command-line|config|embedded-platform|engine|workers)\.ts$|^telemetry\//,
  'workers.ts': /^telemetry\//,
  'engine.ts': /(?!)/,
  'app.ts': /^(?!main\.ts)/,
  'command-line.ts': /^variables\.ts$/,
  'variables-print.ts': /^variables\.ts$/,
  'upstream.ts': /^config\.ts$|^(platform|server|telemetry)\/|^graph\/cancellation\.ts$/,
  'registration.ts': /^(config|context)\.ts$|^platform\//,
  'embedded-platform.ts': /^(config|registration)\.ts$|^(sandbox|server)\//,
  'live.ts': /^(?!(main|app)\.ts)/,
  'costs.ts': /^(domains|graph)\//,
  'schema-print.ts': /^(schema|subgraph)\.ts$/,
  'subgraph.ts': /^(schema|context)\.ts$|^graph\//,
  'explain.ts': /^(config|costs|schema)\.ts$|^(server|graph)\//,
  'config.ts': /^(platform\/client|secret|variables)\.ts$/,
  'secret.ts': /(?!)/,
  'schema.ts': /^(domains|graph)\//,
  'context.ts': /^(domains|platform|events|graph)\//,
  server: /^(server|execution|graph|telemetry|events)\/|^(schema|context)\.ts$/,
  execution: /^execution\//,
  domains: /^(platform|graph|generated|events)\//,
  platform: /^platform\/|^graph\/(cancellation|errors)\.ts$/,
  events: /^events\/|^graph\/(cancellation|errors)\.ts$/,
  telemetry: /^telemetry\/|^graph\/errors\.ts$|^config\.ts$/,
  graph: /^graph\//,
  sandbox: /^sandbox\//,
  generated: /./,
};

describe('the architecture', () => {
  it('reads the imports that it judges', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  it('has no import against its arrows', () => {
    const against = imports.filter(({ file, target, typeOnly }) => {
      if (!target.endsWith('.ts')) return false;
      const from = shelf(file);
      if (target === 'context.ts' && typeOnly && from.startsWith('domains/')) return false;
      if (from.startsWith('domains/') && shelf(target) === from) return false;
      const allowed = ALLOWED[from.startsWith('domains/') ? 'domains' : from];
      return !allowed?.test(target);
    });
    expect(against).toEqual([]);
  });

  it.each([
    ['undici', /^platform\/transport\.ts$/],
    ['ioredis', /^events\/redis[\w-]*\.ts$/],
    ['rate-limiter-flexible', /^events\/redis-rates\.ts$/],
    ['proxy-addr', /^server\/client-address\.ts$/],
    ['hono', /^sandbox\//],
    ['@hono/node-server', /^sandbox\//],
    ['@apollo/server', /^server\//],
    ['typebox', /^platform\//],
    ['prom-client', /^telemetry\//],
    ['@opentelemetry', /^telemetry\/(spans|otlp)\.ts$/],
  ])('names %s in its own place only', (name, place) => {
    const users = imports.filter(({ target }) => target === name || target.startsWith(`${name}/`));
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ file }) => !place.test(file))).toEqual([]);
  });

  it('loads the explorer pages only where they are on', () => {
    const users = imports.filter(
      ({ file, target, typeOnly }) =>
        target.startsWith('server/explorer/') && !file.startsWith('server/explorer/') && !typeOnly,
    );
    expect(users).toEqual([]);
  });

  it('reads the environment in config.ts alone', () => {
    const readers = files.filter((file) => /process\.env/.test(readFileSync(join(SOURCE, file), 'utf8')));
    expect(readers).toEqual(['config.ts']);
  });

  it('has the embedded platform known to those who put the gateway together alone', () => {
    const users = imports.filter(
      ({ file, target }) => shelf(target) === 'sandbox' && shelf(file) !== 'sandbox',
    );
    expect([...new Set(users.map(({ file }) => file))]).toEqual(['app.ts', 'embedded-platform.ts']);
  });
});
