import { FACTS, type Fact, isFact } from 'learning-platform-kit/conformance/facts';
import type { Gateway } from 'learning-platform-kit/conformance/gateway';
import { basicCredential } from 'learning-platform-kit/conformance/request';
import type { ConformanceOptions } from 'learning-platform-kit/conformance/run';
import type { ConformanceVariable } from 'learning-platform-kit/conformance/variables';
import { type Config, ConfigError, type ConformanceValues } from '../config/config.ts';
import { readAsGateway, shapeableOf } from '../domains/platform-readers.ts';
import { createSchema, fieldCosts } from '../domains/schema.ts';
import { useForwardProxy } from './forward-proxy.ts';

type PlatformSettings = Pick<ConformanceOptions, 'hosts' | 'credentials' | 'given' | 'limits'>;

/** This gateway, to judge the effect of deviations on it. */
export const thisGateway = (): Gateway => ({
  schema: createSchema(),
  costs: fieldCosts,
  read: readAsGateway,
  shapeable: shapeableOf,
});

/** The platform that the gateway is configured for. @throws ConfigError if there is none. */
export function platformOf({
  config,
  values,
}: {
  config: Config;
  values: ConformanceValues;
}): PlatformSettings {
  const { hosts, plugin, platformTimeout, platformResponseLimit } = config;
  if (!hosts) throw new ConfigError(['PLATFORM_URL is not set: there is no platform to check']);
  useForwardProxy(config.proxy);
  const bearer = (name: ConformanceVariable): string | null => {
    const token = values.get(name);
    return token ? `Bearer ${token.reveal()}` : null;
  };
  return {
    hosts: { base: hosts.platform, notes: hosts.notes, push: hosts.push },
    credentials: {
      user: bearer('CONFORMANCE_USER_TOKEN'),
      instructor: bearer('CONFORMANCE_INSTRUCTOR_TOKEN'),
      leavingUser: bearer('CONFORMANCE_LOGOUT_TOKEN'),
      ato: bearer('CONFORMANCE_ATO_TOKEN'),
      plugin: plugin && basicCredential(plugin),
    },
    given: new Map([...configuredFacts(config), ...setFacts(values)]),
    limits: { timeout: platformTimeout, responseLimit: platformResponseLimit },
  };
}

/** Facts from the gateway's own variables. */
function configuredFacts({ app, xapi }: Config): [Fact, string][] {
  const facts = {
    clientId: app?.clientId,
    clientSecret: app?.clientSecret.reveal(),
    xapiHomePage: xapi.homePage,
    xapiBase: xapi.base,
    xapiApiIdBase: xapi.apiIdBase,
  } satisfies Partial<Record<Fact, string | null | undefined>>;
  return Object.entries(facts).flatMap(([name, value]) => (isFact(name) && value ? [[name, value]] : []));
}

/** Facts from the command's own variables. */
const setFacts = (values: ConformanceValues): [Fact, string][] =>
  Object.entries(FACTS).flatMap(([name, { variable }]) => {
    const value = values.get(variable ?? '')?.reveal();
    return isFact(name) && value ? [[name, value]] : [];
  });
