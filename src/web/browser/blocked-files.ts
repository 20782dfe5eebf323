/**
 * Files that a page is read without, by their endings: fonts, sound and film. The browser drops them by itself; pictures
 * are answered with an empty one instead (`gate-requests.ts`), since pages replace what fails to load.
 */
export const blockedFiles: readonly string[] = [
  'woff',
  'woff2',
  'ttf',
  'otf',
  'eot',
  'mp4',
  'webm',
  'ogv',
  'mov',
  'm4v',
  'mp3',
  'ogg',
  'wav',
  'm4a',
  'm3u8',
].flatMap((ending) => [`*.${ending}`, `*.${ending}?*`]);
