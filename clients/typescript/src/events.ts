/** Event of a stream. */
export interface ServerEvent {
  /** Id after which a new stream can continue. */
  id: string;
  type: string;
  data: unknown;
}

/** The service sends a comment every 15 seconds, so a longer silence means that the connection is lost. */
const maxSilenceMs = 60_000;

/** Reads the next chunk; throws an Error after {@link maxSilenceMs}. */
async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no data for ${maxSilenceMs} ms`)), maxSilenceMs);
  });
  try {
    return await Promise.race([reader.read(), silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the lines of a UTF-8 stream, which end with LF, CRLF or CR. */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let next = await readInTime(reader); !next.done; next = await readInTime(reader)) {
      // A CR at the end can be the first half of a CRLF.
      const text = rest + decoder.decode(next.value, { stream: true });
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      yield* lines;
    }
  } finally {
    // The connection may be lost already; the caller gets the error of the reading.
    await reader.cancel().catch(() => {});
  }
}

/** Returns the events of a `text/event-stream` (HTML standard, section 9.2.6) whose data is JSON. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  let id = '';
  let type = '';
  let data: string[] = [];
  for await (const line of readLines(body)) {
    if (line === '') {
      if (data.length > 0)
        yield { id, type: type || 'message', data: JSON.parse(data.join('\n')) as unknown };
      type = '';
      data = [];
      continue;
    }
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === 'id') id = value;
    else if (name === 'event') type = value;
    else if (name === 'data') data.push(value);
  }
}
