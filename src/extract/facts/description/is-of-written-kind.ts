import type { PageFacts } from '../page-facts.ts';

/** Returns false for a page whose form is that of a product, a service, a list or documentation. */
export function isOfWrittenKind(page: PageFacts): boolean {
  const kind = page.kind();
  return kind === null || kind === 'article' || kind === 'forum';
}
