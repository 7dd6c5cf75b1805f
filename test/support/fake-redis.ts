import { createServer } from 'node:net';

/** A server that speaks enough of the Redis protocol to introduce itself with the given INFO fields. */
export async function startFakeRedis(
  info: Readonly<Record<string, string>>,
): Promise<{ url: string; close(): Promise<void> }> {
  const text = Object.entries(info)
    .map(([name, value]) => `${name}:${value}\r\n`)
    .join('');
  const bulk = (value: string): string => `$${Buffer.byteLength(value)}\r\n${value}\r\n`;
  const replyTo = (command: string): string => {
    if (command === 'INFO') return bulk(text);
    if (command === 'PING') return '+PONG\r\n';
    if (command === 'HELLO') return '-NOPROTO unsupported protocol version\r\n';
    if (command === 'EVAL') return "-ERR Error running script: attempt to call field 'acl_check_cmd'\r\n";
    return '+OK\r\n';
  };
  const server = createServer((socket) => {
    socket.on('error', () => {});
    let unread = '';
    socket.on('data', (chunk) => {
      unread += chunk.toString();
      for (let request = parsed(unread); request; request = parsed(unread)) {
        unread = unread.slice(request.length);
        socket.write(replyTo(request.name));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `redis://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The first complete command of the input: its name and its length. Null: incomplete. */
function parsed(input: string): { name: string; length: number } | null {
  const count = /^\*(\d+)\r\n/.exec(input);
  if (!count) return null;
  let length = count[0].length;
  let name = '';
  for (let word = 0; word < Number(count[1]); word++) {
    const size = /^\$(\d+)\r\n/.exec(input.slice(length));
    if (!size) return null;
    const start = length + size[0].length;
    const end = start + Number(size[1]);
    if (input.length < end + 2) return null;
    if (word === 0) name = input.slice(start, end).toUpperCase();
    length = end + 2;
  }
  return { name, length };
}
