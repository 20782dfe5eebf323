import { gzipSync } from 'node:zlib';
import { findChanges } from '../../src/capabilities/archive/captures/find-changes.ts';
import { digestBlocks, isSameText, splitTextBlocks } from '../../src/diff/text-blocks.ts';
import { pastPage } from '../../test/world/archived-site.ts';
import { type Figure, quantile } from '../report.ts';
import { captures, changesWanted, historyOf } from './histories.ts';

// Number of pages of a history of 400 captures that must be read to find its 12 content changes if the bytes of every
// capture differ: the search alone, with the record sizes of real pages.
const seeds = 20;
const maxReads = 100;

async function measure(seed: number, returns: boolean, hasSizes: boolean) {
  const { places, versions, random } = historyOf(seed, returns);
  const paragraphs = versions.map((version) => [
    `Offer number ${version * 7_919} stands until it is withdrawn.`,
  ]);
  const sizes = paragraphs.map(
    (texts) => gzipSync(pastPage('Offers', texts, Math.floor(random() * 1e6))).length,
  );
  let reads = 0;
  const found = await findChanges({
    count: captures,
    size: (at) => (hasSizes ? (sizes[at] as number) : null),
    async read(at) {
      if (reads >= maxReads) return null;
      reads += 1;
      return digestBlocks(splitTextBlocks((paragraphs[at] as string[]).join('\n\n'), new Date(0)));
    },
    isSame: isSameText,
  });
  const exact = new Set(
    found.changes.filter(({ before, after }) => after - before === 1).map(({ after }) => after),
  );
  const missed = places.filter((place) => !exact.has(place));
  const wrong = found.changes.filter(
    ({ before, after }) => !places.some((place) => place > before && place <= after),
  );
  // A missed change must be in a range that was not read.
  const unmarked = missed.filter((place) => found.contents.has(place) && found.contents.has(place - 1));
  return { reads, missed: missed.length, wrong: wrong.length, unmarked: unmarked.length };
}

/** Returns the pages read and the changes found or missed, over all seeds, by kind of history. */
export async function measureSearch(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, returns, hasSizes] of [
    ['no returns', false, true],
    ['no returns, sizes unknown', false, false],
    ['with returns (A-B-A)', true, true],
  ] as const) {
    const runs: Awaited<ReturnType<typeof measure>>[] = [];
    for (let seed = 1; seed <= seeds; seed += 1) runs.push(await measure(seed, returns, hasSizes));
    const all = (pick: (run: (typeof runs)[number]) => number) => runs.map(pick);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    figures.push(
      {
        name: `${name}: pages read, median`,
        value: quantile(
          all((run) => run.reads),
          0.5,
        ),
        unit: '',
        wanted: { below: 81 },
      },
      {
        name: `${name}: pages read, most`,
        value: Math.max(...all((run) => run.reads)),
        unit: '',
        wanted: { below: 101 },
      },
      {
        name: `${name}: changes missed of ${seeds * changesWanted}`,
        value: sum(all((run) => run.missed)),
        unit: '',
        ...(!returns && { wanted: { below: 1 } }),
      },
      { name: `${name}: false changes`, value: sum(all((run) => run.wrong)), unit: '', wanted: { below: 1 } },
      {
        name: `${name}: missed outside of what is marked assumed`,
        value: sum(all((run) => run.unmarked)),
        unit: '',
        wanted: { below: 1 },
      },
    );
  }
  return figures;
}
