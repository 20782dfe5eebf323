import {
  basicCredentials,
  type EndpointAnswer,
  type EndpointFault,
  type EndpointRequest,
  openOperatorEndpoint,
} from '../operator-endpoint.ts';

/** Where an OpenAI-compatible service answers chat completions. */
export interface ChatEndpointOptions {
  /** The service's base address (`http://127.0.0.1:11434/v1`), its bare origin, or the completions address itself. */
  url: string;
  key: string | null;
  /** Connections at most. */
  connections: number;
}

/** A connection to one operator endpoint: nothing but its own origin is ever contacted. */
export interface ChatEndpoint {
  /** Origin and path, without query and secrets. */
  readonly shown: string;
  /** Sends one question. Rejects only when `signal` aborts, with its reason. */
  post(body: unknown, signal: AbortSignal): Promise<EndpointAnswer | EndpointFault>;
  /** Names of the models that the endpoint lists, or none when it lists none. */
  listModels(signal: AbortSignal): Promise<string[]>;
  close(): Promise<void>;
}

/** Bounds on the answer: the longest that is asked for has some ten thousand tokens. */
const maxBodyBytes = 1_000_000;

/** The address of `leaf` (`chat/completions`, `models`) at a service that was written in any of the usual ways. */
export function chatAddress(base: string, leaf: string): URL {
  const url = new URL(base);
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  url.pathname = `${path === '' ? '/v1' : path}/${leaf}`;
  url.hash = '';
  return url;
}

/** Opens the connections to an endpoint; nothing is sent before somebody asks. */
export function openChatEndpoint({ url, key, connections }: ChatEndpointOptions): ChatEndpoint {
  const completions = chatAddress(url, 'chat/completions');
  const endpoint = openOperatorEndpoint({
    origin: completions.origin,
    name: 'the model endpoint',
    connections,
    maxBodyBytes,
  });
  const credentials = key === null ? basicCredentials(completions) : `Bearer ${key}`;
  const headers = {
    accept: 'application/json',
    ...(credentials !== null && { authorization: credentials }),
  };

  function send(
    method: EndpointRequest['method'],
    target: URL,
    body: unknown,
    signal: AbortSignal,
  ): Promise<EndpointAnswer | EndpointFault> {
    const path = `${target.pathname}${target.search}`;
    if (body === undefined) return endpoint.send({ method, path, headers, body: null }, signal);
    const typed = { ...headers, 'content-type': 'application/json' };
    return endpoint.send({ method, path, headers: typed, body: JSON.stringify(body) }, signal);
  }

  return {
    shown: `${completions.origin}${completions.pathname}`,
    post: (body, signal) => send('POST', completions, body, signal),
    async listModels(signal) {
      const answer = await send('GET', chatAddress(url, 'models'), undefined, signal);
      return answer.kind === 'answer' && answer.statusCode === 200 ? modelNames(answer.text) : [];
    },
    close: () => endpoint.close(),
  };
}

function modelNames(text: string): string[] {
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
