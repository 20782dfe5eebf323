import { estimateTokens } from '../../../domain/values/estimate-tokens.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import { inputSchema, type JsonObject } from '../../../operations/json-schema.ts';
import { listActions } from '../../../operations/tools/list-actions.ts';
import { helpUri } from '../../../operations/tools/tool-declaration.ts';
import { limitText } from '../result/limited-text.ts';
import { inToolWords } from '../text/tool-words.ts';

/** Nesting that a help text shows. */
const maxDepth = 4;

/** Returns an example call of an operation as tool arguments. */
export function exampleArguments({ agent, example }: Operation): JsonObject {
  const { path, query, body } = example as Record<'path' | 'query' | 'body', JsonObject | undefined>;
  return { ...(agent?.action !== undefined && { action: agent.action }), ...path, ...query, ...body };
}

function alternativesOf(schema: JsonObject): JsonObject[] {
  // Beside properties, they are rules about the fields.
  const choices = isObject(schema.properties) ? undefined : (schema.anyOf ?? schema.oneOf);
  return [choices ?? schema]
    .flat()
    .filter(isObject)
    .filter(({ type }) => type !== 'null');
}

function typeText(schema: JsonObject): string {
  const texts = alternativesOf(schema).map(({ type, enum: values, const: value, items }) => {
    if (value !== undefined) return JSON.stringify(value);
    if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
    if (type === 'array') return isObject(items) ? `list of ${typeText(items)}` : 'list';
    return typeof type === 'string' ? type : 'any value';
  });
  return [...new Set(texts)].join(' or ');
}

function rangeText({ minimum, maximum, maxItems, maxLength }: JsonObject): string {
  const bounds = [minimum, maximum].map((bound) =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : null,
  );
  const [from, to] = bounds;
  if (from != null && to != null) return `${from} to ${to}`;
  if (from != null) return `at least ${from}`;
  if (to != null) return `at most ${to}`;
  if (typeof maxItems === 'number') return `at most ${maxItems} items`;
  return typeof maxLength === 'number' ? `at most ${maxLength} characters` : '';
}

/** A field in a help text: its own line, and the lines of the fields in it, which are indented. */
interface FieldBlock {
  name: string;
  line: string;
  nested: string[];
}

function createBlock(name: string, schema: JsonObject, isRequired: boolean, depth: number): FieldBlock {
  const notes = [typeText(schema), ...alternativesOf(schema).map(rangeText), isRequired ? 'required' : ''];
  if (schema.default !== undefined) notes.push(`default ${JSON.stringify(schema.default)}`);
  const description = typeof schema.description === 'string' ? `: ${schema.description}` : '';
  const line = `- \`${name}\` (${[...new Set(notes)].filter(Boolean).join(', ')})${description}`;
  const nested = depth >= maxDepth ? [] : nestedBlocks(schema, depth + 1).flatMap(blockLines);
  return { name, line, nested: nested.map((one) => `  ${one}`) };
}

function blockLines({ line, nested }: FieldBlock): string[] {
  return [line, ...nested];
}

/** Returns the fields of objects, of the objects in lists, and of each alternative, each of them once. */
function nestedBlocks(schema: JsonObject, depth: number): FieldBlock[] {
  const blocks = alternativesOf(schema).flatMap(({ properties, required, items }) => {
    if (isObject(properties)) return fieldBlocks(properties, required, depth);
    return isObject(items) ? nestedBlocks(items, depth) : [];
  });
  const distinct = new Map(blocks.map((block) => [blockLines(block).join('\n'), block]));
  return withoutRepetition([...distinct.values()]);
}

/** Names the fields of a field that is built like another one beside it, or like the object that has it. */
function withoutRepetition(blocks: readonly FieldBlock[]): FieldBlock[] {
  const own = new Set(blocks.map(({ line }) => `  ${line}`));
  const places = new Map<string, string>();
  return blocks.map((block) => {
    const { name, nested } = block;
    if (nested.length > 0 && nested.every((line) => own.has(line)))
      return { ...block, nested: ['  - the same fields'] };
    const text = nested.join('\n');
    const place = nested.length > 1 ? places.get(text) : undefined;
    places.set(text, place ?? name);
    return place === undefined ? block : { ...block, nested: [`  - the fields of \`${place}\``] };
  });
}

function fieldBlocks(properties: JsonObject, required: unknown, depth: number): FieldBlock[] {
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isObject(schema) ? createBlock(name, schema, names.includes(name), depth) : [],
  );
}

/** Lists the fields of an object as nested Markdown items: type, limits, default and description. */
export function objectLines(properties: JsonObject, required: unknown, depth: number): string[] {
  const indent = '  '.repeat(depth);
  return fieldBlocks(properties, required, depth)
    .flatMap(blockLines)
    .map((line) => `${indent}${line}`);
}

