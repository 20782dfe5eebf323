import type { Tool } from '@modelcontextprotocol/server';
import { Failure } from '../../../domain/system/failure.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import { nearestWord } from '../../../domain/values/nearest-word.ts';
import type { Operation, ToolListing, Toolset } from '../../../operations/declaration/operation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import { inputSchema, type JsonObject } from '../../../operations/json-schema.ts';
import { createToolHelp, helpUri } from './help.ts';
import { listActions } from './list-actions.ts';
import { listedSchema, mergeListed } from './listed-schema.ts';
import { createOutputSchema } from './output-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A tool call: the operation with its fields, and the arguments that every tool has. */
export interface ToolCall {
  tool: string;
  operation: Operation;
  /** The arguments as the client sent them. */
  args: Fields;
  /** The fields of the operation. */
  fields: Fields;
  maxTokens: number;
  /** Shows the stored answer of an earlier call with the same arguments, which costs nothing; null for a new answer. */
  stored: StoredAnswer | null;
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
  /** Returns the complete description of a tool in Markdown, or null. */
  help(name: string): string | null;
}

/** Tokens of an answer, if the call does not say otherwise. */
export const defaultMaxTokens = 6_000;
/** The argument with which a call asks the user for one of its fields. */
const questionArgument = 'ask_user';
const maxQuestionLength = 300;
const maxTokensRange = { min: 200, max: 200_000 };

/** Returns the annotations that differ from the defaults of the protocol. */
function createAnnotations(operations: readonly Operation[]): Tool['annotations'] {
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

interface FieldSchemas {
  properties: Record<string, JsonObject>;
  required: string[];
}

function fieldsOf(operation: Operation): FieldSchemas {
  return inputSchema(operation) as unknown as FieldSchemas;
}

/** Writes an action with its arguments: `results(jid, offset?, limit?): the delivered pages`. */
function describeAction(operation: Operation, action: string, { fields, actions }: ToolListing): string {
  const { properties, required } = fieldsOf(operation);
  const names = Object.keys(fields).filter((field) => field in properties && field !== 'action');
  const args = names.map((field) => (required.includes(field) ? field : `${field}?`)).join(', ');
  const phrase = actions?.[action] ?? '';
  return `- ${action}(${args})${phrase === '' ? '' : `: ${phrase}`}`;
}

class ToolDeclaration {
  readonly name: string;
  readonly listing: ToolListing;
  readonly operations: readonly Operation[];

  constructor(name: string, listing: ToolListing, operations: readonly Operation[]) {
    this.name = name;
    this.listing = listing;
    this.operations = operations;
  }

  get actions(): string[] {
    return this.operations.flatMap(listActions);
  }

  toTool(isStructured: boolean): Tool {
    const { title, description } = this.listing;
    const lines = this.operations.flatMap((operation) =>
      listActions(operation).map((action) => describeAction(operation, action, this.listing)),
    );
    return {
      name: this.name,
      title,
      description: [description, ...lines].join('\n'),
      inputSchema: this.#inputSchema() as Tool['inputSchema'],
      ...(isStructured && { outputSchema: createOutputSchema(this.operations) }),
      annotations: createAnnotations(this.operations),
    };
  }

  #inputSchema(): JsonObject {
    const schemas = this.operations.map(fieldsOf);
    const all = new Set(schemas.flatMap(({ properties }) => Object.keys(properties)));
    const listed = Object.entries(this.listing.fields).map(([field, description]) => {
      const types = schemas.flatMap(({ properties: { [field]: schema } }) =>
        schema === undefined ? [] : [listedSchema(schema)],
      );
      if (types.length === 0) throw new Error(`the tool ${this.name} has no argument "${field}"`);
      return [field, { ...mergeListed(types), ...(description !== '' && { description }) }] as const;
    });
    const hasOthers = [...all].some((field) => field !== 'action' && !(field in this.listing.fields));
    const { actions } = this;
    return {
      type: 'object',
      properties: {
        ...(actions.length > 0 && { action: { type: 'string', enum: actions } }),
        ...Object.fromEntries(listed),
        ...(this.listing.asks !== undefined && {
          [questionArgument]: { type: 'string', description: this.listing.asks.description },
        }),
        ...(hasOthers && { options: { type: 'object', description: `see ${helpUri(this.name)}` } }),
        max_tokens: { type: 'integer' },
      },
      required: actions.length > 0 ? ['action'] : (schemas[0]?.required ?? []),
    };
  }

  /** Returns the operation of a call. Throws Failure `invalid` if there is no such action. */
  findOperation(args: Fields): Operation {
    const [first, ...others] = this.operations;
    if (first !== undefined && others.length === 0) return first;
    const { action } = args;
    const name = typeof action === 'string' ? action : null;
    const found = this.operations.find((one) => name !== null && listActions(one).includes(name));
    if (found !== undefined) return found;
    const nearest = name === null ? null : nearestWord(name, this.actions);
    const hint = nearest === null ? '' : ` Did you mean "${nearest}"?`;
    throw invalidArgument('action', `must be one of ${this.actions.join(', ')}.${hint}`);
  }
}

