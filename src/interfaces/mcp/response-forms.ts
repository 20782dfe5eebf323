import { isObject } from '../../domain/values/is-object.ts';

const json = 'application/json';
const events = 'text/event-stream';

/** The forms in which a client takes an answer: one JSON text, and a stream of events. */
export interface ResponseForms {
  json: boolean;
  events: boolean;
}

/** Returns the forms that a request accepts (RFC 9110 section 12.5.1). */
export function acceptedForms({ headers }: Request): ResponseForms {
  const types = (headers.get('accept') ?? '*/*')
    .split(',')
    .map((entry) => (entry.split(';')[0] ?? '').trim().toLowerCase());
  const accepts = (type: string) => types.includes(type) || types.includes('*/*');
  return { json: accepts(json) || types.includes('application/*'), events: accepts(events) };
}

/**
 * Returns a request that names both types, as the protocol demands of clients (MCP 2025-11-25, Streamable HTTP). Clients that name
 * one of them exist, and are answered in it.
 */
export function withBothTypes(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('accept', `${json}, ${events}`);
  return new Request(request, { headers });
}

/** Returns the messages of a stream of events (HTML, 9.2.6) whose data is JSON. */
function messagesOf(text: string): unknown[] {
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice('data:'.length));
    return data.join('').trim() === '' ? [] : (JSON.parse(data.join('\n')) as unknown);
  });
}

/** Reads a stream to its end, and cancels its work when the client leaves. */
async function readToEnd(body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // The read that waits then ends.
  const leave = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', leave);
  try {
    let text = '';
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read())
      text += decoder.decode(value, { stream: true });
    return text + decoder.decode();
  } finally {
    signal.removeEventListener('abort', leave);
  }
}

function isAnswer(message: unknown): boolean {
  return isObject(message) && 'id' in message && ('result' in message || 'error' in message);
}

/** Returns a response in a form that the client accepts. Progress and other notifications are not part of a JSON answer. */
export async function toAcceptedForm(
  response: Response,
  forms: ResponseForms,
  { signal }: Request,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  const { status, body } = response;
  if (!forms.events && body !== null && type.startsWith(events)) {
    const answers = messagesOf(await readToEnd(body, signal)).filter(isAnswer);
    headers.set('content-type', json);
    return new Response(JSON.stringify(answers.length === 1 ? answers[0] : answers), { status, headers });
  }
  if (!forms.json && response.ok && type.startsWith(json)) {
    headers.set('content-type', events);
    return new Response(`event: message\ndata: ${JSON.stringify(await response.json())}\n\n`, {
      status,
      headers,
    });
  }
  return response;
}
