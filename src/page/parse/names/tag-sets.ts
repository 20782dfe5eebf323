import { firstNameId, tag, tagNames } from './tags.ts';

/** Creates a table by tag id with 1 for the named elements and node kinds. */
export function tagSet(names: string, ...kinds: number[]): Uint8Array {
  const set = new Uint8Array(256);
  for (const name of names.split(/\s+/)) {
    if (name === '') continue;
    const index = tagNames.indexOf(name);
    if (index === -1) throw new Error(`unknown element name ${name}`);
    set[index + firstNameId] = 1;
  }
  for (const kind of kinds) set[kind] = 1;
  return set;
}

/** Special elements (WHATWG HTML 13.2.4.2, "The stack of open elements"). */
export const isSpecial = tagSet(
  `address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd
  details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup
  hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ol p param
  plaintext pre script search section select source style summary table tbody td template textarea tfoot th thead title
  tr track ul wbr xmp`,
  tag.foreignBoundary,
);

/** Special elements that do not stop the search for an open `li`, `dd` or `dt`. */
export const isTransparentForItems = tagSet('address div p');

/** Elements that bound "in scope". */
export const boundsScope = tagSet(
  'applet caption html table td th marquee object template',
  tag.foreignBoundary,
);

/** Elements that bound "in list item scope". */
export const boundsListScope = boundsScope.slice();
boundsListScope[tag.ol] = 1;
boundsListScope[tag.ul] = 1;

/** Elements that bound "in button scope". */
export const boundsButtonScope = boundsScope.slice();
boundsButtonScope[tag.button] = 1;

/** Elements that bound "in table scope". */
export const boundsTableScope = tagSet('html table template');

/** Elements that do not bound "in select scope". */
const selectContent = tagSet('optgroup option');
/** Elements that bound "in select scope". */
export const boundsSelectScope: Uint8Array = selectContent.map((isContent) => 1 - isContent);

/** Elements with implied end tags. */
export const hasImpliedEnd = tagSet('dd dt li optgroup option p rb rp rt rtc');

/** Elements with implied end tags when a template is closed. */
export const hasImpliedEndThoroughly = tagSet(
  'dd dt li optgroup option p rb rp rt rtc caption colgroup tbody td tfoot th thead tr',
);

/** Elements whose invalid content is foster-parented. */
export const causesFostering = tagSet('table tbody tfoot thead tr');

/** Headings. */
export const isHeading = tagSet('h1 h2 h3 h4 h5 h6');
