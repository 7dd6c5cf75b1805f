import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GraphQLSchema } from 'graphql';
import { readReferenceSource } from '../../src/app/reference-source.ts';
import { readConfig } from '../../src/config/config.ts';
import { VERSION } from '../../src/config/version.ts';
import { createSchema, fieldCosts } from '../../src/domains/schema.ts';
import { Apollo } from '../../src/operations/documents/apollo.ts';
import { openLog } from '../../src/telemetry/log.ts';
import { Checks } from './check.ts';
import { EmbeddedGateway } from './platform.ts';
import { Reference } from './reference.ts';

const SKILL = join(import.meta.dirname, '../client/skills/learning-platform/SKILL.md');

/** What the tools work with. */
export interface Workshop {
  reference: Reference;
  checks: Checks;
  gateway: EmbeddedGateway;
  close(): Promise<void>;
}

/** The whole configuration: nothing of the environment, so that no platform but the embedded one can be named. */
const SETTINGS = { PORT: '0', LIMIT_RATE: '0', EXPLORER: 'false', REFERENCE: 'false' };

/** @param write receives the log lines of failures: standard output belongs to the protocol. */
export async function openWorkshop(
  write: (line: string) => void,
  schema: GraphQLSchema = createSchema(),
): Promise<Workshop> {
  const config = readConfig(SETTINGS);
  const log = openLog('error', { write });
  const { introspection, documentLimits: limits, listEstimate, priceLimits } = config;
  const apollo = new Apollo({ schema, introspection, limits, log });
  await apollo.start();
  const gateway = new EmbeddedGateway(config, schema, log);
  const source = readReferenceSource(schema, listEstimate);
  // Without the head that is for the tools that load skills.
  const skill = readFileSync(SKILL, 'utf8').replace(/^---\n[\s\S]*?\n---\n+/, '');
  const guides = new Map([...source.guides, ['skill', skill]]);
  return {
    reference: new Reference({ ...source, guides }, VERSION),
    checks: new Checks(apollo, { schema, costs: fieldCosts, listEstimate, limits: priceLimits }),
    gateway,
    close: async () => {
      await gateway.close();
      await apollo.stop();
    },
  };
}
