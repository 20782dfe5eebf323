import { declareOperations } from '../src/app/operations/operations.ts';
import { rateCard } from '../src/domain/resources/rate-card.ts';
import { isObject } from '../src/domain/values/is-object.ts';
import { commandPathsOf } from '../src/interfaces/cli/command-paths.ts';
import { objectLines } from '../src/interfaces/mcp/tools/help.ts';
import type { Operation } from '../src/operations/declaration/operation.ts';
import { type JsonObject, toJsonSchema } from '../src/operations/json-schema.ts';

/** A generated page: its path below docs/, and its text. */
export interface ReferencePage {
  path: string;
  text: string;
}

const generatedNote = 'This page is generated from the code: `node scripts/write-docs.ts`.';

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns a sentence with a capital letter and a full stop. */
function sentence(text: string): string {
  const trimmed = text.trim();
  return `${trimmed.charAt(0).toUpperCase()}${trimmed.slice(1)}${/[.!?]$/.test(trimmed) ? '' : '.'}`;
}

/** Returns the fields of one part of a request under a heading. */
function partLines(part: 'path' | 'query' | 'body', schema: JsonObject): string[] {
  const { properties, required } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0) return [];
  const heading = { path: 'Path parameters', query: 'Query parameters', body: 'Fields of the body' }[part];
  return [`${heading}:`, '', ...objectLines(properties, required, 0), ''];
}

function fieldLines({ input }: Operation): string[] {
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    const schema = input[part];
    return schema === undefined ? [] : partLines(part, toJsonSchema(schema, 'input'));
  });
}

/** Shows a body that the operation accepts. */
function exampleLines({ example: { body } }: Operation): string[] {
  if (body === undefined || Object.keys(body).length === 0) return [];
  return ['Example of a body:', '', '```json', JSON.stringify(body, null, 2), '```', ''];
}

function toolOf({ name, agent }: Operation): string {
  if (agent === undefined) return '';
  const tool = agent.tool ?? name;
  return agent.action === undefined ? `\`${tool}\`` : `\`${tool}\`, action \`${agent.action}\``;
}

/** Returns the commands of an operation in code marks. */
function commandsOf(operation: Operation, program: string): string {
  return commandPathsOf(operation)
    .map(({ words }) => `\`${program}${words.join(' ')}\``)
    .join(', ');
}

function operationPage(operation: Operation): ReferencePage {
  const { name, title, description, method, path, scope, price } = operation;
  const tool = toolOf(operation);
  const lines = [
    `# ${title}`,
    '',
    sentence(description),
    '',
    `- HTTP: \`${method} ${path}\``,
    `- Command: ${commandsOf(operation, 'webdata ')}`,
    ...(tool === '' ? [] : [`- MCP tool: ${tool}`]),
    `- Name: \`${name}\`, scope: ${scope === null ? 'none, no key needed' : `\`${scope}\``}`,
    `- Price: ${price}`,
    '',
    ...fieldLines(operation),
    ...exampleLines(operation),
    generatedNote,
    '',
  ];
  return { path: `reference/${pathOf(operation)}`, text: lines.join('\n') };
}

/** Returns the path of the page of an operation below `docs/reference`: `Read pages` becomes `api/read-pages.md`. */
function pathOf({ title }: Operation): string {
  const slug = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `api/${slug}.md`;
}

function overviewSection(topic: string, operations: readonly Operation[]): string[] {
  const rows = operations.map(
    (operation) =>
      `| [${operation.title}](${pathOf(operation)}) | \`${operation.method} ${operation.path}\` | ${commandsOf(operation, '')} | ${toolOf(operation)} | ${operation.scope ?? 'none'} |`,
  );
  const head = ['| Operation | HTTP | Command | MCP tool | Scope |', '| --- | --- | --- | --- | --- |'];
  return [`## ${topic}`, '', ...head, ...rows, ''];
}

function operationsPages(): ReferencePage[] {
  const operations = declareOperations();
  const topics = [...Map.groupBy(operations, ({ name, tag }) => tag?.topic ?? name)];
  const overview = [
    '# All operations',
    '',
    'Each operation of the service with its HTTP route, its command, its MCP tool and the scope that a key needs. The name of an operation',
    'leads to every field over HTTP, on the command line (as flags) and as arguments of MCP tools, and to its price.',
    '',
    ...topics.flatMap(([topic, operations]) => overviewSection(topic, operations)),
    generatedNote,
    '',
  ];
  return [{ path: 'reference/operations.md', text: overview.join('\n') }, ...operations.map(operationPage)];
}

const routeMeanings: Readonly<Record<keyof typeof rateCard.routes, string>> = {
  http: 'a page, with an HTTP request',
  browser: 'a page, in a browser',
  residential: 'a page, with an HTTP request through a residential exit',
  residential_browser: 'a page, in a browser through a residential exit',
  unblock: 'a page, through an unblocking service',
  cache: 'a page from the cache',
  archive: 'an archived copy of a page',
  upload: 'a file that you send',
  none: 'a page that was not fetched',
};

const itemMeanings: Readonly<Record<keyof typeof rateCard.items, string>> = {
  map: 'a map of a site',
  search: 'a search',
  ai_extraction: 'values of a page from a language model',
  browser_minute: 'a started minute of a browser session or a workflow run',
  read: 'the rest of a stored page',
};

function priceRows<Item extends string>(
  prices: Readonly<Record<Item, number>>,
  meanings: Readonly<Record<Item, string>>,
): string[] {
  return (Object.keys(prices) as Item[]).map(
    (item) => `| \`${item}\` | ${meanings[item]} | ${prices[item]} |`,
  );
}

function rateCardPage(): ReferencePage {
  const operations = declareOperations().filter(({ price }) => price !== 'free');
  const text = [
    '# Rate card',
    '',
    'The prices of the service in credits, as `GET /v1/catalog` returns them. [Credits](../credits.md) describes accounts, the ledger and limits.',
    '',
    '## Pages by route',
    '',
    '| Route | What it brings | Credits |',
    '| --- | --- | --- |',
    ...priceRows(rateCard.routes, routeMeanings),
    '',
    '## Other work',
    '',
    '| Item | What it is | Credits |',
    '| --- | --- | --- |',
    ...priceRows(rateCard.items, itemMeanings),
    '',
    '## Rules',
    '',
    ...rateCard.rules.map((rule) => `- ${rule}`),
    '',
    '## Operations with a price',
    '',
    '| Operation | Price |',
    '| --- | --- |',
    ...operations.map(({ title, price }) => `| ${title} | ${cell(sentence(price))} |`),
    '',
    'All other operations are free.',
    '',
    generatedNote,
    '',
  ];
  return { path: 'reference/rate-card.md', text: text.join('\n') };
}

/** Returns the generated pages of docs/reference. */
export function referencePages(): ReferencePage[] {
  return [...operationsPages(), rateCardPage()];
}
