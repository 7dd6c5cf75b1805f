import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { CorpusRequest } from './corpus.ts';

/** The document that the corpus names by its ID. */
const TRUSTED = { course: 'query Course($id: ID!) { course(id: $id) { id name } me { id handle } }' };

/** The environment of a gateway that knows the documents of the corpus by ID, and runs others as well. */
export function trustingCorpus(folder: string): Record<string, string> {
  const manifest = join(folder, 'documents.json');
  writeFileSync(manifest, JSON.stringify(TRUSTED));
  return { TRUSTED_DOCUMENTS: manifest, TRUSTED_DOCUMENTS_MODE: 'log' };
}

/** Headers of one connection and one place, which are written anew. */
const OWN_HEADERS = ['host', 'connection', 'content-length', 'origin', 'referer'];

/** Sends a request as its client did. @param gateway the URL of a gateway. */
export function replay(
  { method, target, headers, body }: Omit<CorpusRequest, 'response'>,
  gateway: string,
): Promise<CorpusRequest['response']> {
  const sent = headers.filter(([name]) => !OWN_HEADERS.includes(name.toLowerCase())).flat();
  const { host } = new URL(gateway);
  const length = body === null ? [] : ['content-length', String(Buffer.byteLength(body))];
  return new Promise((resolve, reject) => {
    const sending = request(`${gateway}${target}`, { method, headers: ['host', host, ...sent, ...length] });
    sending.on('error', reject);
    sending.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      const type = response.headers['content-type'] ?? '';
      let text = '';
      const end = (): void => {
        sending.destroy();
        resolve({ status, type, code: /"code":"(\w+)"/.exec(text)?.[1] ?? null });
      };
      response.on('data', (chunk: Buffer) => {
        text += chunk.toString();
        // A stream has no end.
        if (type.startsWith('text/event-stream') && text.includes('data:')) end();
      });
      response.on('end', end);
    });
    sending.end(body ?? undefined);
  });
}
