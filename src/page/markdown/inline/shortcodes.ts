/** Shortcodes of page builders, by prefix, and of WordPress itself. */
const builderName =
  /^(?:vc|et|fusion|av|su|mk|tatsu|cs|wpb|mpc|dt|qode|mkdf|nectar|ultimate|fl|siteorigin|themify|mvc|cz|bsf|tcb|wp)_[a-z0-9_]{1,60}$/;
const coreNames = new Set([
  'caption',
  'gallery',
  'embed',
  'playlist',
  'dropcap',
  'pullquote',
  'gravityform',
  'ninja_form',
  'rev_slider',
  'contact-form',
  'contact-form-7',
  'contact-form-8',
]);
/** Names that are also words, so that they need attributes or a closing form. */
const ambiguousNames = new Set([
  'audio',
  'video',
  'button',
  'column',
  'columns',
  'row',
  'tab',
  'tabs',
  'toggle',
  'accordion',
  'highlight',
  'spacer',
  'divider',
  'one_half',
  'one_third',
  'two_third',
]);
/** Maximum length of a shortcode with its attributes, in UTF-16 code units. */
const maxShortcodeLength = 1200;
const shortcodeStart = /^(\/?)([a-z][a-z0-9_-]{1,70})(?=[\s/\]]|$)/;
const hasAttributes = /\s[a-z_-]{1,40}\s?=/i;

/** Returns true if the text between brackets is a shortcode. */
function isShortcode(content: string): boolean {
  const match = shortcodeStart.exec(content);
  const name = match?.[2];
  if (name === undefined) return false;
  if (builderName.test(name) || coreNames.has(name)) return true;
  return ambiguousNames.has(name) && (match?.[1] === '/' || hasAttributes.test(content.slice(0, 300)));
}

/** Removes shortcodes that a content management system did not replace (`[vc_row]`, `[caption width="9"]`); keeps their content. */
export function removeShortcodes(text: string): string {
  if (!text.includes('[')) return text;
  let result = '';
  let from = 0;
  for (let open = text.indexOf('['); open !== -1; open = text.indexOf('[', open + 1)) {
    const window = text.slice(open + 1, open + maxShortcodeLength);
    const close = window.indexOf(']');
    if (close === -1 || !isShortcode(window.slice(0, close))) continue;
    result += text.slice(from, open);
    from = open + close + 2;
    open = from - 1;
  }
  return from === 0 ? text : result + text.slice(from);
}
