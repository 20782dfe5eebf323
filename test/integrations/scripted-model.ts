import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

// biome-ignore lint/suspicious/noExplicitAny: a request body is whatever was sent
type Json = any;

/** What the model does next: the call of a tool, or its last words. */
export type Turn = { tool: string; args: Record<string, unknown> } | { text: string };

/** Chooses the next turn from the results of the tools so far, and the functions of the request. */
export type Script = (results: string[], request: Json) => Turn;

/** A chat completions endpoint that follows a script. */
export interface ScriptedModel {
  url: string;
  /** The bodies of the requests, oldest first. */
  requests: Json[];
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

/** Returns the text of a tool message: a text, its parts, or the JSON of its parts or of a tool result of MCP. */
function textOf(content: Json): string {
  if (Array.isArray(content)) return content.map((part) => part.text ?? '').join('\n');
  if (typeof content !== 'string') return textOf(content.content);
  return /^(?:\[\{|\{")/.test(content) ? textOf(JSON.parse(content)) : content;
}

function writeWhole(response: ServerResponse, id: string, turn: Turn): void {
  const call = 'tool' in turn && {
    id,
    type: 'function',
    function: { name: turn.tool, arguments: JSON.stringify(turn.args) },
  };
  const message = {
    role: 'assistant',
    content: 'text' in turn ? turn.text : null,
    ...(call && { tool_calls: [call] }),
  };
  const choice = { index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      id,
      object: 'chat.completion',
      created: 1,
      model: 'scripted',
      choices: [choice],
      usage,
    }),
  );
}

/** Writes the turn as a stream; the arguments of a call come in two parts, as real servers send them. */
function writeStream(response: ServerResponse, id: string, turn: Turn): void {
  const chunk = (delta: object, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const data = { id, object: 'chat.completion.chunk', created: 1, model: 'scripted', choices };
    response.write(`data: ${JSON.stringify(data)}\n\n`);
  };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  if ('text' in turn) chunk({ role: 'assistant', content: turn.text }, null);
  else {
    const text = JSON.stringify(turn.args);
    const half = Math.floor(text.length / 2);
    const start = { name: turn.tool, arguments: text.slice(0, half) };
    chunk({ role: 'assistant', tool_calls: [{ index: 0, id, type: 'function', function: start }] }, null);
    chunk({ tool_calls: [{ index: 0, function: { arguments: text.slice(half) } }] }, null);
  }
  chunk({}, 'text' in turn ? 'stop' : 'tool_calls');
  response.end('data: [DONE]\n\n');
}

async function readJson(request: IncomingMessage): Promise<Json> {
  const chunks = await request.setEncoding('utf8').toArray();
  return JSON.parse(chunks.join(''));
}

/** Starts a chat completions endpoint on loopback, which stops after the test. */
export async function startScriptedModel(t: TestContext, script: Script): Promise<ScriptedModel> {
  const requests: Json[] = [];
  const server = createServer(async (request, response) => {
    const body = await readJson(request);
    requests.push(body);
    const results = body.messages
      .filter(({ role }: Json) => role === 'tool')
      .map(({ content }: Json) => textOf(content));
    const turn = script(results, body);
    const write = body.stream === true ? writeStream : writeWhole;
    write(response, `call_${requests.length}`, turn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** Searches, reads the first result, and answers with its title: three steps that depend on each other. */
export function researchScript(query: string): Script {
  return (results) => {
    const [found, page] = results;
    if (found === undefined) return { tool: 'search', args: { query } };
    if (page === undefined) {
      const [url = 'no result'] = /https?:\/\/[^\s<>")\]]+/.exec(found) ?? [];
      return { tool: 'scrape', args: { url } };
    }
    const [, title = 'no title'] = /^Title: (.+)$/m.exec(page) ?? [];
    return { text: `The page is called: ${title}` };
  };
}
