import type { Tool } from '@modelcontextprotocol/server';
import type { MissingPart } from '../../../domain/system/missing-part.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import type { Operation, ToolListing, Toolset } from '../../../operations/declaration/operation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import {
  fieldSchemas,
  omitNulls,
  readJsonTexts,
  readOptions,
  readScalarTexts,
} from '../../../operations/tools/read-arguments.ts';
import {
  declareTools,
  invalidArgument,
  questionArgument,
  selectTools,
  type ToolDeclaration,
} from '../../../operations/tools/tool-declaration.ts';
import { createToolHelp } from './help.ts';
import { createOutputSchema } from './output-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A tool call: the operation with its fields, and the arguments that every tool has. */
export interface ToolCall {
  tool: string;
  operation: Operation;
  /** The arguments as the client sent them, without those that are null. */
  args: Fields;
  /** The fields of the operation. */
  fields: Fields;
  maxTokens: number;
  /** Shows the stored answer of an earlier call with the same arguments, which costs nothing; null for a new answer. */
  stored: StoredAnswer | null;
  /** Arguments that were a text in place of a number or a truth value, and were read as such. */
  textArguments: readonly string[];
  /** What the user is asked before the call; the response becomes the field. */
  question: { field: string; text: string; with: Fields } | null;
}

/** A stored answer, and the code points of its text, or items of its list, that were shown before. */
export interface StoredAnswer {
  id: string;
  skip: number;
}

/** Which tools a client sees, and how. */
export interface ToolSelection {
  /** Null for all tools. */
  toolsets: readonly Toolset[] | null;
  /** True to list output schemas, and to answer with the complete response as structured content. */
  isStructured: boolean;
}

/** The tools of the MCP server. */
export interface Tools {
  list(selection: ToolSelection): Tool[];
  /** Returns null if there is no such tool. Throws Failure `invalid` for arguments that no operation can have. */
  find(name: string, args: Fields): ToolCall | null;
  /**
   * Returns the description of a tool in Markdown, or the part of it that the arguments `focus` and `max_tokens` choose; null
   * if there is no such tool. `target` is the tool, or the tool and an action (`monitor#create`).
   */
  help(target: string, args: Fields): string | null;
}

/** Tokens of an answer, if the call does not say otherwise. */
export const defaultMaxTokens = 6_000;
const maxQuestionLength = 300;
export const maxTokensRange = { min: 200, max: 200_000 };

/** Returns the annotations that differ from the defaults of the protocol. */
function createAnnotations(operations: readonly Operation[]): NonNullable<Tool['annotations']> {
  const kinds = operations.map(({ annotations }) => annotations);
  const isReadOnly = kinds.every(({ readOnly }) => readOnly);
  const isDestructive = kinds.some(({ destructive }) => destructive);
  return {
    ...(isReadOnly && { readOnlyHint: true }),
    ...(!isReadOnly && !isDestructive && { destructiveHint: false }),
    ...(!isReadOnly && kinds.every(({ idempotent }) => idempotent) && { idempotentHint: true }),
    ...(!kinds.some(({ openWorld }) => openWorld) && { openWorldHint: false }),
  };
}

