import { Failure } from '../../../domain/system/failure.ts';
import { type Toolset, toolsets } from '../../../operations/declaration/operation.ts';
import type { ToolSelection } from './tools.ts';

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}

function invalidParameter(name: string, detail: string): Failure {
  return new Failure('invalid', `${name} ${detail}`, { errors: [{ pointer: `/query/${name}`, detail }] });
}

/** Reads a list of toolsets, such as `read,extract`; null for all. Throws Failure `invalid`. */
export function parseToolsets(text: string | null): Toolset[] | null {
  if (text === null || text.trim() === '') return null;
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isToolset)) return names;
  throw invalidParameter('tools', `must be a list of ${toolsets.join(', ')}, separated by commas.`);
}

/** Reads the query of the endpoint: `tools=read,extract` and `structured=true`. Throws Failure `invalid`. */
export function parseSelection(query: URLSearchParams): ToolSelection {
  const structured = query.get('structured') ?? 'false';
  if (structured !== 'true' && structured !== 'false')
    throw invalidParameter('structured', 'must be true or false.');
  return { toolsets: parseToolsets(query.get('tools')), isStructured: structured === 'true' };
}
