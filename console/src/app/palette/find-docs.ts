import { BookOpen } from '../../components/icons.ts';
import type { PaletteCommand } from './palette-command.ts';

/** A section of the documentation that answers a question. */
interface Found {
  section: { url: string; page: string; heading: string };
}

type SearchDocs = (query: string) => Found[];

/** Most sections in the palette, below what the console itself has. */
const maxSections = 4;
const minLetters = 3;

let loading: Promise<SearchDocs> | null = null;

/** Loads the search of the documentation with its index, which the first page of the documentation names. */
async function loadSearch(): Promise<SearchDocs> {
  const page = await (await fetch('/docs/')).text();
  const frame = new DOMParser().parseFromString(page, 'text/html');
  const { library, search, users }: DOMStringMap = frame.querySelector<HTMLElement>('#search')?.dataset ?? {};
  if (library === undefined || search === undefined || users === undefined)
    throw new Error('the documentation has no search');
  const [{ default: Engine }, { createSearch }, index] = await Promise.all([
    import(library),
    import(search),
    (await fetch(users)).json(),
  ]);
  return createSearch(Engine, { users: index, contributors: [] }) as SearchDocs;
}

/** Finds sections of the documentation; none if it cannot be loaded. */
export async function findDocs(query: string): Promise<PaletteCommand[]> {
  if (query.trim().length < minLetters) return [];
  loading ??= loadSearch();
  const search = await loading.catch(() => {
    loading = null;
    return null;
  });
  if (search === null) return [];
  return search(query)
    .slice(0, maxSections)
    .map(({ section: { url, page, heading } }) => ({
      id: `docs ${url}`,
      label: heading === page ? page : `${page}: ${heading}`,
      hint: 'Documentation',
      icon: BookOpen,
      run: () => void open(url, '_blank', 'noreferrer'),
    }));
}
