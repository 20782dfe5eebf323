import type { Icon } from '@modelcontextprotocol/server';

/** A globe of meridians, in colours that are readable on light and dark backgrounds. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#0d8a8a" stroke-width="2">' +
  '<circle cx="12" cy="12" r="10"/><ellipse cx="12" cy="12" rx="4" ry="10"/><path d="M3 8.5h18M3 15.5h18"/></svg>';

/** Icon of the server; inline, so that clients load nothing. */
export const serverIcon: Icon = {
  src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  mimeType: 'image/svg+xml',
  sizes: ['any'],
};
