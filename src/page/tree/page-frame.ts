import { tagSet } from '../parse/names/tag-sets.ts';

/** Elements beside the content of a page. A `header` is none, because articles have one as well. */
const frameNames = 'nav footer aside';

/** Elements beside the content of a page: `nav`, `footer` and `aside`. */
export const isFrame: Uint8Array = tagSet(frameNames);

/** Returns the elements beside the content, and further ones. */
export function frameAnd(names: string): Uint8Array {
  return tagSet(`${frameNames} ${names}`);
}