/** Fields that a help text has shown, and where: their lines, and the lines of the fields in them. */
class ShownFields {
  readonly #places = new Map<string, string>();

  /** Returns the lines of the fields of an action; those that another action has shown are only named. */
  write(action: string, blocks: readonly FieldBlock[]): string[] {
    const repeated = new Map<string, string[]>();
    const lines = blocks.flatMap((block) => {
      const text = blockLines(block).join('\n');
      const place = this.#places.get(text);
      this.#places.set(text, place ?? action);
      if (place === undefined) return [block.line, ...this.#nestedOf(action, block)];
      repeated.set(place, [...(repeated.get(place) ?? []), `\`${block.name}\``]);
      return [];
    });
    const references = [...repeated].map(([place, names]) => `- ${names.join(', ')}: as in \`${place}\``);
    return [...lines, ...references];
  }

  #nestedOf(action: string, { name, nested }: FieldBlock): string[] {
    if (nested.length < 2) return nested;
    const text = nested.join('\n');
    const place = this.#places.get(text);
    this.#places.set(text, place ?? `${action} ${name}`.trim());
    return place === undefined ? nested : [`  - the fields of \`${place}\``];
  }
}

/** Returns the words of a query that a help text is searched for. */
function wordsOf(focus: string): string[] {
  return focus.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

function hasWord(text: string, words: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word));
}

/** Returns the fields that are about the words; of one that is not, the lines in it that are. All fields without words. */
function selectBlocks(blocks: readonly FieldBlock[], words: readonly string[]): FieldBlock[] {
  if (words.length === 0) return [...blocks];
  return blocks.flatMap((block) => {
    if (hasWord(block.line, words)) return block;
    const nested = block.nested.filter((line) => hasWord(line, words));
    return nested.length > 0 ? { ...block, nested } : [];
  });
}

/** Which part of a help text a call asks for. */
export interface HelpRequest {
  /** Name of an action; null for all. */
  action: string | null;
  /** Words that the fields are about; null for all. */
  focus: string | null;
  maxTokens: number;
}

function operationHelp(operation: Operation, shown: ShownFields, words: readonly string[]): string | null {
  const { properties, required } = inputSchema(operation);
  const actions = listActions(operation);
  const title = actions.join(', ');
  const all = isObject(properties) ? fieldBlocks(properties, required, 0) : [];
  const own = title === '' ? all : all.filter(({ name }) => name !== 'action');
  const blocks = selectBlocks(own, words);
  const isAbout = blocks.length > 0 || hasWord(`${title} ${operation.description}`, words);
  if (words.length > 0 && !isAbout) return null;
  return [
    title === '' ? '' : `## ${title}`,
    operation.description,
    `Price: ${operation.price.replace(/\.$/, '')}.`,
    shown.write(actions[0] ?? '', blocks).join('\n'),
    `Example: \`${JSON.stringify(exampleArguments(operation))}\``,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Tokens of the sentence at the end of a help text that is cut. */
const adviceTokens = 100;

/** Shortens a help text, and says how to read the rest. */
function limitHelp(text: string, name: string, actions: readonly string[], maxTokens: number): string {
  const fits = limitText(text, maxTokens);
  if (!fits.isCut) return text;
  const [action] = actions;
  const ref = helpUri(name, action);
  const advice = `The help is cut. Read one action (${JSON.stringify({ ref })}), words (\`focus\`), or all with \`max_tokens\` ${estimateTokens(text) + 100}.`;
  const start = limitText(text, maxTokens - adviceTokens).text;
  return `${start}\n${advice}`;
}

/**
 * Returns the description of a tool: every action, argument, default, limit and price, each of them once, or the part that
 * is asked for.
 */
export function createToolHelp(
  name: string,
  operations: readonly Operation[],
  registry: Registry,
  { action, focus, maxTokens }: HelpRequest,
): string {
  const actions = operations.flatMap(listActions);
  // An operation that is a tool of its own describes its actions together.
  const isAlone = operations.length === 1;
  const chosen = operations.filter((one) => action === null || isAlone || listActions(one).includes(action));
  if (chosen.length === 0)
    return `The tool ${name} has no action "${action}". Its actions are ${actions.join(', ')}.`;
  const shown = new ShownFields();
  const words = focus === null ? [] : wordsOf(focus);
  const sections = chosen.flatMap((one) => operationHelp(one, shown, words) ?? []);
  if (sections.length === 0)
    return `The help of ${name} has nothing about "${focus}". Read it without \`focus\`.`;
  const text = inToolWords([`# ${name}`, ...sections].join('\n\n'), registry);
  return limitHelp(text, name, action === null ? actions : [], maxTokens);
}
