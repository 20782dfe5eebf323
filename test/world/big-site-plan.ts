import { type Dice, diceOf, slugOf, titleOf } from './words.ts';

/** Kind of a page of the big site. */
export type BigPageKind = 'home' | 'listing' | 'article' | 'manual' | 'product';

/** Plan of one page of the big site. */
export interface PlannedPage {
  /** Page number; the front page is 0. */
  readonly at: number;
  readonly path: string;
  readonly kind: BigPageKind;
  readonly title: string;
  /** Sentence that occurs only on this page. */
  readonly phrase: string;
  /** Target size of the HTML in bytes. */
  readonly bytes: number;
  readonly section: number;
}

/** All pages of the big site and the links between them. */
export interface BigSitePlan {
  readonly pages: readonly PlannedPage[];
  byPath(path: string): PlannedPage | undefined;
  /** First listing page of each section. */
  readonly sections: readonly PlannedPage[];
  /** Returns all listing pages of a section. */
  listings(section: number): readonly PlannedPage[];
  /** Returns all pages of a section that are not listings. */
  items(section: number): readonly PlannedPage[];
}

const pagesPerSection = 100;
const listingsPerSection = 5;
const itemKinds = ['article', 'manual', 'product'] as const;
const folders = { article: 'stories', manual: 'manual', product: 'goods' } as const;
const medianBytes = 60_000;
const minBytes = 20_000;
const maxBytes = 200_000;

/** Returns a size near the median; a few are small, a few very large. */
function sizeOf(dice: Dice): number {
  let sum = 0;
  for (let roll = 0; roll < 6; roll += 1) sum += dice.roll(1000) - 499.5;
  const size = medianBytes * Math.exp((sum / 700) * 0.5);
  return Math.round(Math.min(maxBytes, Math.max(minBytes, size)));
}

function folderOf(section: number): string {
  return `${folders[itemKinds[section % itemKinds.length] as 'article']}-${section + 1}`;
}

/**
 * Plans exactly `count` pages, at least 10: a front page, sections with five listing pages each, and the listed
 * pages.
 */
export function planBigSite(count: number): BigSitePlan {
  const sectionCount = Math.max(1, Math.round((count - 1) / pagesPerSection));
  const pages: PlannedPage[] = [];
  const listings: PlannedPage[][] = [];
  const items: PlannedPage[][] = [];
  const add = (page: Omit<PlannedPage, 'at' | 'bytes' | 'phrase'>): PlannedPage => {
    const at = pages.length;
    const phrase = `Leaf ${at + 1} of the Longshore register is filed under ${page.title.toLowerCase()}.`;
    const planned = { ...page, at, phrase, bytes: sizeOf(diceOf(7000 + at)) };
    pages.push(planned);
    return planned;
  };
  add({ path: '/', kind: 'home', title: 'Longshore', section: 0 });
  const itemCount = count - 1 - sectionCount * listingsPerSection;
  for (let section = 0; section < sectionCount; section += 1) {
    const folder = folderOf(section);
    const kind = itemKinds[section % itemKinds.length] as 'article';
    const own =
      Math.floor(((section + 1) * itemCount) / sectionCount) -
      Math.floor((section * itemCount) / sectionCount);
    listings.push(
      Array.from({ length: listingsPerSection }, (_, page) =>
        add({
          path: page === 0 ? `/${folder}/` : `/${folder}/page/${page + 1}`,
          kind: 'listing',
          title: `${titleOf(section)}, list ${page + 1}`,
          section,
        }),
      ),
    );
    items.push(
      Array.from({ length: own }, (_, number) => {
        const title = titleOf(section * pagesPerSection + number);
        return add({ path: `/${folder}/${slugOf(title)}`, kind, title, section });
      }),
    );
  }
  const paths = new Map(pages.map((page) => [page.path, page]));
  return {
    pages,
    byPath: (path) => paths.get(path),
    sections: listings.map((own) => own[0] as PlannedPage),
    listings: (section) => listings[section] ?? [],
    items: (section) => items[section] ?? [],
  };
}
