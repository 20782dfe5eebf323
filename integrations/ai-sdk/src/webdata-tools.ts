import { jsonSchema, type Tool, tool } from 'ai';
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
  /** Uses the strict mode of providers that support it, so that arguments always match the schema. Default: false. */
  strict?: boolean;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

/** Arguments of a tool, as the model wrote them; the service validates them. */
type ToolArguments = Record<string, unknown>;

/** The tools by name. The output of each has the text for the model, the receipts, and the fields for a program. */
export type WebdataToolSet = Record<string, Tool<ToolArguments, ToolAnswer>>;

function toTool({ description, parameters, call }: AgentTool, strict: boolean): WebdataToolSet[string] {
  return tool({
    description,
    inputSchema: jsonSchema<ToolArguments>(parameters),
    ...(strict && { strict }),
    execute: (args, { abortSignal }): Promise<ToolAnswer> =>
      call(args, abortSignal === undefined ? {} : { signal: abortSignal }),
    // The other fields are for the program, and would be in the context of the model twice.
    toModelOutput: ({ output }) => ({
      type: output.isError ? 'error-text' : 'text',
      value: output.text,
    }),
  });
}

/**
 * Returns the tools of a webdata service for `generateText`, `streamText` and agents. A call that fails returns an output with
 * `isError`, whose text tells the model what to do next. Throws WebdataError if the service cannot be reached.
 */
export async function webdataTools(options: WebdataToolsOptions): Promise<WebdataToolSet> {
  const { baseUrl: url, apiKey: key, tools: toolsets, maxTokens, strict = false, fetch } = options;
  const client = createClient({ url, key, ...(fetch && { fetch }) });
  const tools = await client.agentTools({
    strict,
    ...(toolsets !== undefined && { toolsets }),
    ...(maxTokens !== undefined && { maxTokens }),
  });
  return Object.fromEntries(tools.map((one) => [one.name, toTool(one, strict)]));
}
