/** Product token that robots.txt groups are matched by. */
export const robotsToken = 'webdata';

/** Returns the User-Agent of plain requests, with the operator's contact if there is one. */
export function userAgent(version: string, contact: string | null): string {
  const note = contact === null ? '' : `; +${contact.replaceAll(/[()\r\n]/g, '')}`;
  return `Mozilla/5.0 (compatible; ${robotsToken}/${version}${note})`;
}
