/** Parts of a certificate in DER, with tag and length. */
export interface CertificateParts {
  serialNumber: Uint8Array;
  issuer: Uint8Array;
  subject: Uint8Array;
}

/** One element of DER (X.690 section 8.1), as offsets in the bytes. */
interface Element {
  tag: number;
  start: number;
  content: number;
  end: number;
}

function readElement(bytes: Uint8Array, start: number): Element {
  const tag = bytes[start] ?? 0;
  const first = bytes[start + 1] ?? 0;
  if (first < 0x80) return { tag, start, content: start + 2, end: start + 2 + first };
  const count = first & 0x7f;
  let length = 0;
  for (const byte of bytes.subarray(start + 2, start + 2 + count)) length = length * 256 + byte;
  const content = start + 2 + count;
  return { tag, start, content, end: content + length };
}

/** Tag of the version, which certificates of version 1 lack. */
const versionTag = 0xa0;

/**
 * Returns serial number, issuer and subject of a valid X.509 certificate in DER (RFC 5280 section 4.1): version, serial number,
 * algorithm, issuer, validity, subject.
 */
export function parseCertificateParts(bytes: Uint8Array): CertificateParts {
  const body = readElement(bytes, readElement(bytes, 0).content);
  const elements: Uint8Array[] = [];
  for (let at = body.content; at < body.end && elements.length < 5; ) {
    const { tag, start, end } = readElement(bytes, at);
    if (tag !== versionTag) elements.push(bytes.subarray(start, end));
    at = end;
  }
  const [serialNumber, , issuer, , subject] = elements;
  if (serialNumber === undefined || issuer === undefined || subject === undefined)
    throw new Error('the certificate has no subject');
  return { serialNumber, issuer, subject };
}
