import type { CapturedCall } from '../../domain/pages/records.ts';

/** Removes comments and strings from a query, because they may contain keywords. */
function removeCommentsAndStrings(query: string): string {
  return query
    .replace(/"""[\s\S]*?"""/g, ' ')
    .replace(/"(?:[^"\\\n]|\\.)*("?)/g, (string, close: string) => (close === '' ? string : ' '))
    .replace(/#[^\n\r]*/g, ' ');
}

/** Lists the operations that a GraphQL document defines at the top level (GraphQL, section 2.3). */
function listOperations(query: string): string[] {
  const text = removeCommentsAndStrings(query);
  const operations: string[] = [];
  let depth = 0;
  for (const match of text.matchAll(/[{}()]|[A-Za-z_]\w*/g)) {
    const [token] = match;
    if (token === '{' || token === '(') {
      if (depth === 0 && token === '{' && operations.length === 0) operations.push('query');
      depth++;
    } else if (token === '}' || token === ')') depth--;
    else if (depth === 0 && /^(?:query|mutation|subscription|fragment)$/.test(token)) operations.push(token);
  }
  return operations;
}

/** Returns true if a GraphQL document only reads: it contains only queries and fragments. */
export function isReadOnlyQuery(query: string): boolean {
  const operations = listOperations(query);
  return operations.includes('query') && operations.every((kind) => kind === 'query' || kind === 'fragment');
}

function readGraphqlDocument(body: string | null): string | null {
  if (body === null) return null;
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    const query: unknown = Reflect.get(parsed, 'query');
    return typeof query === 'string' ? query : null;
  } catch {
    return null;
  }
}

/** Returns `graphql` for a call with a GraphQL query, else `api`. */
export function callKind({ url, body }: Pick<CapturedCall, 'url' | 'body'>): 'api' | 'graphql' {
  if (readGraphqlDocument(body) !== null) return 'graphql';
  const parsedUrl = URL.parse(url);
  return parsedUrl?.searchParams.has('query') === true && /graphql|gql/i.test(parsedUrl.pathname)
    ? 'graphql'
    : 'api';
}

/**
 * Returns the reason why a call must not be replayed, or null. Only safe methods and read-only queries may be
 * replayed.
 */
export function getReplayObstacle({
  method,
  url,
  body,
}: Pick<CapturedCall, 'method' | 'url' | 'body'>): string | null {
  if (method === 'GET') {
    const query = URL.parse(url)?.searchParams.get('query') ?? '';
    return query.includes('{') && !isReadOnlyQuery(query) ? 'the call is a GraphQL mutation' : null;
  }
  if (method !== 'POST') return `the method ${method} may change data`;
  const document = readGraphqlDocument(body);
  if (document === null) return 'the call is a POST without a read-only GraphQL query';
  return isReadOnlyQuery(document) ? null : 'the call is a GraphQL mutation';
}
