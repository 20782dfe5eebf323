import { Failure } from '../../../domain/system/failure.ts';
import { parseToolsets } from '../../../operations/tools/parse-toolsets.ts';
import type { ToolSelection } from './tools.ts';

/** Reads the query of the endpoint: `tools=read,extract` and `structured=true`. Throws Failure `invalid`. */
export function parseSelection(query: URLSearchParams): ToolSelection {
  const structured = query.get('structured') ?? 'false';
  if (structured !== 'true' && structured !== 'false') {
    const detail = 'must be true or false.';
    throw new Failure('invalid', `structured ${detail}`, {
      errors: [{ pointer: '/query/structured', detail }],
    });
  }
  return { toolsets: parseToolsets(query.get('tools')), isStructured: structured === 'true' };
}
