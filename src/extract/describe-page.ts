import type { PageMetadata } from '../domain/pages/page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { createPageFacts } from './facts/create-page-facts.ts';
import { statedNames } from './facts/description/text-entities.ts';
import type { PageFacts } from './facts/page-facts.ts';

const maxDescriptionLength = 10_000;

/** Returns a text property of the items that describe the text of the page, best item first. */
function statedText(page: PageFacts, name: string): string | undefined {
  for (const { entity } of page.textEntities()) {
    const text = statedNames(entity.properties[name])[0]?.text.trim();
    if (text !== undefined && text !== '' && text.length <= maxDescriptionLength) return text;
  }
  return undefined;
}

/** Returns the address of the image that the items that describe the text of the page state. */
function statedImage(page: PageFacts): string | undefined {
  for (const { entity } of page.textEntities()) {
    const image = [entity.properties.image].flat()[0];
    const address = typeof image === 'object' && image !== null ? Reflect.get(image, 'url') : image;
    const url = typeof address === 'string' ? page.addresses.resolveWeb(address) : null;
    if (url !== null) return url;
  }
  return undefined;
}

/**
 * Returns the metadata of a page: what its head declares, with the title, author and dates of its text, which are the same
 * values as those of an extraction. `html_title` is the title in the head as it is. Without `isText`, the author and dates are absent.
 */
export function describePage(parsed: ParsedPage, isText = true): PageMetadata {
  const page = createPageFacts(parsed);
  const { title: htmlTitle, author: _, published: __, modified: ___, ...head } = page.metadata;
  const description = page.description();
  const stated: PageMetadata = {
    title: description.title()?.value,
    html_title: htmlTitle,
    description: head.description ?? statedText(page, 'description'),
    ...(isText && {
      author: description.author()?.value,
      published: description.published()?.value,
      modified: description.modified()?.value,
    }),
    site_name: description.siteName()?.value,
    image: head.image ?? statedImage(page),
  };
  const found = Object.entries(stated).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(found), ...head };
}