function invalidArgument(name: string, detail: string): Failure {
  return new Failure('invalid', `/${name}: ${detail}`, { errors: [{ pointer: `/${name}`, detail }] });
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

/** Separates the arguments that every tool has; those of `options` are merged with the others, which prevail. */
function readArguments({ options, ...args }: Fields) {
  if (options !== undefined && options !== null && !isObject(options))
    throw invalidArgument('options', 'must be an object with further arguments.');
  const { max_tokens: maxTokens, answer_id: id, skip, ...fields }: Fields = { ...options, ...args };
  return { fields, maxTokens: readMaxTokens(maxTokens), stored: readStored(id, skip) };
}

/** Separates the question to the user from the fields of an operation. */
function readQuestion({ [questionArgument]: text, ...fields }: Fields, { asks }: ToolListing) {
  if (asks === undefined || text === undefined || text === null)
    return { fields: text === undefined ? fields : { ...fields, [questionArgument]: text }, question: null };
  if (typeof text !== 'string' || text.trim() === '' || text.length > maxQuestionLength)
    throw invalidArgument(questionArgument, `must be a question of 1 to ${maxQuestionLength} characters.`);
  return { fields, question: { field: asks.field, text: text.trim(), with: asks.with } };
}

/** Adds the defaults for agents. Those of the body do not apply to a continued call, which has the body of the first one. */
export function withAgentDefaults({ agent, input, continues }: Operation, fields: Fields): Fields {
  const defaults = Object.entries(agent?.defaults ?? {});
  const isContinued = continues === true && 'continue' in fields;
  const applied = isContinued ? defaults.filter(([name]) => name in (input.query?.shape ?? {})) : defaults;
  return { ...Object.fromEntries(applied), ...fields };
}

/** Creates the tools from the declarations of the operations. */
export function createTools(registry: Registry): Tools {
  const declarations = new Map<string, ToolDeclaration>();
  for (const operation of registry) {
    const { agent, toolListing } = operation;
    if (agent === undefined || toolListing === undefined) continue;
    const name = agent.tool ?? operation.name;
    const known = declarations.get(name)?.operations ?? [];
    declarations.set(name, new ToolDeclaration(name, toolListing, [...known, operation]));
  }
  return {
    list: ({ toolsets, isStructured }) =>
      [...declarations.values()]
        .filter(({ listing }) => toolsets?.includes(listing.toolset) ?? true)
        .map((declaration) => declaration.toTool(isStructured)),
    find(name, args) {
      const declaration = declarations.get(name);
      if (declaration === undefined) return null;
      const { fields: given, maxTokens, stored } = readArguments(args);
      const { fields, question } = readQuestion(given, declaration.listing);
      const operation = declaration.findOperation(fields);
      const { action, ...others } = fields;
      // Operations with an own field `action` get it, the others have it in their name.
      const isSelector = operation.agent?.action !== undefined;
      const operationFields = isSelector ? others : fields;
      // A continued call has the fields of the first one.
      const isContinued = operation.continues === true && 'continue' in operationFields;
      const bounded = isContinued
        ? operationFields
        : (operation.agent?.bound?.(operationFields, maxTokens) ?? operationFields);
      return { tool: name, operation, args, fields: bounded, maxTokens, stored, question };
    },
    help(name) {
      const declaration = declarations.get(name);
      return declaration === undefined ? null : createToolHelp(name, declaration.operations);
    },
  };
}
