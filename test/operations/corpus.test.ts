import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type CorpusSocket, readCorpus } from '../../bench/requests/corpus.ts';
import { replay, trustingCorpus } from '../../bench/requests/replay.ts';
import { startGateway } from '../support/gateway.ts';
import { readMetrics } from '../support/metrics.ts';
import { forSuite } from '../support/suite.ts';

/** Sends the messages of a socket, each operation once the one before has its first result. */
const replaySocket = ({ target, messages }: CorpusSocket, gateway: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${gateway.replace('http', 'ws')}${target}`, 'graphql-transport-ws');
    const waiting = messages.filter((message) => !message.includes('"type":"complete"'));
    const received: string[] = [];
    const sendNext = (): void => {
      const next = waiting.shift();
      if (next === undefined) socket.close();
      else socket.send(next);
    };
    socket.on('error', reject);
    socket.on('open', sendNext);
    socket.on('message', (data) => {
      const { type } = JSON.parse(String(data));
      received.push(type);
      if (type !== 'complete') sendNext();
    });
    socket.on('close', () => resolve(received));
  });

describe('what clients send', () => {
  const gateway = forSuite(async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'corpus-'));
    return await startGateway({ environment: trustingCorpus(folder.path) });
  });
  const parsed = async () => {
    const metrics = await readMetrics(gateway);
    return ['valid', 'rejected'].map(
      (outcome) => metrics.get(`gateway_documents_parsed_total{outcome="${outcome}"}`) ?? 0,
    );
  };

  it.each(readCorpus().map((each) => [`${each.client} ${each.version}`, each] as const))(
    'gets the recorded answers, and runs on the one path when it is repeated: %s',
    async (_name, { requests, sockets }) => {
      for (const request of requests) expect(await replay(request, gateway.url)).toEqual(request.response);
      for (const socket of sockets) expect(await replaySocket(socket, gateway.url)).toContain('next');
      const before = await parsed();
      for (const request of requests) {
        const { code, ...response } = await replay(request, gateway.url);
        // A hash is known the second time.
        const expected = request.response.code === 'PERSISTED_QUERY_NOT_FOUND' ? null : request.response.code;
        expect({ ...response, code }).toEqual({ ...request.response, code: expected });
      }
      for (const socket of sockets) expect(await replaySocket(socket, gateway.url)).toContain('next');
      expect(await parsed()).toEqual(before);
    },
  );
});
