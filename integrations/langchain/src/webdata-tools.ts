import { DynamicStructuredTool } from '@langchain/core/tools';
import { type AgentTool, createClient, type ToolAnswer, type Toolset } from 'webdata-client';

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
  /** Schemas for `bindTools(tools, { strict: true })`. Default: false. */
  strict?: boolean;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

function toTool({ name, description, parameters: schema, call }: AgentTool): DynamicStructuredTool {
  return new DynamicStructuredTool({
    name,
    description,
    schema,
    responseFormat: 'content_and_artifact',
    func: async (args, _run, config): Promise<[string, ToolAnswer]> => {
      const signal = config?.signal;
      const answer = await call(args as Record<string, unknown>, signal === undefined ? {} : { signal });
      return [answer.text, answer];
    },
  });
}

/**
 * Returns the tools of a webdata service. The content of a tool message is the text for the model, and its artifact holds the
 * receipts and the fields for a program. A call that fails has a content that tells the model what to do next, and an artifact
 * with `isError`. Throws WebdataError if the service cannot be reached.
 */
export async function webdataTools(options: WebdataToolsOptions): Promise<DynamicStructuredTool[]> {
  const { baseUrl: url, apiKey: key, tools: toolsets, maxTokens, strict = false, fetch } = options;
  const client = createClient({ url, key, ...(fetch && { fetch }) });
  const tools = await client.agentTools({
    strict,
    ...(toolsets !== undefined && { toolsets }),
    ...(maxTokens !== undefined && { maxTokens }),
  });
  return tools.map(toTool);
}
