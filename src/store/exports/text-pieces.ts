const encoder = new TextEncoder();
/** Characters that are gathered before they are handed on. */
const pieceLength = 64 * 1024;

/** Gathers short texts to pieces of UTF-8. */
export async function* textPieces(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let gathered: string[] = [];
  let length = 0;
  for await (const text of texts) {
    gathered.push(text);
    length += text.length;
    if (length < pieceLength) continue;
    yield encoder.encode(gathered.join(''));
    gathered = [];
    length = 0;
  }
  if (length > 0) yield encoder.encode(gathered.join(''));
}
