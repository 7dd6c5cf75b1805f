import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CERTIFICATES } from './certificates.ts';
import { freePort } from './free-port.ts';
import { pathOf } from './programs.ts';
import { until } from './until.ts';

/** A reverse proxy that runs its reference configuration of `deploy/`, with addresses and files of the test. */
export interface ReverseProxy {
  readonly url: string;
  /** Its access log so far. */
  accessLog(): string;
  close(): Promise<void>;
}

/** Ports of a gateway on the loopback address. */
interface ProxiedGateway {
  port: number;
  statusPort: number;
}

type Gateways = readonly [ProxiedGateway, ProxiedGateway];
/** @param changes of the configuration: smaller figures, so that a test reaches a limit. */
export type StartReverseProxy = (gateways: Gateways, changes?: Changes) => Promise<ReverseProxy>;
export type Changes = Readonly<Record<string, string>>;

const DEPLOY = join(import.meta.dirname, '../../deploy');

export const startNginx: StartReverseProxy = async ([first, second], changes = {}) => {
  const directory = mkdtempSync(join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const log = join(directory, 'access.log');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(directory, name)};`,
  );
  const config = replaced(readFileSync(join(DEPLOY, 'nginx/nginx.conf'), 'utf8'), {
    'gateway-1:4000': `127.0.0.1:${first.port}`,
    'gateway-2:4000': `127.0.0.1:${second.port}`,
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/nginx/tls/tls.crt': CERTIFICATES.cert,
    '/etc/nginx/tls/tls.key': CERTIFICATES.key,
    'http {': `http { ${temporary.join(' ')}`,
    '/var/log/nginx/access.log': log,
    ...changes,
  });
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, config);
  const globals = `daemon off; pid ${join(directory, 'nginx.pid')};`;
  const args = ['-p', directory, '-e', 'stderr', '-c', file, '-g', globals];
  const proxy = await run({ program: 'nginx', args, port, directory });
  return { ...proxy, accessLog: () => readFileSync(log, 'utf8') };
};

export const startHaproxy: StartReverseProxy = async ([first, second], changes = {}) => {
  const directory = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const port = await freePort();
  const pem = join(directory, 'tls.pem');
  writeFileSync(pem, readFileSync(CERTIFICATES.cert, 'utf8') + readFileSync(CERTIFICATES.key, 'utf8'), {
    mode: 0o600,
  });
  const config = replaced(readFileSync(join(DEPLOY, 'haproxy/haproxy.cfg'), 'utf8'), {
    'gateway-1:4000 port 9464': `127.0.0.1:${first.port} port ${first.statusPort}`,
    'gateway-2:4000 port 9464': `127.0.0.1:${second.port} port ${second.statusPort}`,
    'bind :443': `bind 127.0.0.1:${port}`,
    '/etc/haproxy/tls.pem': pem,
    // The limit of file descriptors of the tests is lower.
    'maxconn 20000': 'maxconn 5000',
    ...changes,
  });
  const file = join(directory, 'haproxy.cfg');
  writeFileSync(file, config);
  const args = ['-db', '-f', file];
  return await run({ program: 'haproxy', args, port, directory });
};

export const startCaddy: StartReverseProxy = async ([first, second], changes = {}) => {
  const directory = mkdtempSync(join(tmpdir(), 'caddy-'));
  const port = await freePort();
  // No files beyond the folder, no other ports, and no certificates from the network.
  const globals = `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${directory}\n}\n`;
  const config = replaced(readFileSync(join(DEPLOY, 'caddy/Caddyfile'), 'utf8'), {
    'gateway.example {': `https://127.0.0.1:${port} {\n\ttls ${CERTIFICATES.cert} ${CERTIFICATES.key}`,
    '127.0.0.1:4001 127.0.0.1:4002': `127.0.0.1:${first.port} 127.0.0.1:${second.port}`,
    ...changes,
  });
  const file = join(directory, 'Caddyfile');
  writeFileSync(file, globals + config);
  return await run({
    program: 'caddy',
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    port,
    directory,
  });
};

/** Replaces parts of a configuration, each of which must occur in it exactly once. */
function replaced(config: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((text, [part, by]) => {
    const pieces = text.split(part);
    if (pieces.length !== 2) throw new Error(`the configuration has "${part}" ${pieces.length - 1} times`);
    return pieces.join(by);
  }, config);
}

interface Program {
  program: string;
  args: readonly string[];
  port: number;
  directory: string;
}

async function run({ program, args, port, directory }: Program): Promise<ReverseProxy> {
  const child = spawn(pathOf(program), args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const killNow = (): void => void child.kill('SIGTERM');
  process.once('exit', killNow);
  const ended = once(child, 'close');
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  let accessLog = '';
  child.stdout.on('data', (chunk: Buffer) => {
    accessLog += chunk.toString();
  });
  const close = async (): Promise<void> => {
    process.removeListener('exit', killNow);
    child.kill('SIGTERM');
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await until(async () => child.exitCode !== null || (await accepts(port)));
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { url: `https://127.0.0.1:${port}`, accessLog: () => accessLog, close };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
