/** Width and height of an image in pixels, as far as its header tells without decoding it. */
export function imageSize(bytes: Uint8Array): { width?: number; height?: number } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_000_000));
  if (file.length < 30) return {};
  const mark = file.toString('latin1', 0, 12);
  if (mark.startsWith('\x89PNG')) return sized(file.readUInt32BE(16), file.readUInt32BE(20));
  if (mark.startsWith('GIF8')) return sized(file.readUInt16LE(6), file.readUInt16LE(8));
  if (mark.startsWith('\xff\xd8')) return jpegSize(file);
  return mark.startsWith('RIFF') && mark.endsWith('WEBP') ? webpSize(file) : {};
}

function sized(width: number, height: number): { width?: number; height?: number } {
  return width > 0 && height > 0 ? { width, height } : {};
}

/** From the frame header, which comes after any number of other segments (ITU-T T.81, B.2.2). */
function jpegSize(file: Buffer): { width?: number; height?: number } {
  let at = 2;
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = file[at + 1] as number;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return sized(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    at += 2 + file.readUInt16BE(at + 2);
  }
  return {};
}

/** From the first chunk of the three kinds (RFC 9649, 2.5 to 2.7). */
function webpSize(file: Buffer): { width?: number; height?: number } {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return sized(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sized(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1);
    default:
      return {};
  }
}
