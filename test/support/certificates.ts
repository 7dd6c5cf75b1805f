import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'certificates');

/**
 * Paths of PEM files: an authority, and a certificate with its key that it has signed for the loopback address. They are
 * committed so that no test needs openssl; `certificates/make.sh` made them.
 */
export const CERTIFICATES = {
  ca: join(FOLDER, 'ca.pem'),
  cert: join(FOLDER, 'cert.pem'),
  key: join(FOLDER, 'key.pem'),
} as const;
