import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createServer } from './server.ts';
import { openWorkshop } from './workshop.ts';

// Standard output belongs to the protocol.
const write = (line: string): void => void process.stderr.write(line);

const workshop = await openWorkshop(write);
serveStdio(() => createServer(workshop), { onerror: ({ message }) => write(`${message}\n`) });
process.stdin.once('close', () => void workshop.close());
