import { addressSecrets } from '../../domain/secrets/mask-address.ts';
import { removeTrailingSlashes } from '../../domain/values/trailing-slashes.ts';
import {
  createBasicCredentials,
  type EndpointError,
  type EndpointRequest,
  type EndpointResponse,
  openOperatorEndpoint,
} from '../operator-endpoint.ts';

/** Address and credentials of an OpenAI-compatible service. */
export interface ChatEndpointOptions {
  /**
   * Base address of the service (`http://127.0.0.1:11434/v1`), its bare origin, or the address of its completions.
   */
  url: string;
  key: string | null;
  /** Maximum number of connections. */
  connections: number;
}

/** Connection to one operator endpoint, which contacts only its own origin. */
export interface ChatEndpoint {
  /** Origin and path, without query and secrets. */
  readonly displayUrl: string;
  /** Sends one request. Rejects only when `signal` aborts, with its reason. */
  post(body: unknown, signal: AbortSignal): Promise<EndpointResponse | EndpointError>;
  /** Returns the names of the models that the endpoint lists; empty if it lists none. */
  listModels(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** Maximum size of a response: the longest answer has about ten thousand tokens, each of them an event of a stream. */
const maxBodyBytes = 4_000_000;

/** Returns the URL of `leaf` (`chat/completions`, `models`) for any common form of the base address. */
function createChatUrl(base: string, leaf: string): URL {
  const url = new URL(base);
  const path = removeTrailingSlashes(url.pathname).replace(/\/chat\/completions$/, '');
  url.pathname = `${path === '' ? '/v1' : path}/${leaf}`;
  url.hash = '';
  return url;
}

/** Opens the connections to an endpoint; nothing is sent before the first request. */
export function openChatEndpoint({ url, key, connections }: ChatEndpointOptions): ChatEndpoint {
  const completions = createChatUrl(url, 'chat/completions');
  const endpoint = openOperatorEndpoint({
    origin: completions.origin,
    name: 'the model endpoint',
    connections,
    maxBodyBytes,
    secrets: [key, ...addressSecrets(url)],
  });
  const credentials = key === null ? createBasicCredentials(completions) : `Bearer ${key}`;
  const headers = {
    accept: 'application/json',
    ...(credentials !== null && { authorization: credentials }),
  };

  function send(
    method: EndpointRequest['method'],
    target: URL,
    body: unknown,
    signal: AbortSignal,
  ): Promise<EndpointResponse | EndpointError> {
    const path = `${target.pathname}${target.search}`;
    if (body === undefined) return endpoint.send({ method, path, headers, body: null }, signal);
    const jsonHeaders = { ...headers, 'content-type': 'application/json' };
    return endpoint.send({ method, path, headers: jsonHeaders, body: JSON.stringify(body) }, signal);
  }

  return {
    displayUrl: `${completions.origin}${completions.pathname}`,
    post: (body, signal) => send('POST', completions, body, signal),
    async listModels(signal) {
      const answer = await send('GET', createChatUrl(url, 'models'), undefined, signal);
      return answer.kind === 'answer' && answer.statusCode === 200 ? parseModelNames(answer.text) : [];
    },
    close: () => endpoint.close(),
  };
}

function parseModelNames(text: string): string[] {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    const rows: unknown[] = Array.isArray(data) ? data.slice(0, 1_000) : [];
    return rows.flatMap((row) => {
      const id = (row as { id?: unknown } | null)?.id;
      return typeof id === 'string' ? [id] : [];
    });
  } catch {
    return [];
  }
}
