import {
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { PromptArguments, PromptDeclaration } from '../../operations/tools/prompt-declaration.ts';
import type { ToolSelection, Tools } from './tools/tools.ts';

/** The prompts of the MCP server. */
export interface Prompts {
  /** Lists the prompts whose tools are all selected. */
  list(selection: ToolSelection): Prompt[];
  /** Returns one user message. Throws ProtocolError for an unknown prompt, and for missing, unknown or long arguments. */
  get(selection: ToolSelection, name: string, args: PromptArguments): GetPromptResult;
  /** Returns the usual values of an argument; none for an unknown one. */
  valuesOf(selection: ToolSelection, name: string, argument: string): readonly string[];
}

/** Maximum length of an argument in UTF-16 code units. */
const maxArgumentLength = 4_000;

function invalidParams(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Returns the arguments that have a value. Clients send an empty text for a field that the user left empty. */
function readArguments({ name, arguments: declared }: PromptDeclaration, args: PromptArguments) {
  const given = Object.entries(args).filter(([, value]) => value.trim() !== '');
  const names = declared.map((argument) => argument.name);
  for (const [argument, { length }] of given) {
    if (!names.includes(argument))
      throw invalidParams(
        `The prompt ${name} has no argument ${argument.slice(0, 100)}. It has: ${names.join(', ')}.`,
      );
    if (length > maxArgumentLength)
      throw invalidParams(
        `The argument ${argument} has ${length} characters. The maximum is ${maxArgumentLength}.`,
      );
  }
  const values = Object.fromEntries(given);
  const missing = declared.find((argument) => argument.required && values[argument.name] === undefined);
  if (missing !== undefined)
    throw invalidParams(`The prompt ${name} needs the argument ${missing.name}: ${missing.description}`);
  return values;
}

/** Creates the prompts of the tools. */
export function createPrompts(registry: Registry, tools: Tools): Prompts {
  const declared = new Set(registry.flatMap(({ toolListing }) => toolListing?.prompt ?? []));
  function select(selection: ToolSelection): PromptDeclaration[] {
    const selected = tools.list(selection).map(({ name }) => name);
    return [...declared].filter((prompt) => prompt.tools.every((tool) => selected.includes(tool)));
  }
  return {
    list: (selection) =>
      select(selection).map(({ name, title, description, arguments: parameters }) => ({
        name,
        title,
        description,
        arguments: parameters.map(({ values: _values, ...parameter }) => parameter),
      })),
    valuesOf: (selection, name, argument) =>
      select(selection)
        .find((one) => one.name === name)
        ?.arguments.find((one) => one.name === argument)?.values ?? [],
    get(selection, name, args) {
      const prompts = select(selection);
      const prompt = prompts.find((one) => one.name === name);
      if (prompt === undefined)
        throw invalidParams(
          `There is no prompt ${name.slice(0, 100)}. prompts/list shows: ${prompts.map((one) => one.name).join(', ')}.`,
        );
      const text = prompt.write(readArguments(prompt, args));
      return {
        description: prompt.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      };
    },
  };
}
