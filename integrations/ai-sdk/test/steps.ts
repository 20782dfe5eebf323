// Run by test/integrations: calls the tools through generateText, streamText and the MCP client, and prints what happened.
import process from 'node:process';
import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, stepCountIs, streamText } from 'ai';
import { webdataTools } from 'webdata-ai-sdk';

const { WEBDATA_URL: baseUrl = '', WEBDATA_KEY: apiKey = '', MODEL_URL = '', SLOW_URL = '' } = process.env;
const model = createOpenAICompatible({ name: 'scripted', baseURL: MODEL_URL, includeUsage: false })(
  'scripted',
);
const prompt = 'Who builds harbour cranes?';
const stopWhen = stepCountIs(5);

const tools = await webdataTools({ baseUrl, apiKey, tools: ['read'], maxTokens: 1_000 });
const generated = await generateText({ model, tools, prompt, stopWhen });
const results = generated.steps.flatMap(({ toolResults }) => toolResults);

const streamed = streamText({
  model,
  tools: await webdataTools({ baseUrl, apiKey, strict: true }),
  prompt,
  stopWhen,
});
let streamedText = '';
for await (const part of streamed.textStream) streamedText += part;

const mcp = await createMCPClient({
  transport: {
    type: 'http',
    url: `${baseUrl}/mcp?tools=read`,
    headers: { Authorization: `Bearer ${apiKey}` },
  },
});
const overMcp = await generateText({ model, tools: await mcp.tools(), prompt, stopWhen });
await mcp.close();

// Version 7 of the AI SDK needs `context`, which version 6 does not have.
const execution = { toolCallId: 'call_1', messages: [], context: {} };
const call = async (name: string, args: Record<string, unknown>, abortSignal?: AbortSignal) => {
  const options = { ...execution, ...(abortSignal && { abortSignal }) };
  return tools[name]?.execute?.(args, options);
};
const wrong = await call('scrape', { adress: 'https://quayside.example/' });
const keyless = await webdataTools({ baseUrl, apiKey: 'wd_wrong' });
const forbidden = await keyless.scrape?.execute?.({ url: baseUrl }, execution);

const stop = new AbortController();
setTimeout(() => stop.abort(new Error('the user left')), 300);
const startedAt = Date.now();
const aborted = await call('scrape', { url: SLOW_URL }, stop.signal).catch((error: Error) => error.message);

console.log(
  JSON.stringify({
    names: Object.keys(tools),
    text: generated.text,
    calls: results.map(({ toolName, output }) => ({ toolName, output })),
    streamedText,
    mcpText: overMcp.text,
    wrong,
    forbidden,
    aborted,
    abortedAfterMs: Date.now() - startedAt,
  }),
);
