import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type RecordedRequest,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from 'learning-platform-kit/sandbox';
import { Faults } from './faults.ts';
import { GatewayInstance } from './gateway-instance.ts';
import { environmentOf } from './process-environment.ts';

export interface ProductionOptions {
  environment?: Readonly<Record<string, string>>;
  sandbox?: SandboxOptions;
}

/** The gateway as a separate process in production mode, with the platform in the test's process. */
export class ProductionGateway extends GatewayInstance {
  readonly sandbox: Sandbox;
  readonly faults: Faults;
  /** All requests that the platform has received. */
  readonly requests: RecordedRequest[];
  readonly #directory: string;
  /** Bound, as what ends with a test. */
  readonly close = async (): Promise<void> => {
    await this.kill();
    await this.sandbox.close();
    rmSync(this.#directory, { recursive: true, force: true });
  };

  constructor(
    directory: string,
    environment: Readonly<Record<string, string>>,
    { sandbox, faults, requests }: Pick<ProductionGateway, 'sandbox' | 'faults' | 'requests'>,
  ) {
    super(directory, 'production', {
      ...environmentOf(sandbox),
      NODE_ENV: 'production',
      TRUST_PROXY: 'none',
      REDIS_URL: 'none',
      ...environment,
    });
    this.sandbox = sandbox;
    this.faults = faults;
    this.requests = requests;
    this.#directory = directory;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }
}

export async function startProduction({
  environment = {},
  sandbox: sandboxOptions = {},
}: ProductionOptions = {}): Promise<ProductionGateway> {
  const faults = new Faults();
  const requests: RecordedRequest[] = [];
  const sandbox = await startSandbox({
    ...sandboxOptions,
    onRequest: (request) => requests.push(request),
    intercept: (request, response) => faults.intercept(request, response),
  });
  const directory = mkdtempSync(join(tmpdir(), 'gateway-'));
  const gateway = new ProductionGateway(directory, environment, { sandbox, faults, requests });
  await gateway.start();
  const { url } = gateway;
  sandbox.setPluginEndpoints({
    atoRequests: `${url}/plugin/ato/requests`,
    atoDistributions: `${url}/plugin/ato/distributions`,
    capabilities: `${url}/plugin/mission-planner/capabilities`,
    candidates: `${url}/plugin/mission-planner/candidates`,
  });
  return gateway;
}
