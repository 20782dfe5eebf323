import type { JSONValue } from '@llamaindex/core/global';
import { FunctionTool } from '@llamaindex/core/tools';
import { type AgentTool, createClient, type Toolset } from 'webdata-client';

/** Options of {@link webdataTools}. */
export interface WebdataToolsOptions {
  /** URL of the service, such as `http://127.0.0.1:8787`. */
  baseUrl: string;
  /** API key. Its scopes limit what the model can do. */
  apiKey: string;
  /** Toolsets that the model sees: `read`, `extract`, `keep` and `act`. Default: all. */
  tools?: readonly Toolset[];
  /** Maximum tokens of each answer, also if the model asks for more. Default: 6,000. */
  maxTokens?: number;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

type ToolArguments = Record<string, JSONValue>;
type WebdataTool = FunctionTool<ToolArguments, Promise<string>>;

function toTool({ name, description, parameters, call }: AgentTool): WebdataTool {
  const run = async (args: ToolArguments) => (await call(args)).text;
  return new FunctionTool(run, { name, description, parameters } as WebdataTool['metadata']);
}

/**
 * Returns the tools of a webdata service, whose results are texts for the model with the ids of their receipts. The text of a
 * call that fails tells the model what to do next. Throws WebdataError if the service cannot be reached.
 */
export async function webdataTools(options: WebdataToolsOptions): Promise<WebdataTool[]> {
  const { baseUrl: url, apiKey: key, tools: toolsets, maxTokens, fetch } = options;
  const client = createClient({ url, key, ...(fetch && { fetch }) });
  const tools = await client.agentTools({
    ...(toolsets !== undefined && { toolsets }),
    ...(maxTokens !== undefined && { maxTokens }),
  });
  return tools.map(toTool);
}
