import type { MissingPart } from '../../../domain/system/missing-part.ts';
import type { JsonObject } from '../../../operations/json-schema.ts';
import type { ToolDeclaration } from '../../../operations/tools/tool-declaration.ts';
import { strictSchema } from './strict-schema.ts';

/** APIs of language models, whose requests have function definitions in the field `tools`. */
export const functionApis = ['responses', 'chat_completions', 'anthropic', 'gemini'] as const;
export type FunctionApi = (typeof functionApis)[number];

/** Name, description and schema of one function, before an API is chosen. */
interface FunctionParts {
  name: string;
  description: string;
  parameters: JsonObject;
}

/** Returns the value of the field `tools` in a request of the API. */
const writers: Readonly<
  Record<FunctionApi, (functions: readonly FunctionParts[], strict: boolean) => JsonObject[]>
> = {
  responses: (functions, strict) => functions.map((one) => ({ type: 'function', ...one, strict })),
  chat_completions: (functions, strict) =>
    functions.map((one) => ({ type: 'function', function: { ...one, strict } })),
  anthropic: (functions, strict) =>
    functions.map(({ parameters, ...one }) => ({
      ...one,
      input_schema: parameters,
      ...(strict && { strict }),
    })),
  gemini: (functions) => [
    {
      functionDeclarations: functions.map(({ parameters, ...one }) => ({
        ...one,
        parametersJsonSchema: parameters,
      })),
    },
  ],
};

/** Returns the tools as function definitions: the value of the field `tools` in a request of the API. */
export function writeFunctions(
  tools: readonly ToolDeclaration[],
  api: FunctionApi,
  strict: boolean,
  missingParts: readonly MissingPart[],
): JsonObject[] {
  const functions = tools.map((tool): FunctionParts => {
    // A function call cannot ask the user: only MCP has a way to reach one.
    const schema = tool.inputSchema({ canAsk: false });
    return {
      name: tool.name,
      description: tool.describe(missingParts),
      parameters: strict ? strictSchema(schema) : schema,
    };
  });
  return writers[api](functions, strict);
}
