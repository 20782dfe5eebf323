import type { ChatRequest } from './model-server.ts';

/** Values that a model reads from pages, by field name: texts, lists and records. */
export type Facts = { [name: string]: Fact };
export type Fact = string | boolean | null | readonly string[] | readonly Facts[];

// biome-ignore lint/suspicious/noExplicitAny: a schema is whatever was sent
type Schema = any;

/** Returns the blocks of the page in a request, by block id. */
export function shownBlocks(request: ChatRequest): Map<string, string> {
  const text: string = request.body.messages.findLast(
    (turn: { role: string }) => turn.role === 'user',
  ).content;
  const first: string = request.body.messages[1].content;
  const blocks = new Map<string, string>();
  const page = /<(page-\w+)>\n([\s\S]*)\n<\/\1>/.exec(first)?.[2] ?? text;
  for (const match of page.matchAll(/^\[(b\d+)\] ([\s\S]*?)(?=\n\[b\d+\] |$(?![\s\S]))/gm)) {
    blocks.set(match[1] as string, match[2] as string);
  }
  return blocks;
}

function schemaOf(request: ChatRequest): Schema {
  const bound = request.body.response_format?.json_schema?.schema;
  if (bound !== undefined) return bound;
  const line = /^JSON Schema of the answer: (.*)$/m.exec(request.body.messages[0].content)?.[1];
  return JSON.parse(line ?? '{}');
}

function blockWith(blocks: Map<string, string>, text: string): string | null {
  for (const [id, said] of blocks) if (said.includes(text)) return id;
  return [...blocks.keys()][0] ?? null;
}

/** Returns a model that extracts correctly: each fact in the requested shape, with the first block that shows it. */
export function readsFacts(facts: Facts): (request: ChatRequest) => string {
  return (request) => {
    const schema = schemaOf(request);
    if (schema.properties?.fields !== undefined) return JSON.stringify({ fields: fieldsOf(facts) });
    return JSON.stringify(answerOf(schema, facts, shownBlocks(request)));
  };
}

function fieldsOf(facts: Facts) {
  return Object.entries(facts).map(([name, fact]) => ({
    name,
    type: Array.isArray(fact) ? 'list' : 'text',
    description: name,
    members: [],
  }));
}

function answerOf(schema: Schema, facts: Facts, blocks: Map<string, string>): unknown {
  const members = Object.entries<Schema>(schema.properties ?? {}).map(([name, member]) => {
    const fact = facts[name] ?? null;
    if (member.type === 'array') {
      const entries = Array.isArray(fact) ? (fact as readonly Facts[]) : [];
      return [name, entries.map((entry) => answerOf(member.items, entry, blocks))];
    }
    if (member.properties?.value === undefined) return [name, answerOf(member, facts, blocks)];
    return [name, leafOf(member, fact as Exclude<Fact, readonly Facts[]>, blocks)];
  });
  return Object.fromEntries(members);
}

function leafOf(member: Schema, fact: Exclude<Fact, readonly Facts[]>, blocks: Map<string, string>) {
  const isChoice = member.properties.quote !== undefined;
  if (fact === null) return { value: null, block: null, ...(isChoice && { quote: null }) };
  const shown = Array.isArray(fact) ? (fact[0] ?? '') : String(fact);
  const block = blockWith(blocks, shown);
  return { value: fact, block, ...(isChoice && { quote: blocks.get(block ?? '')?.split('\n')[0] ?? null }) };
}
