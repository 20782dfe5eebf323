import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import type { Caller } from '../caller.ts';
import type { Prompts } from './prompts.ts';
import { helpTemplate, type Resources } from './resources.ts';
import type { ToolSelection, Tools } from './tools/tools.ts';

/** Maximum number of values in one answer, as the protocol defines it. */
const maxValues = 100;

/** Answers what a client may propose while its user types an argument of a prompt or a part of a resource URI. */
export type Complete = (
  caller: Caller,
  selection: ToolSelection,
  request: CompleteRequest['params'],
  signal: AbortSignal,
) => Promise<CompleteResult>;

interface CompletionSources {
  tools: Pick<Tools, 'list'>;
  prompts: Pick<Prompts, 'valuesOf'>;
  resources: Pick<Resources, 'identifiers'>;
}

/** Creates the function that proposes values; there are none for what nothing is known of. */
export function createComplete({ tools, prompts, resources }: CompletionSources): Complete {
  async function candidatesFor(
    caller: Caller,
    selection: ToolSelection,
    { ref, argument }: CompleteRequest['params'],
    signal: AbortSignal,
  ): Promise<readonly string[]> {
    if (ref.type === 'ref/prompt') return prompts.valuesOf(selection, ref.name, argument.name);
    if (ref.uri === helpTemplate) return tools.list(selection).map(({ name }) => name);
    return resources.identifiers(caller, ref.uri, signal);
  }

  return async (caller, selection, params, signal) => {
    const typed = params.argument.value.toLowerCase();
    // A key that may not list something gets no proposals.
    const candidates = await candidatesFor(caller, selection, params, signal).catch(() => []);
    const matches = candidates.filter((one) => one.toLowerCase().startsWith(typed));
    return {
      completion: {
        values: matches.slice(0, maxValues),
        total: matches.length,
        hasMore: matches.length > maxValues,
      },
    };
  };
}
