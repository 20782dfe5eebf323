import { SaxesParser } from 'saxes';

/** What is called while XML is read; names come without their prefix. */
export interface XmlEvents {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Reads XML in one pass, without entities of its own making (no DTD is honoured). Throws when it is not well-formed. */
export function readXml(bytes: Uint8Array, events: XmlEvents): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', (element) => events.open(local(element.name), element.attributes));
  parser.on('closetag', (element) => events.close(local(element.name)));
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.on('error', (cause) => {
    throw new Error('Its XML is damaged.', { cause });
  });
  parser.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')).close();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