/** Returns the tool as the tool list shows it. */
function toTool(
  declaration: ToolDeclaration,
  isStructured: boolean,
  readsPaths: boolean,
  missingParts: readonly MissingPart[],
): Tool {
  const { name, listing, operations } = declaration;
  const annotations = createAnnotations(operations);
  return {
    name,
    title: listing.title,
    description: declaration.describe(missingParts),
    inputSchema: declaration.inputSchema({ canAsk: true, readsPaths }) as Tool['inputSchema'],
    ...(isStructured && { outputSchema: createOutputSchema(operations) }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

function readMaxTokens(value: unknown): number {
  if (value === undefined || value === null) return defaultMaxTokens;
  const { min, max } = maxTokensRange;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw invalidArgument('max_tokens', `must be an integer from ${min} to ${max}.`);
}

function readStored(id: unknown, skip: unknown): StoredAnswer | null {
  if (id === undefined || id === null) {
    if (skip === undefined || skip === null) return null;
    throw invalidArgument('skip', 'continues a stored answer. Pass it with `answer_id`.');
  }
  if (typeof id !== 'string' || !/^[A-Za-z0-9_-]{1,100}$/.test(id))
    throw invalidArgument('answer_id', 'must be the identifier at the end of a cut answer.');
  const position = skip ?? 0;
  if (typeof position !== 'number' || !Number.isSafeInteger(position) || position < 0)
    throw invalidArgument('skip', 'must be a whole number from 0.');
  return { id, skip: position };
}

/** The numbers among the arguments that every tool has. */
const ownNumbers = { max_tokens: { type: 'integer' }, skip: { type: 'integer' } };

/** Separates the arguments that every tool has; those of `options` are merged with the others, which prevail. */
function readArguments({ options: given, ...args }: Fields) {
  const options = given === undefined ? {} : readOptions(given);
  if (!isObject(options)) throw invalidArgument('options', 'must be an object with further arguments.');
  const { fields: all, texts } = readScalarTexts(ownNumbers, { ...omitNulls(options), ...args });
  const { max_tokens: maxTokens, answer_id: id, skip, ...fields } = all;
  return { fields, texts, maxTokens: readMaxTokens(maxTokens), stored: readStored(id, skip) };
}

/** Separates the question to the user from the fields of an operation. */
function readQuestion({ [questionArgument]: text, ...fields }: Fields, { asks }: ToolListing) {
  if (asks === undefined || text === undefined || text === null)
    return { fields: text === undefined ? fields : { ...fields, [questionArgument]: text }, question: null };
  if (typeof text !== 'string' || text.trim() === '' || text.length > maxQuestionLength)
    throw invalidArgument(questionArgument, `must be a question of 1 to ${maxQuestionLength} characters.`);
  return { fields, question: { field: asks.field, text: text.trim(), with: asks.with } };
}

/**
 * Adds the defaults for agents. Those of the body do not apply to a continued call, which has the body of the first one, and
 * those of the query not to a job, for which no client waits.
 */
export function withAgentDefaults({ agent, input, continues }: Operation, fields: Fields): Fields {
  const isContinued = continues === true && 'continue' in fields;
  const isJob = fields.async === true;
  const inQuery = (name: string) => name in (input.query?.shape ?? {});
  const applied = Object.entries(agent?.defaults ?? {}).filter(([name]) =>
    inQuery(name) ? !isJob : !isContinued,
  );
  return { ...Object.fromEntries(applied), ...fields };
}

/** Returns the fields of a call whose answer has at most so many tokens. A continued call has the fields of the first one. */
function boundFields(operation: Operation, fields: Fields, maxTokens: number): Fields {
  const isContinued = operation.continues === true && 'continue' in fields;
  return isContinued ? fields : (operation.agent?.bound?.(fields, maxTokens) ?? fields);
}

/** Properties of the machine and the instance on which tools run. */
export interface ToolSurroundings {
  /** True if calls can name files of this machine. */
  readsPaths?: boolean;
  /** Their tools say in their first words that they do nothing here. */
  missingParts?(): readonly MissingPart[];
}

/** Creates the tools from the declarations of the operations. */
export function createTools(
  registry: Registry,
  { readsPaths = false, missingParts = () => [] }: ToolSurroundings = {},
): Tools {
  const declarations = declareTools(registry);
  // A list takes milliseconds to create, and there are as many as combinations of toolsets.
  const lists = new Map<string, Tool[]>();

  /** Returns the operation of a call with its fields. Throws Failure `invalid` if there is no such action. */
  function findCall(declaration: ToolDeclaration, fields: Fields): { operation: Operation; fields: Fields } {
    const operation = declaration.findOperation(fields);
    const { action, ...others } = fields;
    // Operations with an own field `action` get it, the others have it in their name.
    const own = operation.agent?.action === undefined ? fields : others;
    const other = operation.agent?.instead?.(own) ?? null;
    const found = other === null ? undefined : registry.find(({ name }) => name === other.operation);
    return other === null || found === undefined
      ? { operation, fields: own }
      : { operation: found, fields: other.fields };
  }

  return {
    list({ toolsets, isStructured }) {
      const missing = missingParts();
      const sorted = toolsets === null ? null : [...new Set(toolsets)].sort();
      const key = JSON.stringify([sorted, isStructured, ...missing.map(({ tool }) => tool)]);
      const known = lists.get(key);
      if (known !== undefined) return known;
      const list = selectTools(declarations, toolsets).map((declaration) =>
        toTool(declaration, isStructured, readsPaths, missing),
      );
      lists.set(key, list);
      return list;
    },
    find(name, received) {
      const args = omitNulls(received);
      const declaration = declarations.get(name);
      if (declaration === undefined) return null;
      const { fields: given, texts, maxTokens, stored } = readArguments(args);
      const { fields, question } = readQuestion(given, declaration.listing);
      const { operation, fields: operationFields } = findCall(declaration, fields);
      const scalars = readScalarTexts(fieldSchemas(operation), readJsonTexts(operation, operationFields));
      const bounded = boundFields(operation, scalars.fields, maxTokens);
      const textArguments = [...texts, ...scalars.texts];
      return { tool: name, operation, args, fields: bounded, maxTokens, stored, question, textArguments };
    },
    help(target, args) {
      const [name = '', action = null] = target.split('#');
      const declaration = declarations.get(name);
      if (declaration === undefined) return null;
      const { fields, maxTokens } = readArguments(omitNulls(args));
      const focus = typeof fields.focus === 'string' ? fields.focus : null;
      return createToolHelp(name, declaration.operations, registry, { action, focus, maxTokens });
    },
  };
}
