import type { ResourceKind } from '../../../../domain/pages/page-command.ts';

const fontEndings = ['woff', 'woff2', 'ttf', 'otf', 'eot'];
const mediaEndings = ['mp4', 'webm', 'ogv', 'mov', 'm4v', 'mp3', 'ogg', 'wav', 'm4a', 'm3u8'];

/**
 * Returns the patterns of file extensions of fonts, audio and video that the browser itself blocks. Images get an empty
 * response instead (`intercept-requests.ts`), because pages replace images that fail to load.
 */
export function blockedFilePatterns(kinds: ReadonlySet<ResourceKind>): string[] {
  return [...(kinds.has('fonts') ? fontEndings : []), ...(kinds.has('media') ? mediaEndings : [])].flatMap(
    (ending) => [`*.${ending}`, `*.${ending}?*`],
  );
}
