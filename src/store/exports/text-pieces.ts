const encoder = new TextEncoder();
/** Minimum characters of a chunk. */
const pieceLength = 64 * 1024;

/** Joins short texts to larger chunks of UTF-8. */
export async function* textPieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let buffered: string[] = [];
  let length = 0;
  for await (const text of texts) {
    buffered.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    yield encoder.encode(buffered.join(''));
    buffered = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(buffered.join(''));
}
