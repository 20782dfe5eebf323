import { Failure } from '../../domain/system/failure.ts';
import { type Toolset, toolsets } from '../declaration/operation.ts';

function isToolset(name: string): name is Toolset {
  return (toolsets as readonly string[]).includes(name);
}

/** Reads a list of toolsets, such as `read,extract`; null for all. Throws Failure `invalid`. */
export function parseToolsets(text: string | null): Toolset[] | null {
  if (text === null || text.trim() === '') return null;
  const names = text.split(',').map((name) => name.trim());
  if (names.every(isToolset)) return names;
  const detail = `must be a list of ${toolsets.join(', ')}, separated by commas.`;
  throw new Failure('invalid', `tools ${detail}`, { errors: [{ pointer: '/query/tools', detail }] });
}
