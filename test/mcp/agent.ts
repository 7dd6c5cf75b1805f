import { Client } from '@modelcontextprotocol/client';

type Transport = Parameters<Client['connect']>[0];

/** An answer of a tool. */
interface Answer {
  text: string;
  /** Whether the call has to be made in another way. */
  isError: boolean;
}

/** A coding agent with the tools of a server. */
export interface Agent {
  client: Client;
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
}

export async function connectAgent(transport: Transport): Promise<Agent> {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    call: async (tool, args) => {
      const { content, isError } = await client.callTool({ name: tool, arguments: args });
      const texts = content.map((part) => {
        if (part.type !== 'text') throw new Error(`an answer of ${part.type}`);
        return part.text;
      });
      return { text: texts.join('\n'), isError: isError === true };
    },
  };
}

/** What tokenizers make at least of a text: a token for each word and each sign, and for four bytes. */
export const tokensOf = (text: string): number =>
  Math.max(Buffer.byteLength(text) / 4, text.match(/[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]/gu)?.length ?? 0);
