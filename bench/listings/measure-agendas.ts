import type { Figure } from '../report.ts';
import { type AgendaPage, agendaPages, type Meeting } from './agenda-pages.ts';
import { collectPage } from './collect-page.ts';

/** Minimum share of the meetings that have the right value. */
const minRight = 0.9;
const letters = (text: unknown) =>
  String(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns whether a value is that of the page, by field. A title may go on with the date, as its link does. */
const isRight: Readonly<Record<keyof Meeting, (given: unknown, wanted: string) => boolean>> = {
  title: (given, wanted) => letters(given).startsWith(letters(wanted)),
  date: (given, wanted) => String(given).startsWith(wanted),
  url: (given, wanted) => String(given).endsWith(wanted),
};

interface AgendaScore {
  isRegionRight: boolean;
  right: Record<keyof Meeting, boolean>;
  wrong: number;
}

async function scorePage(page: AgendaPage, listsWrong: boolean): Promise<AgendaScore> {
  const { meetings, fields } = page;
  const bytes = new TextEncoder().encode(page.html);
  const found = await collectPage('https://town.test/meetings', bytes, Object.values(fields));
  const shareOf = (key: keyof Meeting) =>
    meetings.filter((meeting, at) => isRight[key](found.records[at]?.[fields[key]] ?? null, meeting[key]))
      .length / Math.max(meetings.length, found.records.length);
  const shares = { title: shareOf('title'), date: shareOf('date'), url: shareOf('url') };
  const right = {
    title: shares.title >= minRight,
    date: shares.date >= minRight,
    url: shares.url >= minRight,
  };
  if (listsWrong && Object.values(right).includes(false)) {
    console.log(page.name, found.records.length, 'of', meetings.length, found.source, found.paths);
    console.log('   ', found.records.slice(0, 2), meetings[0]);
  }
  const wrong = meetings.flatMap((meeting, at) =>
    (['title', 'date', 'url'] as const).filter((key) => {
      const given = found.records[at]?.[fields[key]] ?? null;
      return given !== null && !isRight[key](given, meeting[key]);
    }),
  ).length;
  return { isRegionRight: right.title || right.url, right, wrong: wrong / (3 * meetings.length) };
}

/** Returns the figures of the pages of meetings. */
export async function measureAgendas(listsWrong: boolean): Promise<Figure[]> {
  const scores: AgendaScore[] = [];
  for (const page of agendaPages()) scores.push(await scorePage(page, listsWrong));
  const count = (accepts: (score: AgendaScore) => boolean) => scores.filter(accepts).length;
  const wrong = scores.reduce((sum, score) => sum + score.wrong, 0) / scores.length;
  return [
    {
      name: `agendas, right region (of ${scores.length})`,
      value: count((one) => one.isRegionRight),
      unit: '',
    },
    { name: 'agendas, right titles', value: count(({ right }) => right.title), unit: '' },
    { name: 'agendas, right dates', value: count(({ right }) => right.date), unit: '' },
    { name: 'agendas, right links', value: count(({ right }) => right.url), unit: '' },
    { name: 'agendas, wrong values', value: 100 * wrong, unit: '%' },
  ];
}
