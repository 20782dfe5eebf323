/**
 * File extensions of fonts, audio and video, which the browser itself blocks when it reads pages as text. Images get an
 * empty response instead (`gate-requests.ts`), because pages replace images that fail to load.
 */
export const blockedFilePatterns: readonly string[] = [
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
