import { z } from 'zod';
import type { MissingPart } from '../../../domain/system/missing-part.ts';
import { defineOperation, freeOutcome, type Operation } from '../../../operations/declaration/operation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import { withSchemaName } from '../../../operations/schema-names.ts';
import { parseToolsets } from '../../../operations/tools/parse-toolsets.ts';
import { declareTools, selectTools } from '../../../operations/tools/tool-declaration.ts';
import { functionApis, writeFunctions } from './function-definitions.ts';

const functionsSchema = withSchemaName(
  'Functions',
  z.object({
    tools: z
      .array(z.looseObject({}))
      .describe('The value of the field `tools` in a request of the chosen API of a language model.'),
  }),
);

/** Returns the MCP tools as function definitions for the APIs of language models; needs no key. */
export function listFunctionsOperation(
  registry: () => Registry,
  missingParts: () => readonly MissingPart[],
): Operation {
  return defineOperation({
    name: 'list_functions',
    title: 'List function definitions',
    description:
      'Returns the tools of the MCP endpoint as function definitions for the API of a language model. A call of a function is a call of the tool with the same name and arguments at `/mcp`. Needs no key.',
    price: 'free',
    method: 'GET',
    path: '/v1/catalog/functions',
    scope: null,
    writesToDisk: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: {
      query: z.strictObject({
        api: z
          .enum(functionApis)
          .default('responses')
          .describe(
            'The API: `responses` and `chat_completions` of OpenAI and compatible servers, `anthropic` (Messages), or `gemini`.',
          ),
        tools: z
          .string()
          .max(200)
          .optional()
          .describe('Toolsets, separated by commas: `read`, `extract`, `keep` and `act`. Default: all.'),
        strict: z
          .boolean()
          .default(true)
          .describe(
            'Schemas for strict mode: all arguments are required, and null for those that are not given. Objects are JSON text.',
          ),
      }),
    },
    toCommand: ({ query }) => ({ ...query, toolsets: parseToolsets(query.tools ?? null) }),
    output: functionsSchema,
    view: { cliText: (value) => JSON.stringify(value, null, 2) },
    example: { query: { api: 'chat_completions', tools: 'read' } },
    run: async ({ api, toolsets, strict }) => {
      const tools = selectTools(declareTools(registry()), toolsets);
      return freeOutcome({ tools: writeFunctions(tools, api, strict, missingParts()) });
    },
  });
}
