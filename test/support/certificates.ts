import { join } from 'node:path';

const certificatesIn = (folder: string) => ({
  ca: join(import.meta.dirname, folder, 'ca.pem'),
  cert: join(import.meta.dirname, folder, 'cert.pem'),
  key: join(import.meta.dirname, folder, 'key.pem'),
});

/**
 * Paths of PEM files: an authority, and a certificate with its key that it has signed for the loopback address. They are
 * committed so that no test needs openssl; `certificates/make.sh` made them.
 */
export const CERTIFICATES = certificatesIn('certificates');

/** The same of another authority, which a process of tests may come to trust. */
export const PLATFORM_CERTIFICATES = certificatesIn('certificates/platform');

/** The same of a third authority, but the certificate has expired. */
export const EXPIRED_CERTIFICATES = certificatesIn('certificates/expired');
