import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const UNREACHABLE =
  /\b(EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|ETIMEDOUT|ERR_SOCKET_TIMEOUT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)\b/;

/** Whether npm reaches its registry. A registry that responds with an error is reached. */
export async function hasRegistry(): Promise<boolean> {
  const args = ['view', 'create-vite', 'version', '--fetch-retries=0', '--fetch-timeout=30000'];
  const problem = await promisify(execFile)('npm', args).then(
    () => '',
    ({ stderr }: { stderr: string }) => stderr,
  );
  return !UNREACHABLE.test(problem);
}
