import type { Warning } from './outcome.ts';

const mediaHosts =
  /^https?:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/|(?:www\.)?dailymotion\.com\/embed\/|players\.brightcove\.net\/|fast\.wistia\.(?:net|com)\/embed\/|embed\.ted\.com\/|player\.bilibili\.com\/|open\.spotify\.com\/embed\/|w\.soundcloud\.com\/player|platform\.twitter\.com\/embed)/i;

/** Returns true if the URL of a frame is a player of video or audio, which is returned as a link. */
export function isMediaFrameUrl(url: string): boolean {
  return mediaHosts.test(url);
}

/** Code of the warning that names frames whose content is not part of a result. */
export const framesNotRead = 'frames_not_read';

/** Advice for frames that a browser could not read. */
export const unreadFramesAdvice =
  'They failed to load in time or exceed the limits. Read their URLs on their own.';

/** Maximum number of frames that the warning names, and maximum length of each URL. */
const limits = { names: 5, urlLength: 200 };

/** Returns the warning that names unread frames, followed by what the reader can do; none without frames. */
export function framesNotReadWarnings(urls: readonly string[], advice: string): Warning[] {
  if (urls.length === 0) return [];
  const names = urls.slice(0, limits.names).map((url) => url.slice(0, limits.urlLength));
  const more = urls.length > names.length ? `, and ${urls.length - names.length} more` : '';
  return [
    {
      code: framesNotRead,
      message: `Frames of this page were not read: ${names.join(', ')}${more}. ${advice}`,
    },
  ];
}
