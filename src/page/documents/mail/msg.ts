import { decompressRTF } from '@kenjiuno/decompressrtf';
import { deEncapsulateSync } from 'rtf-stream-parser';
import { decodeText } from '../../text/decode.ts';
import type { HtmlDocument } from '../html-document.ts';
import { rtfToHtml } from '../rtf/rtf.ts';
import { decodeCodePage, encodingOfCodePage } from '../rtf/rtf-charsets.ts';
import { normalizeRtf } from '../rtf/rtf-tokens.ts';
import { readCompoundFile, type Storage } from './compound-file.ts';
import { type Mail, type MailAttachment, mailToHtml } from './mail-html.ts';

/** Ids of properties ([MS-OXPROPS]). */
const ids = {
  subject: 0x0037,
  submitTime: 0x0039,
  representedName: 0x0042,
  recipientType: 0x0c15,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  deliveryTime: 0x0e06,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  displayName: 0x3001,
  address: 0x3003,
  data: 0x3701,
  shortFileName: 0x3704,
  fileName: 0x3707,
  mimeType: 0x370e,
  smtpAddress: 0x39fe,
  internetCodePage: 0x3fde,
  codePage: 0x3ffd,
  senderSmtpAddress: 0x5d01,
} as const;
const types = { object: 0x000d, string8: 0x001e, string: 0x001f, binary: 0x0102 } as const;
const recipientTypes = { to: 1, cc: 2, bcc: 3 } as const;
/** Milliseconds from 1601, the start of file times, to 1970. */
const fileTimeOffset = 11_644_473_600_000;

function hex(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}

/** Returns a text up to the character that ends it. */
function withoutEnd(text: string): string {
  const end = text.indexOf('\0');
  return end === -1 ? text : text.slice(0, end);
}

/** Reads the properties of a message, recipient or attachment ([MS-OXMSG] 2.1). */
class Properties {
  readonly storage: Storage;
  private readonly codePage: number;
  private readonly fixed: Buffer;

  /** Reads the properties of fixed size, which follow a header of `headerSize` bytes. */
  constructor(storage: Storage, headerSize: number, codePage?: number) {
    this.storage = storage;
    this.fixed =
      storage.streams.get('__properties_version1.0')?.read().subarray(headerSize) ?? Buffer.alloc(0);
    this.codePage = codePage ?? this.integer(ids.codePage) ?? 1252;
  }

  get textCodePage(): number {
    return this.codePage;
  }

  text(id: number): string {
    const unicode = this.bytes(id, types.string);
    if (unicode !== null) return withoutEnd(unicode.toString('utf16le'));
    const bytes = this.bytes(id, types.string8);
    return bytes === null ? '' : withoutEnd(decodeCodePage(bytes, this.codePage));
  }

  bytes(id: number, type: number): Buffer | null {
    return this.storage.streams.get(this.streamName(id, type))?.read() ?? null;
  }

  /** Returns the size of a binary property in bytes, without reading it; null if it is absent. */
  size(id: number): number | null {
    return this.storage.streams.get(this.streamName(id, types.binary))?.size ?? null;
  }

  object(id: number): Storage | undefined {
    const name = this.streamName(id, types.object);
    return this.storage.storages.find((each) => each.name === name);
  }

  integer(id: number): number | null {
    const at = this.findFixed(id);
    return at === -1 ? null : this.fixed.readUInt32LE(at + 8);
  }

  /** Returns a time in ISO 8601, or ''. */
  time(id: number): string {
    const at = this.findFixed(id);
    if (at === -1) return '';
    const ticks = this.fixed.readUInt32LE(at + 8) + this.fixed.readUInt32LE(at + 12) * 2 ** 32;
    const date = new Date(ticks / 10_000 - fileTimeOffset);
    // Programs write 1601 or 4501 for a time that is not set ([MS-OXOCAL] 2.2.1.28).
    const year = date.getUTCFullYear();
    return year > 1601 && year < 4501 ? date.toISOString().replace(/\.\d+Z$/, 'Z') : '';
  }

  private streamName(id: number, type: number): string {
    return `__substg1.0_${hex(id)}${hex(type)}`;
  }

  private findFixed(id: number): number {
    for (let at = 0; at + 16 <= this.fixed.length; at += 16)
      if (this.fixed.readUInt16LE(at + 2) === id) return at;
    return -1;
  }
}

