import { writeFileSync } from 'node:fs';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { clientsBehind } from '../../src/admission/client-address.ts';
import { type Config, problemsIn, readConfig } from '../../src/config/config.ts';
import { Secret } from '../../src/config/secret.ts';
import type { Environment, Expected } from './environments.ts';

/** All variables of an environment; its files are written into the folder. */
export function variablesOf({ injected, given, files = {} }: Environment, folder: string) {
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, name);
    writeFileSync(path, Buffer.from(content, 'latin1'));
    return [name, path] as const;
  });
  return { ...injected, ...given, ...Object.fromEntries(paths) };
}

/** How the gateway differs from what is expected of it in an environment, without starting it. */
export function findingsIn(environment: Environment, folder: string): string[] {
  const { expected } = environment;
  let config: Config;
  try {
    config = readConfig(variablesOf(environment, folder));
  } catch (error) {
    return differing('refusals', problemsIn(error), expected.refusals ?? []);
  }
  return [
    ...differing('refusals', [], expected.refusals ?? []),
    ...differing('warnings', config.warnings, expected.warnings ?? []),
    ...Object.entries(expected.config).flatMap(([path, value]) => {
      const found = plain(memberAt(config, path));
      return isDeepStrictEqual(found, value)
        ? []
        : [`${path} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`];
    }),
    ...addressFindings(config, expected.clients),
  ];
}

/** Texts against the beginnings that are expected, in order. */
const differing = (what: string, found: readonly string[], expected: readonly string[]): string[] =>
  found.length === expected.length && expected.every((start, index) => found[index]?.startsWith(start))
    ? []
    : [`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`];

/** A member by its path; `\.` is a dot within a name. */
const memberAt = (value: unknown, path: string): unknown =>
  path
    .split(/(?<!\\)\./)
    .map((name) => name.replaceAll('\\', ''))
    .reduce(
      (parent: unknown, name) => (parent instanceof Object ? Reflect.get(parent, name) : undefined),
      value,
    );

const plain = (value: unknown): unknown => (value instanceof Secret ? value.reveal() : value);

function addressFindings(config: Config, clients: Expected['clients']): string[] {
  const behind = clientsBehind(config.trustedProxies, { untrusted: () => {}, unreadable: () => {} });
  return clients.flatMap(({ from, header, address }) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: from });
    const request = new IncomingMessage(socket);
    if (header !== undefined) request.headers['x-forwarded-for'] = header;
    const found = behind.addressOf(request);
    return found === address ? [] : [`${header ?? ''} from ${from} is ${found}, not ${address}`];
  });
}
