import { byteAt } from '../../domain/values/elements.ts';
import { findTiffPages, readTiffTags, tiffTags } from './tiff-tags.ts';

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

function tiffSize(bytes: Uint8Array): { width?: number; height?: number } {
  const tags = readTiffTags(bytes, findTiffPages(bytes, 1)[0] ?? 0);
  return validSize(tags.get(tiffTags.width) ?? 0, tags.get(tiffTags.height) ?? 0);
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

/** Returns the orientation that a JPEG declares (Exif tag 274): 1 to 8, 1 if the first row is at the top. */
export function readOrientation(bytes: Uint8Array): number {
  let at = 2;
  while (at + 10 < bytes.byteLength && bytes[0] === 0xff && bytes[1] === 0xd8 && byteAt(bytes, at) === 0xff) {
    const marker = byteAt(bytes, at + 1);
    const length = byteAt(bytes, at + 2) * 256 + byteAt(bytes, at + 3);
    const segment = bytes.subarray(at + 4, at + 2 + length);
    if (marker === 0xda) break;
    if (marker === 0xe1 && Buffer.from(segment.subarray(0, 4)).toString('latin1') === 'Exif') {
      const exif = segment.subarray(6);
      const orientation = readTiffTags(exif, findTiffPages(exif, 1)[0] ?? 0).get(tiffTags.orientation) ?? 1;
      return orientation >= 1 && orientation <= 8 ? orientation : 1;
    }
    at += 2 + Math.max(2, length);
  }
  return 1;
}
