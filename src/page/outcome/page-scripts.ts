/** Summary of the executable scripts of a page, without data blocks. */
export interface PageScripts {
  count: number;
  /** Total length of the inline scripts. */
  bytes: number;
  /** Start of the inline scripts. */
  inline: string;
}

const maxInlineLength = 20_000;
/** Maximum number of characters of a `noscript` element that are examined. */
const maxNoticeLength = 2_000;

const mountEnd = /<\/(div|main|section|app-root|my-app)>/gi;
const mountStart = /<(div|main|section|app-root|my-app)\b/gi;
const mountId = /\bid=["']?(?:root|app|__next|__nuxt|___gatsby|svelte|react-root|q-app)/i;

/** Returns true if a browser runs a script with this `type`; null: it has none. Other scripts are blocks of data. */
export function isScriptType(type: string | null): boolean {
  return type === null || type === '' || /module|javascript|ecmascript/i.test(type);
}

/** Returns true if a page has an empty mount element of a framework (only space and comments). Takes linear time. */
export function hasEmptyMount(html: string): boolean {
  for (const { index, 1: name = '' } of html.matchAll(mountEnd)) {
    const close = findStartTagEnd(html, index);
    if (close !== -1 && isMount(html.slice(html.lastIndexOf('>', close - 1) + 1, close), name)) return true;
  }
  return false;
}

/** Returns the position of the `>` with only space and comments between it and `end`, or -1. */
function findStartTagEnd(html: string, end: number): number {
  let at = end - 1;
  for (;;) {
    while (at >= 0 && /\s/.test(html.charAt(at))) at -= 1;
    if (at < 1 || html.charAt(at) !== '>') return -1;
    if (!html.startsWith('--', at - 2)) return at;
    const before = html.lastIndexOf('>', at - 1);
    if (!/^\s*<!--/.test(html.slice(before + 1, at - 2))) return at;
    at = before;
  }
}

/** Returns true if a start tag (without its `>`) is a mount element of this name. */
function isMount(tag: string, name: string): boolean {
  const expectedName = name.toLowerCase();
  for (const { index, 0: start, 1: mountName = '' } of tag.matchAll(mountStart)) {
    if (mountName.toLowerCase() === expectedName) {
      return expectedName.includes('-') || mountId.test(tag.slice(index + start.length));
    }
  }
  return false;
}

/** Returns true if a `noscript` element mentions scripts. Takes linear time. */
export function requiresScripts(html: string): boolean {
  const open = /<noscript\b[^<>]*>/gi;
  const close = /<\/noscript/gi;
  while (open.test(html)) {
    const start = open.lastIndex;
    close.lastIndex = start;
    const end = close.exec(html)?.index ?? html.length;
    const notice = html.slice(start, Math.min(end, start + maxNoticeLength));
    if (/\b(?:java ?script|scripts?)\b/i.test(notice)) return true;
    open.lastIndex = end;
  }
  return false;
}

/** Returns true if a `meta` element redirects to another page. */
export function hasMetaRefresh(html: string): boolean {
  for (const [, attributes = ''] of html.matchAll(/<meta\b([^>]*)/gi)) {
    const refresh = attributes.search(/http-equiv=["']?refresh/i);
    if (refresh !== -1 && /url=/i.test(attributes.slice(refresh))) return true;
  }
  return false;
}

/** Returns true if a page links to two or more routes of its application (`#/docs`, `#!/docs`), which scripts show. */
export function hasRouteLinks(html: string): boolean {
  const routes = new Set<string>();
  for (const [, route = ''] of html.matchAll(/\shref=["']?(#!?\/[^"'\s>]{1,500})/gi)) {
    routes.add(route);
    if (routes.size === 2) return true;
  }
  return false;
}

/** Summarizes the executable scripts of a page. Takes linear time. */
export function summarizeScripts(html: string): PageScripts {
  const scripts: PageScripts = { count: 0, bytes: 0, inline: '' };
  const open = /<script\b/gi;
  const close = /<\/script/gi;
  while (open.test(html)) {
    const bodyStart = html.indexOf('>', open.lastIndex) + 1;
    close.lastIndex = bodyStart;
    const bodyEnd = bodyStart === 0 ? undefined : close.exec(html)?.index;
    if (bodyEnd === undefined) break;
    const type = /\btype=["']?([^"'\s>]+)/i.exec(html.slice(open.lastIndex, bodyStart - 1))?.[1];
    open.lastIndex = close.lastIndex;
    if (!isScriptType(type ?? null)) continue;
    scripts.count += 1;
    scripts.bytes += bodyEnd - bodyStart;
    if (scripts.inline.length < maxInlineLength) scripts.inline += html.slice(bodyStart, bodyEnd);
  }
  return scripts;
}
