import { SaxesParser } from 'saxes';

/** Callbacks for XML events; names have no namespace prefix. */
export interface XmlHandlers {
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** Parses XML in one pass and ignores entities that a DTD declares. Throws if the XML is not well-formed. */
export function parseXml(bytes: Uint8Array, events: XmlHandlers): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('opentag', (element) => events.open(localName(element.name), element.attributes));
  parser.on('closetag', (element) => events.close(localName(element.name)));
  parser.on('text', (text) => events.text(text));
  parser.on('cdata', (text) => events.text(text));
  parser.on('error', (cause) => {
    throw new Error('The XML is not well-formed.', { cause });
  });
  parser.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')).close();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
