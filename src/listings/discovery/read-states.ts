import type { PageFindings, ReadRecords } from '../../domain/pages/records.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { RecordsPage } from './records-page.ts';

/** Adds the records of a later state that were not in an earlier one. */
function addRecords(all: ReadRecords, later: ReadRecords): void {
  const known = new Set(all.ids);
  later.records.forEach((record, index) => {
    const id = itemAt(later.ids, index);
    if (known.has(id)) return;
    known.add(id);
    const start = `/${index}/`;
    for (const pointer of later.unverified)
      if (pointer.startsWith(start))
        all.unverified.push(`/${all.records.length}/${pointer.slice(start.length)}`);
    all.records.push(record);
    all.ids.push(id);
  });
  all.checked += later.checked;
}

/**
 * Returns a page that a browser saw in several states, as it was in the last one, with the records of all states, each
 * once. `readState` reads the records of one state; null if they could not be searched.
 */
export async function readStates(
  first: RecordsPage,
  read: ReadRecords,
  readState: (fetched: FetchedPage) => Promise<PageFindings | null>,
): Promise<{ page: RecordsPage; read: ReadRecords }> {
  const { fetched } = first;
  const { response } = fetched;
  if (response === undefined || response.states.length === 0) return { page: first, read };
  const all = structuredClone(read);
  let { findings } = first;
  let isWhole = true;
  for (const bytes of response.states) {
    const stateFindings = await readState({ ...fetched, response: { ...response, bytes } });
    const later = stateFindings?.sources[0]?.read;
    // The control led to something else, or the state holds what could not be read.
    if (later === undefined || later.records.length === 0) isWhole = false;
    else addRecords(all, later);
    findings = stateFindings ?? findings;
  }
  const scrolled = isWhole ? response.scrolled : 'replaced';
  return { page: { fetched: { ...fetched, response: { ...response, scrolled } }, findings }, read: all };
}
