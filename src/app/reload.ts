import { isDeepStrictEqual } from 'node:util';
import { type Config, problemsIn } from '../config/config.ts';
import type { Secret } from '../config/secret.ts';
import { SHAPED_ROUTES } from '../domains/platform-readers.ts';
import { readManifest, summaryOf } from '../operations/documents/trusted-documents.ts';
import { readShapes, type Shapes } from '../platform/shapes.ts';
import type { Log } from '../telemetry/log.ts';
import { requireInstalledParts } from './installed-parts.ts';

/** The settings that can be reloaded while the process runs. */
export interface Reloadable {
  config: Config;
  /** Null: any document runs. */
  manifest: ReadonlyMap<string, string> | null;
  shapes: Shapes;
}

/** @throws Error that names an invalid file, or a part that is not installed. */
export function readReloadable(config: Config): Reloadable {
  requireInstalledParts(config);
  return {
    config,
    manifest: config.trustedDocuments && readManifest(config.trustedDocuments.path),
    shapes: config.platformShapes === null ? new Map() : readShapes(config.platformShapes, SHAPED_ROUTES),
  };
}

/** Replaces secrets and trusted documents while the process runs: all of them, or none if one cannot be read. */
export class Reloads {
  #current: Reloadable;
  readonly #log: Log;
  readonly #apply: (next: Reloadable) => void;
  #hasFailed = false;

  constructor(current: Reloadable, log: Log, apply: (next: Reloadable) => void) {
    this.#current = current;
    this.#log = log;
    this.#apply = apply;
  }

  /** Whether the last reload failed: the process could not restart with these files. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Logs the changes, or the file that cannot be read. @returns whether everything could be read. */
  run(readConfig: () => Config): boolean {
    let next: Reloadable;
    try {
      next = readReloadable(readConfig());
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      this.#log.error({ problems: problemsIn(error) }, 'reload failed');
      return false;
    }
    const changed = changedIn(APPLIED, this.#current.config, next.config);
    if (!isDeepStrictEqual(this.#current.manifest, next.manifest)) changed.push('TRUSTED_DOCUMENTS');
    if (!isDeepStrictEqual(this.#current.shapes, next.shapes)) changed.push('PLATFORM_SHAPES');
    const needsRestart = changedIn(READ_AT_START, this.#current.config, next.config);
    this.#apply(next);
    this.#current = next;
    this.#log.info(
      {
        changed,
        ...(needsRestart.length > 0 ? { needsRestart } : {}),
        ...(next.manifest ? { trusted: summaryOf(next.manifest) } : {}),
      },
      'reloaded',
    );
    return true;
  }
}

type SecretsOf = Readonly<Record<string, (config: Config) => readonly (Secret | null | undefined)[]>>;

const APPLIED: SecretsOf = {
  APP_CLIENT_SECRET: ({ app }) => [app?.clientSecret],
  PLUGIN_CLIENT_SECRET: ({ plugin }) => [plugin?.clientSecret],
  PLUGIN_CLIENT_SECRET_ALSO: ({ pluginSecretAlso }) => [pluginSecretAlso],
  CURSOR_SECRET: ({ cursorSecret }) => [cursorSecret],
  CURSOR_SECRET_ALSO: ({ cursorSecretAlso }) => [cursorSecretAlso],
};

/** Connections use the secrets that they were opened with. */
const READ_AT_START: SecretsOf = {
  REDIS_URL: ({ redis }) => redis?.urls ?? [],
  OTEL_EXPORTER_OTLP_HEADERS: ({ tracing }) => [tracing?.headers],
};

function changedIn(secrets: SecretsOf, before: Config, after: Config): string[] {
  const textOf = (config: Config, read: SecretsOf[string]): string =>
    JSON.stringify(read(config).map((secret) => secret?.reveal() ?? null));
  return Object.entries(secrets).flatMap(([name, read]) =>
    textOf(before, read) === textOf(after, read) ? [] : [name],
  );
}
