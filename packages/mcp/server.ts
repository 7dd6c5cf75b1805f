import { McpServer } from '@modelcontextprotocol/server';
import { addPlatformTools } from './tools/platform-tools.ts';
import { addReferenceTools } from './tools/reference-tools.ts';
import type { Workshop } from './workshop.ts';

const INSTRUCTIONS = `The learning platform graph (GraphQL): what it has, and a platform with demo data to try documents on.
Order of work: \`search\` for what the screen needs, \`read\` the root field (it has an example) and the guide of your stack, \`check\` the document, \`run\` it (or \`listen\`), \`explain\` what fails.`;

/** A server with the tools of a workshop. */
export function createServer(workshop: Workshop): McpServer {
  const { version } = workshop.reference;
  const server = new McpServer({ name: 'learning-platform', version }, { instructions: INSTRUCTIONS });
  addReferenceTools(server, workshop);
  addPlatformTools(server, workshop);
  return server;
}
