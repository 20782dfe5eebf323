import type { CapturedCall } from '../../domain/records.ts';

/** Text of a query without its comments and strings, in which words could stand that are none of its own. */
function bareQuery(query: string): string {
  return query
    .replace(/"""[\s\S]*?"""/g, ' ')
    .replace(/"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replace(/#[^\n\r]*/g, ' ');
}

/** The operations that a GraphQL document defines at its top level (GraphQL, section 2.3). */
function operationsOf(query: string): string[] {
  const text = bareQuery(query);
  const found: string[] = [];
  let depth = 0;
  for (const match of text.matchAll(/[{}()]|[A-Za-z_]\w*/g)) {
    const [token] = match;
    if (token === '{' || token === '(') {
      if (depth === 0 && token === '{' && found.length === 0) found.push('query');
      depth++;
    } else if (token === '}' || token === ')') depth--;
    else if (depth === 0 && /^(?:query|mutation|subscription|fragment)$/.test(token)) found.push(token);
  }
  return found;
}

/** Whether a GraphQL document can do nothing but read: it defines queries and fragments alone. */
export function isReadOnlyQuery(query: string): boolean {
  const operations = operationsOf(query);
  return operations.includes('query') && operations.every((kind) => kind === 'query' || kind === 'fragment');
}

function graphDocument(body: string | null): string | null {
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

/** What kind of call it is: of GraphQL when it carries a query. */
export function callKind({ url, body }: Pick<CapturedCall, 'url' | 'body'>): 'api' | 'graphql' {
  if (graphDocument(body) !== null) return 'graphql';
  const address = URL.parse(url);
  return address?.searchParams.has('query') === true && /graphql|gql/i.test(address.pathname)
    ? 'graphql'
    : 'api';
}

/** Why a call must not be sent again, or null: only what is safe by its method, and queries that can but read, may be. */
export function whyNotAgain({
  method,
  url,
  body,
}: Pick<CapturedCall, 'method' | 'url' | 'body'>): string | null {
  if (method === 'GET') {
    const query = URL.parse(url)?.searchParams.get('query') ?? '';
    return query.includes('{') && !isReadOnlyQuery(query) ? 'it is a mutation' : null;
  }
  if (method !== 'POST') return `it is a ${method}, which may change something`;
  const document = graphDocument(body);
  if (document === null) return 'it is posted, and nothing shows that it only reads';
  return isReadOnlyQuery(document) ? null : 'it is a mutation';
}
