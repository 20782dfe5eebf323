import type { Client } from '@modelcontextprotocol/client';
import { encode } from 'gpt-tokenizer';

/** Usage of a scripted agent. */
export interface Usage {
  calls: number;
  /** Tokens that the agent wrote: tool names and arguments. */
  written: number;
  /** Tokens that the agent read: results. */
  read: number;
}

/** Agent that calls tools of one server and counts the tokens that a model would read and write. */
export interface Player {
  /** Returns the text of the result, including errors. */
  call(name: string, args: Record<string, unknown>): Promise<string>;
  usage(): Usage;
}

interface Block {
  type: string;
  text?: string;
}

function textOf(content: unknown): string {
  return (content as Block[])
    .filter(({ type }) => type === 'text')
    .map(({ text = '' }) => text)
    .join('\n');
}

/** Long enough for a page in a slow browser. */
const timeoutMs = 90_000;

/** Creates an agent for one task. A failed call is also a result, which the agent reads. */
export function createPlayer(client: Client): Player {
  const usage: Usage = { calls: 0, written: 0, read: 0 };
  return {
    async call(name, args) {
      usage.calls += 1;
      usage.written += encode(name).length + encode(JSON.stringify(args)).length;
      const result = await client
        .callTool({ name, arguments: args }, { timeout: timeoutMs })
        .catch((error: Error) => ({ content: [{ type: 'text', text: error.message }] }));
      const text = textOf(result.content);
      // Clients show a model only the text, or also the structured content: the larger number counts.
      const structured = 'structuredContent' in result ? JSON.stringify(result.structuredContent ?? '') : '';
      usage.read += encode(text).length + encode(structured).length;
      return text;
    },
    usage: () => usage,
  };
}

/** Returns the tokens of the tool list, which an agent reads before its first call. */
export async function toolListTokens(client: Client): Promise<number> {
  const { tools } = await client.listTools();
  return encode(JSON.stringify(tools)).length;
}
