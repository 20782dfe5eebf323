/** One event of a stream. */
export interface ServerEvent {
  /** Where a reader who lost the stream goes on from. */
  id: string;
  type: string;
  data: unknown;
}

/** Lines of a stream of UTF-8, whatever ends them (LF, CRLF or CR). */
async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      // A CR at the end may be half of a CRLF.
      const text = rest + decoder.decode(next.value, { stream: true });
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() as string;
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The events of `text/event-stream` (HTML standard, section 9.2.6), whose data is JSON. */
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
