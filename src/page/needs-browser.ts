import type { Warning } from '../domain/outcome.ts';

/** What is known of an HTML page that came without its scripts having run. */
export interface ScriptedFacts {
  html: string;
  /** The start of what a person with scripts off sees. */
  visibleText: string;
  warnings: readonly Warning[];
}

/** Text of a page that has something to say without scripts, in characters. */
const enoughText = 1_000;
const littleText = 200;
const hardlyAnyText = 50;
const muchScript = 50_000;
/** Start of the source that is looked at. */
const maxSource = 2_000_000;

/** Elements that frameworks fill, when they hold nothing but space or comments. */
const emptyMount =
  /<(div|main|section)\b[^>]*\bid=["']?(?:root|app|__next|__nuxt|___gatsby|svelte|react-root|q-app)["']?[^>]*>\s*(?:<!--[^>]*-->\s*)*<\/\1>/i;
const emptyElement = /<(app-root|my-app)\b[^>]*>\s*<\/\1>/i;
const asksForScripts = /<noscript\b[^>]*>(?:(?!<\/noscript)[\s\S]){0,2000}?\b(?:java ?script|scripts?)\b/i;
const leadsOnByScript = /\blocation(?:\.href)?\s*=\s*["'`]|\blocation\.(?:replace|assign)\s*\(/;
const leadsOnByMeta = /<meta\b[^>]*http-equiv=["']?refresh["']?[^>]*url=/i;

/** Whether a page only becomes readable when its scripts run. Signs are added up: two points are enough. */
export function needsBrowser(facts: ScriptedFacts): boolean {
  const html = facts.html.slice(0, maxSource);
  const text = facts.visibleText.trim().length;
  const isUnselected = facts.warnings.some(({ code }) => code === 'nothing_selected');
  if (text >= enoughText * 2 && !isUnselected) return false;
  const scripts = scriptsOf(html);
  if (scripts.count === 0) return text < littleText && leadsOnByMeta.test(html);
  if (isUnselected) return true;
  if (scripts.bytes > muchScript && text < html.length / 100 && text < enoughText * 2) return true;
  if (text >= enoughText) return false;
  let points = emptyMount.test(html) || emptyElement.test(html) ? 2 : 0;
  if (asksForScripts.test(html)) points += 1;
  if (text < littleText) points += 1;
  if (text < hardlyAnyText) points += 1;
  if (text < littleText && (leadsOnByMeta.test(html) || leadsOnByScript.test(scripts.inline))) points += 2;
  return points >= 2;
}

interface Scripts {
  count: number;
  /** Length of the inline ones. */
  bytes: number;
  /** The start of their text. */
  inline: string;
}

/** Scripts that run; data in script elements is none. */
function scriptsOf(html: string): Scripts {
  const found: Scripts = { count: 0, bytes: 0, inline: '' };
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)) {
    const type = /\btype=["']?([^"'\s>]+)/i.exec(attributes)?.[1]?.toLowerCase();
    if (type !== undefined && !/module|javascript|ecmascript/.test(type)) continue;
    found.count += 1;
    found.bytes += body.length;
    if (found.inline.length < 20_000) found.inline += body;
  }
  return found;
}
