// npm run bench -- focus [DATA]: does the first passage that `focus` returns hold what was asked for?
// Fields: each value of the everyday pages that stands in one passage is asked for by the name of its field, and by the name that a
// user of another language gives it. Headings: a heading of a page below DATA is taken out of the text, and its words must lead
// to its section. No rule was developed on the headings' pages.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Section } from '../src/domain/pages/page.ts';
import { readHtml } from '../src/page/read/read-html.ts';
import { decodeText } from '../src/page/text/decode.ts';
import { rankPassages } from '../src/page/text/passages.ts';
import { parseSections } from '../src/page/text/sections.ts';
import { type Expected, type Half, readExpectedPages } from './extract/expected-pages.ts';
import { translatePage } from './extract/translate-page.ts';
import { pageJob } from './quality/page-job.ts';
import { type Figure, report } from './report.ts';

/** Passages that are looked at for "among the first". */
const first = 3;
/** Minimum number of passages of a page that is asked. */
const minPassages = 2;
/** Pages of each folder of DATA, and headings of each page. */
const maxPages = 250;
const maxHeadings = 4;
/** Questions that no everyday page answers. */
const farFetched = [
  'moon phase',
  'blood type',
  'runway length',
  'defendant',
  'boiling point',
  'Hufschmied',
  'vaccin',
  'eclipse solar',
];

interface Question {
  markdown: string;
  focus: string;
  /** Tells whether a passage answers. */
  isAnswer: (text: string, section: string | null) => boolean;
}

interface Score {
  asked: number;
  first: number;
  among: number;
  ms: number;
}

function ask(questions: Iterable<Question>): Score {
  const score: Score = { asked: 0, first: 0, among: 0, ms: 0 };
  for (const { markdown, focus, isAnswer } of questions) {
    const sections = parseSections(markdown);
    const start = performance.now();
    const passages = rankPassages(markdown, sections, focus, first);
    score.ms += performance.now() - start;
    const at = passages.findIndex(({ text, section }) => isAnswer(text, section));
    score.asked++;
    if (at === 0) score.first++;
    if (at !== -1) score.among++;
  }
  return score;
}

function* farFetchedQuestions(half: Half): Generator<Question> {
  for (const page of readExpectedPages('everyday', half)) {
    const { markdown } = readHtml(page.html, pageJob(page.url));
    for (const focus of farFetched) yield { markdown, focus, isAnswer: () => true };
  }
}

function leavesOf(expected: Expected, name: string): { name: string; value: string }[] {
  if (typeof expected === 'string' || typeof expected === 'number')
    return [{ name, value: String(expected) }];
  if (typeof expected !== 'object' || expected === null) return [];
  if (Array.isArray(expected)) return [];
  if (Array.isArray(expected.any)) return leavesOf(expected.any[0] ?? null, name);
  return Object.entries(expected).flatMap(([inner, value]) => leavesOf(value, inner));
}

function* fieldQuestions(half: Half, isTranslated: boolean): Generator<Question> {
  for (const page of readExpectedPages('everyday', half)) {
    const { markdown } = readHtml(page.html, pageJob(page.url));
    const sections = parseSections(markdown);
    const passages = rankPassages(markdown, sections, markdown.slice(0, 4000), 10_000);
    if (passages.length < minPassages) continue;
    const { expected } = isTranslated ? translatePage(half, page) : page;
    for (const { name, value } of Object.entries(expected).flatMap(([key, one]) => leavesOf(one, key))) {
      if (value.length < 2 || markdown.split(value).length !== 2) continue;
      yield { markdown, focus: name.replaceAll('_', ' '), isAnswer: (text) => text.includes(value) };
    }
  }
}

/** Takes a heading's words out, so that only its mark stays. */
function withoutTitle(markdown: string, section: Section): string {
  const points = [...markdown];
  const before = points.slice(0, section.offset).join('');
  const after = points.slice(section.offset).join('');
  const end = after.indexOf('\n');
  const level = '#'.repeat(section.level);
  return end === -1 ? markdown : `${before}${level} §${after.slice(end)}`;
}

function* headingQuestions(data: string): Generator<Question> {
  for (const folder of ['articles/html', 'metadata', 'pages', 'markdown']) {
    const base = path.join(data, folder);
    if (!existsSync(base)) continue;
    const files = readdirSync(base, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.html'),
    );
    const step = Math.max(1, Math.floor(files.length / maxPages));
    for (const file of files.sort().filter((_, at) => at % step === 0)) {
      const html = decodeText(readFileSync(path.join(base, file)), 'text/html', true).text;
      const { markdown } = readHtml(html, pageJob('https://page.invalid/'));
      if (markdown.length > 60_000) continue;
      const sections = parseSections(markdown);
      const asked = sections.filter(
        ({ title, level, length }) => level > 1 && length > title.length + 80 && /\p{L}{3}/u.test(title),
      );
      if (asked.length < 3) continue;
      for (const section of asked.slice(0, maxHeadings)) {
        const hidden = withoutTitle(markdown, section);
        yield {
          markdown: hidden,
          focus: section.title,
          isAnswer: (_, id) => id !== null && isWithin(hidden, id),
        };
      }
    }
  }
}

/** True if an id is that of the section without a title, or of one within it. */
function isWithin(markdown: string, id: string): boolean {
  const sections = parseSections(markdown);
  const hidden = sections.find(({ title }) => title === '§');
  const found = sections.find((section) => section.id === id);
  if (hidden === undefined || found === undefined) return false;
  return found.offset >= hidden.offset && found.offset < hidden.offset + hidden.length;
}

function figuresOf(name: string, score: Score): Figure[] {
  const share = (count: number) => (100 * count) / Math.max(1, score.asked);
  return [
    { name: `${name}: asked`, value: score.asked, unit: '' },
    { name: `${name}: in the first passage`, value: share(score.first), unit: '%' },
    { name: `${name}: among the first ${first}`, value: share(score.among), unit: '%' },
    { name: `${name}: time of a question`, value: score.ms / Math.max(1, score.asked), unit: 'ms' },
  ];
}

const data = process.argv.slice(3).find((one) => !one.startsWith('-'));
const figures: Figure[] = [];
for (const half of ['seen', 'unseen', 'blind'] as const) {
  figures.push(...figuresOf(`fields, ${half}`, ask(fieldQuestions(half, false))));
  figures.push(...figuresOf(`fields, ${half}, translated`, ask(fieldQuestions(half, true))));
  const invented = ask(farFetchedQuestions(half));
  figures.push({
    name: `far-fetched, ${half}: questions with a passage (of ${invented.asked})`,
    value: invented.among,
    unit: '',
  });
}
if (data !== undefined) figures.push(...figuresOf('headings', ask(headingQuestions(data))));
await report('focus', figures);
