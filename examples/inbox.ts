import { type ExampleServer, startExampleServer } from './example-server.ts';

const maxMessages = 100;

/** Returns the type of an event and, if it has one, its summary. */
function describeMessage(body: string): string {
  try {
    const { type, data } = JSON.parse(body) as { type?: unknown; data?: { summary?: unknown } };
    return `${String(type)}${data?.summary === undefined ? '' : `: ${String(data.summary)}`}`;
  } catch {
    return 'not JSON';
  }
}

/** Starts a receiver of webhooks. `GET /` lists the events that it received, one per line. */
export function startInbox(port: number): Promise<ExampleServer> {
  const messages: string[] = [];
  return startExampleServer(port, ({ method, body }) => {
    if (method === 'POST') {
      messages.push(describeMessage(body));
      messages.splice(0, messages.length - maxMessages);
      return { status: 204, body: '' };
    }
    const lines = messages.map((message) => `${message}\n`);
    return { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: lines.join('') };
  });
}
