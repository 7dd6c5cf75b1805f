// Starts a gateway as in production, sends it a query and ends it, so that Node stores the code that it compiled for the starts
// to come in the folder of NODE_COMPILE_CACHE. deploy/Dockerfile runs it; it connects to nothing.
import { flushCompileCache } from 'node:module';
import { readConfig } from '../config/config.ts';
import { createLog } from '../telemetry/log.ts';
import { startApp } from './app.ts';

// Loaded by every gateway with Redis.
await Promise.all([import('./redis-at-start.ts'), import('../events/redis/events.ts')]);
const config = readConfig({
  NODE_ENV: 'production',
  PLATFORM_URL: 'http://127.0.0.1:9',
  TRUST_PROXY: 'none',
  REDIS_URL: 'none',
  HOST: '127.0.0.1',
  PORT: '0',
  METRICS_PORT: '0',
  LOG_LEVEL: 'silent',
});
const log = await createLog({
  level: config.logLevel,
  isTerminal: false,
  bufferLimit: config.logBufferLimit,
  resource: config.resource,
});
const app = await startApp({ ...config, dependencyCheckInterval: 0 }, log);
const response = await fetch(`${app.url}/graphql`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ __typename }' }),
});
await response.text();
await app.close();
flushCompileCache();
if (!response.ok) process.exitCode = 1;
