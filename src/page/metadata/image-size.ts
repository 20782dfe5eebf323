import { byteAt } from '../../domain/values/elements.ts';
/** Reads width and height in pixels from the header of a PNG, GIF, JPEG, WebP or TIFF image (of its first page); empty for other data. */
export function readImageSize(bytes: Uint8Array): { width?: number; height?: number } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 1_000_000));
  if (file.length < 30) return {};
  const signature = file.toString('latin1', 0, 12);
  if (signature.startsWith('\x89PNG')) return validSize(file.readUInt32BE(16), file.readUInt32BE(20));
  if (signature.startsWith('GIF8')) return validSize(file.readUInt16LE(6), file.readUInt16LE(8));
  if (signature.startsWith('\xff\xd8')) return jpegSize(file);
  if (/^(?:II\*\0|MM\0\*)/.test(signature)) return tiffSize(bytes);
  return signature.startsWith('RIFF') && signature.endsWith('WEBP') ? webpSize(file) : {};
}

function validSize(width: number, height: number): { width?: number; height?: number } {
  return width > 0 && height > 0 ? { width, height } : {};
}

/** Reads the frame header, which follows other segments (ITU-T T.81, B.2.2). */
function jpegSize(file: Buffer): { width?: number; height?: number } {
  let at = 2;
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = byteAt(file, at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return validSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    at += 2 + file.readUInt16BE(at + 2);
  }
  return {};
}

/** Tags of width and height in a directory, and the type of a 16-bit number (TIFF 6.0). */
const tiffTags = { width: 256, height: 257 };
const tiffShort = 3;

/** Reads the first directory, which may be anywhere in the file (TIFF 6.0, section 2). */
function tiffSize(bytes: Uint8Array): { width?: number; height?: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittleEndian = bytes[0] === 0x49;
  const directory = view.getUint32(4, isLittleEndian);
  if (directory + 2 > view.byteLength) return {};
  const entries = view.getUint16(directory, isLittleEndian);
  let [width, height] = [0, 0];
  for (let at = directory + 2; at < directory + 2 + entries * 12 && at + 12 <= view.byteLength; at += 12) {
    const tag = view.getUint16(at, isLittleEndian);
    const isShort = view.getUint16(at + 2, isLittleEndian) === tiffShort;
    const value = isShort ? view.getUint16(at + 8, isLittleEndian) : view.getUint32(at + 8, isLittleEndian);
    if (tag === tiffTags.width) width = value;
    if (tag === tiffTags.height) height = value;
  }
  return validSize(width, height);
}

/** Reads the first chunk (RFC 9649, 2.5 to 2.7). */
function webpSize(file: Buffer): { width?: number; height?: number } {
  switch (file.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return validSize(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const bits = file.readUInt32LE(21);
      return validSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return validSize(file.readUIntLE(24, 3) + 1, file.readUIntLE(27, 3) + 1);
    default:
      return {};
  }
}
