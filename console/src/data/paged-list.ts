import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { messageOf } from './client.ts';
import { type ListPage, mergeFirstPage } from './merge-first-page.ts';
import { type Query, useQuery } from './query.ts';

/** Source of a {@link usePagedList}. */
export interface ListSource<Item, Cursor> {
  read(cursor: Cursor | null, signal: AbortSignal): Promise<ListPage<Item, Cursor>>;
  keyOf(item: Item): string;
  /** Reads the first page again after this time. */
  refreshMs?: number;
}

/** A list of which more and more pages are read. */
export interface PagedList<Item> {
  /** Null until the first page is there. */
  items: readonly Item[] | null;
  first: Query<unknown>;
  /** True once the last page has been read. */
  isComplete: boolean;
  error: string | null;
  /** Reads the next page, unless it is being read. */
  readMore(): void;
}

/** Reads a list page by page. The first page is kept up to date; `key` identifies the list and its filters. */
export function usePagedList<Item, Cursor>(
  key: string,
  { read, keyOf, refreshMs }: ListSource<Item, Cursor>,
): PagedList<Item> {
  const first = useQuery(key, (signal) => read(null, signal), refreshMs === undefined ? {} : { refreshMs });
  const [loaded, setLoaded] = useState<ListPage<Item, Cursor> | null>(first.data.value);
  const [error, setError] = useState<string | null>(null);
  const reading = useRef<AbortController | null>(null);
  const page = first.data.value;
  useEffect(() => {
    if (page !== null) setLoaded((known) => mergeFirstPage(known, page, keyOf));
  }, [page]);
  useEffect(() => () => reading.current?.abort(), []);
  const cursor = loaded?.next ?? null;
  const readMore = useCallback(() => {
    if (cursor === null || reading.current !== null) return;
    const abort = new AbortController();
    reading.current = abort;
    read(cursor, abort.signal)
      .then(
        ({ items, next }) => {
          setError(null);
          setLoaded((known) =>
            known === null || known.next !== cursor ? known : { items: [...known.items, ...items], next },
          );
        },
        (failure: unknown) => {
          if (!abort.signal.aborted) setError(messageOf(failure));
        },
      )
      .finally(() => {
        reading.current = null;
      });
  }, [cursor, read]);
  return {
    items: loaded?.items ?? null,
    first,
    isComplete: loaded !== null && loaded.next === null,
    error,
    readMore,
  };
}
