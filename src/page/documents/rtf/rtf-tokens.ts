import { Tokenize } from 'rtf-stream-parser';

/** A token of an RTF file (Rich Text Format 1.9.1). Names of control words are as written, symbols are one character. */
export type RtfToken =
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'control'; word: string; param: number | null }
  /** Bytes of text in the current character set: a run of text, or one escaped byte. */
  | { kind: 'bytes'; bytes: Uint8Array };

/** Numbers of the library's token types. */
const tokenTypes = { open: 0, close: 1, control: 2, text: 3 } as const;
const chunkLength = 64 * 1024;

/** A token of the library. */
interface LibraryToken {
  type: number;
  word?: string;
  param?: number;
  data?: Uint8Array;
}

/** Removes `\bin` data, of which the library would allocate as many bytes as the file claims. */
function removeBinary(source: string): string {
  const parts: string[] = [];
  const pattern = /\\\\|\\bin(\d{1,10}) ?/g;
  let from = 0;
  for (let found = pattern.exec(source); found !== null; found = pattern.exec(source)) {
    if (found[1] === undefined) continue;
    parts.push(source.slice(from, found.index));
    from = found.index + found[0].length + Number(found[1]);
    pattern.lastIndex = Math.min(from, source.length);
    parts.push('{}');
  }
  return parts.length === 0 ? source : parts.join('') + source.slice(from);
}

/**
 * Removes line ends, because the library takes quadratic time to append lines to each other. After a backslash, they are
 * paragraph ends; after a control word, they end it, as a space does. Escapes without hexadecimal digits are removed.
 */
function normalizeLines(source: string): string {
  const pattern = /\\\\|\\\r?\n|\\\r|\\[a-z]{1,40}-?\d{0,12}(?=[\r\n])|[\r\n]+|\\'(?![\da-f]{2})/gi;
  return source.replace(pattern, (found) => {
    if (found === '\\\\') return found;
    if (found === "\\'" || /^[\r\n]/.test(found)) return '';
    return /[\r\n]$/.test(found) ? '\\par ' : `${found} `;
  });
}

function toToken({ type, word = '', param, data }: LibraryToken): RtfToken {
  if (type === tokenTypes.open) return { kind: 'open' };
  if (type === tokenTypes.close) return { kind: 'close' };
  if (data !== undefined && (type === tokenTypes.text || word === "'")) return { kind: 'bytes', bytes: data };
  return { kind: 'control', word, param: param ?? null };
}

/** Tokenizer that hands its tokens on at once, instead of buffering them in a stream. */
class DirectTokenizer extends Tokenize {
  private readonly handle: (token: RtfToken) => void;

  constructor(handle: (token: RtfToken) => void) {
    super();
    this.handle = handle;
  }

  override push(token: LibraryToken | null): boolean {
    if (token !== null) this.handle(toToken(token));
    return true;
  }
}

function throwIfError(error?: unknown): void {
  if (error != null) throw error;
}

/** Returns an RTF file, one UTF-16 code unit per byte, in the form that the library reads in linear time. */
export function normalizeRtf(bytes: Uint8Array): string {
  return normalizeLines(removeBinary(Buffer.from(bytes).toString('latin1')));
}

/** Passes the tokens of an RTF file to `take`, in order. */
export function readRtfTokens(bytes: Uint8Array, take: (token: RtfToken) => void): void {
  const source = normalizeRtf(bytes);
  const tokenizer = new DirectTokenizer(take);
  for (let at = 0; at < source.length; at += chunkLength)
    tokenizer._transform(Buffer.from(source.slice(at, at + chunkLength), 'latin1'), undefined, throwIfError);
  tokenizer._flush(throwIfError);
}
