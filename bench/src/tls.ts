import { readFileSync } from 'node:fs';
import { CERTIFICATES } from '../../test/support/certificates.ts';

/** A certificate for the loopback address that the processes of a run share. */
export interface Tls {
  /** The authority, as PEM. */
  ca: string;
  /** Environment of a process that speaks TLS as server and as client. `probe.ts` and `upstream.ts` read it. */
  environment: Readonly<Record<string, string>>;
}

export function readTls(): Tls {
  const { ca, cert, key } = CERTIFICATES;
  return {
    ca: readFileSync(ca, 'utf8'),
    environment: { TLS_CERT: cert, TLS_KEY: key, NODE_EXTRA_CA_CERTS: ca },
  };
}
