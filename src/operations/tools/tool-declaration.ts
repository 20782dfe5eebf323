import { Failure } from '../../domain/system/failure.ts';
import type { MissingPart } from '../../domain/system/missing-part.ts';
import { nearestWord } from '../../domain/values/nearest-word.ts';
import { fileFieldName } from '../declaration/file-field.ts';
import type { Operation, ToolListing, Toolset } from '../declaration/operation.ts';
import type { Registry } from '../declaration/registry.ts';
import { inputSchema, type JsonObject } from '../json-schema.ts';
import { listActions } from './list-actions.ts';
import { listedSchema, mergeListed } from './listed-schema.ts';

/** Prefix of the resource URIs of help texts. */
export const helpPrefix = 'webdata://help/';
/** The argument with the path of a file, of which a server on the same machine as its client reads the bytes. */
export const pathArgument = 'path';
/** The argument with which a call asks the user for one of its fields. */
export const questionArgument = 'ask_user';

/** Returns the resource URI of the help text of a tool, or of one of its actions. */
export function helpUri(tool: string, action?: string): string {
  return `${helpPrefix}${tool}${action === undefined ? '' : `#${action}`}`;
}

interface FieldSchemas {
  properties: Record<string, JsonObject>;
  required: string[];
}

function fieldsOf(operation: Operation): FieldSchemas {
  return inputSchema(operation) as unknown as FieldSchemas;
}

/** Writes the arguments of an operation and what it does: `(jid, offset?, limit?): the delivered pages`. */
function describeCall(operation: Operation, action: string, { fields, actions }: ToolListing): string {
  const { properties, required } = fieldsOf(operation);
  const names = Object.keys(fields).filter((field) => field in properties && field !== 'action');
  const args = names.map((field) => (required.includes(field) ? field : `${field}?`)).join(', ');
  const phrase = actions?.[action] ?? '';
  return `(${args})${phrase === '' ? '' : `: ${phrase}`}`;
}

/** Creates the error of a wrong argument of a tool call. */
export function invalidArgument(name: string, detail: string): Failure {
  return new Failure('invalid', `/${name}: ${detail}`, { errors: [{ pointer: `/${name}`, detail }] });
}

/** The arguments of a tool as a JSON Schema: an object with these properties. */
export interface ToolSchema extends JsonObject {
  type: 'object';
  properties: Record<string, JsonObject>;
  required: string[];
}

/** A tool for agents: one operation, or several with an `action` each. */
export class ToolDeclaration {
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

  /**
   * Says when to use the tool, and its actions with their arguments: one line for those with the same arguments. Says first what
   * the instance lacks of the missing parts, so that it is not called in vain.
   */
  describe(missingParts: readonly MissingPart[]): string {
    const missing = missingParts.find(({ tool }) => tool === this.name);
    return missing === undefined
      ? this.#description
      : `Not configured here: ${missing.text}. ${this.#description}`;
  }

  get #description(): string {
    const actionsByCall = new Map<string, string[]>();
    for (const operation of this.operations) {
      for (const action of listActions(operation)) {
        const call = describeCall(operation, action, this.listing);
        actionsByCall.set(call, [...(actionsByCall.get(call) ?? []), action]);
      }
    }
    const lines = [...actionsByCall].map(([call, actions]) => `- ${actions.join(', ')}${call}`);
    return [this.listing.description, ...lines].join('\n');
  }

  /**
   * Returns the schema of the arguments that the tool list shows; `canAsk`: with the question to the user, `readsPaths`: with
   * the path of a file instead of its bytes.
   */
  inputSchema({ canAsk, readsPaths = false }: { canAsk: boolean; readsPaths?: boolean }): ToolSchema {
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
    const { asks } = this.listing;
    const takesPath = readsPaths && this.operations.some(({ takesFile }) => takesFile === true);
    const required = actions.length > 0 ? ['action'] : (schemas[0]?.required ?? []);
    return {
      type: 'object',
      properties: {
        ...(actions.length > 0 && { action: { type: 'string', enum: actions } }),
        ...(takesPath && {
          [pathArgument]: {
            type: 'string',
            description: `path of a file on this machine, instead of \`${fileFieldName}\``,
          },
        }),
        ...Object.fromEntries(listed),
        ...(canAsk &&
          asks !== undefined && { [questionArgument]: { type: 'string', description: asks.description } }),
        // The instructions and the tool read say where they are described.
        ...(hasOthers && { options: { type: 'object' } }),
        max_tokens: { type: 'integer' },
      },
      required: takesPath ? required.filter((field) => field !== fileFieldName) : required,
    };
  }

  /** Returns the operation of a call. Throws Failure `invalid` if there is no such action. */
  findOperation(args: Readonly<Record<string, unknown>>): Operation {
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

/** Returns the tools of the operations, by name, in the order of the reference. */
export function declareTools(registry: Registry): ReadonlyMap<string, ToolDeclaration> {
  const declarations = new Map<string, ToolDeclaration>();
  for (const operation of registry) {
    const { agent, toolListing } = operation;
    if (agent === undefined || toolListing === undefined) continue;
    const name = agent.tool ?? operation.name;
    const known = declarations.get(name)?.operations ?? [];
    declarations.set(name, new ToolDeclaration(name, toolListing, [...known, operation]));
  }
  return declarations;
}

/** Returns the tools of the toolsets; null for all. */
export function selectTools(
  declarations: ReadonlyMap<string, ToolDeclaration>,
  toolsets: readonly Toolset[] | null,
): ToolDeclaration[] {
  return [...declarations.values()].filter(({ listing }) => toolsets?.includes(listing.toolset) ?? true);
}