function withAddress(name: string, address: string): string {
  if (name === '' || name === address) return address;
  return address.includes('@') ? `${name} <${address}>` : name;
}

/** Returns the decompressed RTF of a message ([MS-OXRTFCP]), or null if it is damaged. */
function decompress(compressed: Uint8Array): Uint8Array | null {
  const header = Buffer.from(compressed.buffer, compressed.byteOffset, compressed.byteLength);
  // The library reads as many bytes as the header states, also behind the end.
  if (header.length < 16 || header.readUInt32LE(0) + 4 > header.length) return null;
  try {
    return Uint8Array.from(decompressRTF([...compressed]));
  } catch {
    // The message then has its text.
    return null;
  }
}

/** Returns the body of a message in RTF as HTML: the HTML that it encapsulates ([MS-OXRTFEX]), else its own. */
function rtfBody(compressed: Uint8Array): string {
  const rtf = decompress(compressed);
  if (rtf === null) return '';
  try {
    const start = Buffer.from(rtf.subarray(0, 2_000)).toString('latin1');
    if (/\\fromtext/.test(start)) return '';
    if (!/\\fromhtml/.test(start)) return rtfToHtml(rtf).html;
    const decode = (bytes: Buffer, encoding: string) =>
      decodeCodePage(bytes, Number(encoding.replace(/\D/g, '')));
    const { text } = deEncapsulateSync(Buffer.from(normalizeRtf(rtf), 'latin1'), { decode, mode: 'html' });
    return text.toString();
  } catch {
    // The message then has its text.
    return '';
  }
}

/** Returns the HTML of the body; empty if the message has only text. */
function bodyHtml(message: Properties): string {
  const codePage = message.integer(ids.internetCodePage) ?? message.textCodePage;
  const html = message.bytes(ids.html, types.binary);
  if (html !== null) return decodeText(html, `text/html; charset=${encodingOfCodePage(codePage)}`, true).text;
  const text = message.text(ids.html);
  if (text !== '') return text;
  const compressed = message.bytes(ids.compressedRtf, types.binary);
  return compressed === null ? '' : rtfBody(compressed);
}

function toAttachment(storage: Storage, codePage: number): MailAttachment {
  const properties = new Properties(storage, 8, codePage);
  const message = properties.object(ids.data);
  const subject = message === undefined ? '' : new Properties(message, 24).text(ids.subject);
  const name = [ids.fileName, ids.shortFileName, ids.displayName]
    .map((id) => properties.text(id))
    .find(Boolean);
  return {
    name: name ?? (subject || 'unnamed'),
    type: properties.text(ids.mimeType) || (message === undefined ? '' : 'application/vnd.ms-outlook'),
    size: properties.size(ids.data),
  };
}

function recipientsOf(message: Properties, type: number): string {
  return message.storage.storages
    .filter(({ name }) => name.startsWith('__recip_version1.0_'))
    .map((storage) => new Properties(storage, 8, message.textCodePage))
    .filter((recipient) => (recipient.integer(ids.recipientType) ?? recipientTypes.to) === type)
    .map((recipient) =>
      withAddress(
        recipient.text(ids.displayName),
        recipient.text(ids.smtpAddress) || recipient.text(ids.address),
      ),
    )
    .join(', ');
}

/** Converts an Outlook message ([MS-OXMSG]) to HTML: its header, its body, and the names of its attachments. */
export async function msgToHtml(bytes: Uint8Array, url: string): Promise<HtmlDocument> {
  const root = readCompoundFile(bytes);
  const message = new Properties(root, 32);
  const name = message.text(ids.senderName) || message.text(ids.representedName);
  const address = message.text(ids.senderSmtpAddress) || message.text(ids.senderAddress);
  const date = message.time(ids.submitTime) || message.time(ids.deliveryTime);
  const mail: Mail = {
    subject: message.text(ids.subject),
    author: name || address,
    fields: [
      ['From', withAddress(name, address)],
      ['To', recipientsOf(message, recipientTypes.to)],
      ['Cc', recipientsOf(message, recipientTypes.cc)],
      ['Bcc', recipientsOf(message, recipientTypes.bcc)],
      ['Date', date],
    ],
    date,
    html: bodyHtml(message),
    text: message.text(ids.body),
    attachments: root.storages
      .filter((storage) => storage.name.startsWith('__attach_version1.0_'))
      .map((storage) => toAttachment(storage, message.textCodePage)),
  };
  return mailToHtml(mail, url);
}
