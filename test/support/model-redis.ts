import { createServer } from 'node:net';
import { LuaEngine } from '../simulation/redis/lua.ts';
import { RedisModel } from '../simulation/redis/model.ts';
import { CommandParser, encoded } from '../simulation/redis/resp.ts';

/** The simulation's Redis at an address, for tests that run everywhere. @param info fields of INFO that differ from its own. */
export async function startModelRedis(info: Readonly<Record<string, string>> = {}) {
  const model = new RedisModel({ lua: await LuaEngine.create(), now: () => Date.now(), info });
  const server = createServer((socket) => {
    const parser = new CommandParser();
    const session = model.open((reply, isPush) =>
      socket.write(encoded(reply, isPush, session.protocol), 'latin1'),
    );
    socket.on('error', () => {});
    socket.on('close', () => session.close());
    socket.on('data', (chunk) => {
      for (const command of parser.add(chunk.toString('latin1'))) session.call(command);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    model,
    url: `redis://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
