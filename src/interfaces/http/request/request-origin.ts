import type { Origin } from '../../../domain/resources/account.ts';
import type { HttpContext } from '../http-context.ts';

/**
 * Returns the origin of a request. The command line and the stdio server send it in a header; all other clients
 * are `http`.
 */
export function requestOrigin(context: HttpContext): Origin {
  const interfaceName = context.req.header('webdata-interface');
  return interfaceName === 'cli' || interfaceName === 'mcp' ? interfaceName : 'http';
}
