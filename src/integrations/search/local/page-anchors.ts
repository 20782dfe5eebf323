/** A link from one page to another with its text. */
export interface PageAnchor {
  url: string;
  text: string;
}

const maxAnchors = 150;
const minTextLength = 2;
const maxTextLength = 120;
const maxUrlLength = 2_000;

/** Returns the plain text of the link whose text ends at `close`; null for an image and for a text that is too long. */
function linkText(markdown: string, close: number): string | null {
  const window = markdown.slice(Math.max(0, close - maxTextLength - 2), close);
  const open = window.lastIndexOf('[');
  if (open === -1 || window.charAt(open - 1) === '!') return null;
  const text = window
    .slice(open + 1)
    .replace(/[`*\\]/g, '')
    .trim();
  return text.length < minTextLength ? null : text;
}

/** Returns the end of a link target: the position of `)` or of the space before a title; -1 if there is none. */
function targetEnd(markdown: string, start: number): number {
  const limit = Math.min(markdown.length, start + maxUrlLength);
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    const char = markdown.charAt(at);
    if (char === '(') depth += 1;
    else if (char === ')' && depth > 0) depth -= 1;
    else if (char === ')' || /\s/.test(char)) return at;
  }
  return -1;
}

function withoutFragment(url: URL): string {
  const copy = new URL(url);
  copy.hash = '';
  return copy.href;
}

/**
 * Returns the inline links of a page's Markdown to other pages, one for each pair of URL and text, in page order. The
 * work for each link is limited, so the time is linear.
 */
export function findAnchors(markdown: string, pageUrl: string): PageAnchor[] {
  const base = URL.parse(pageUrl);
  if (base === null) return [];
  const own = withoutFragment(base);
  const anchors = new Map<string, PageAnchor>();
  for (let close = markdown.indexOf(']('); close !== -1; close = markdown.indexOf('](', close + 2)) {
    const text = linkText(markdown, close);
    const end = text === null ? -1 : targetEnd(markdown, close + 2);
    const url = end === -1 ? null : URL.parse(markdown.slice(close + 2, end), pageUrl);
    if (text === null || url === null || !/^https?:$/.test(url.protocol)) continue;
    const target = withoutFragment(url);
    if (target !== own) anchors.set(`${target} ${text}`, { url: target, text });
    if (anchors.size >= maxAnchors) break;
  }
  return [...anchors.values()];
}
