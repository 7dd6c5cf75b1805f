import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './program.ts';

/** Paths of PEM files: an authority, and a certificate with its key that it has signed for the loopback address. */
export interface Certificates {
  ca: string;
  cert: string;
  key: string;
  remove(): void;
}

/** Generates certificates that are valid for a day. */
export function makeCertificates(): Certificates {
  const program = findProgram(['openssl'], 'openssl');
  if (!program) throw new Error('openssl is missing: install it and put it on the PATH');
  const dir = mkdtempSync(join(tmpdir(), 'certificates-'));
  const openssl = (...args: string[]): void => void execFileSync(program, args, { cwd: dir, stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '1',
    '-subj',
    '/CN=Test CA',
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
  );
  openssl('req', ...newKey, '-subj', '/CN=redis', '-keyout', 'key.pem', '-out', 'request.pem');
  writeFileSync(join(dir, 'extensions'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  openssl(
    ...['x509', '-req', '-in', 'request.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-days', '1', '-extfile', 'extensions', '-out', 'cert.pem'],
  );
  return {
    ca: join(dir, 'ca.pem'),
    cert: join(dir, 'cert.pem'),
    key: join(dir, 'key.pem'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
