import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractPage } from '../../src/app/threads/extract-page.ts';
import type { JsonSchema } from '../../src/domain/pages/extraction.ts';
import { describePage } from '../../src/extract/describe-page.ts';
import { readWeights } from '../../src/page/main/forest/weights.ts';
import { readHtml } from '../../src/page/read/read-html.ts';
import { decodeText } from '../../src/page/text/decode.ts';
import { type Half, judgePage, readData, readExpectedPages } from '../extract/expected-pages.ts';
import { factNames, judgeFact } from '../extract/facts.ts';
import { blinded } from '../extract/mined.ts';
import { jobFor, parsed } from '../extract/read.ts';
import { recipeSchema, scoreOf } from '../extract/recipes.ts';
import { type KnownPage, recipePages, swdePages } from '../extract/samples.ts';
import { learnWithoutLabels } from '../extract/unlabelled.ts';
import { askAll } from '../extract/zero-shot.ts';
import { courtPages, scoreCourtPage } from '../listings/court-pages.ts';
import { realPageJudge } from '../listings/real-pages.ts';
import { pageJob } from '../quality/page-job.ts';
import { folds, type SamplePage, samplePages } from '../quality/sample.ts';
import { scorePage } from '../quality/score-page.ts';

/** A page, or the pages of a site, that are read and judged as one. */
export interface JudgedUnit {
  set: string;
  id: string;
  site: string;
  /** Reads the unit; returns the number (or score) of what is right, less what is wrong. */
  judge: () => number | Promise<number>;
}

const readSample = (page: SamplePage): string => decodeText(readFileSync(page.file), 'text/html', true).text;

/** Main content: word F1, or the share of the wanted and unwanted snippets; weights that were trained without the site. */
function contentUnits(pages: readonly SamplePage[]): JudgedUnit[] {
  const weights = Array.from({ length: folds }, (_, fold) =>
    readWeights(readFileSync(new URL(`../quality/folds/fold-${fold}.bin`, import.meta.url))),
  );
  return pages
    .filter((page) => page.wanted.trim() !== '' || page.mustHave.length > 0)
    .map((page) => ({
      set: 'content',
      id: page.id,
      site: page.site,
      judge: () => {
        const html = readSample(page);
        const own = readHtml(html, pageJob(page.url), { weights: weights[page.fold] });
        const { words, mustHave, mustNot } = scorePage(page, html, own.markdown);
        return words?.f1 ?? ((mustHave ?? 0) + 1 - (mustNot ?? 0)) / 2;
      },
    }));
}

const articleSchema: JsonSchema = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    author: { type: 'string' },
    published_date: { type: 'string', format: 'date' },
  },
};

/** Title, author and date of pages, by extract; wrong and unwanted values count against it. */
function factUnits(pages: readonly SamplePage[]): JudgedUnit[] {
  return pages
    .filter(({ url, facts }) => URL.canParse(url) && Object.values(facts).some((fact) => fact !== null))
    .map((page) => ({
      set: 'facts',
      id: page.id,
      site: page.site,
      judge: () => {
        const known = { ...page, html: readSample(page), values: {}, record: {} };
        const { values } = extractPage(parsed(known), jobFor(articleSchema));
        let score = 0;
        for (const name of factNames) {
          const value = values.find(({ pointer }) => pointer === `/${name}`);
          const verdict = judgeFact(name, page.facts[name], value?.value);
          if (verdict === 'right') score++;
          else if (verdict === 'wrong' || verdict === 'unwanted') score--;
        }
        return score;
      },
    }));
}

/** Title, author, date and language of the metadata that scrape returns. */
function metadataUnits(pages: readonly SamplePage[]): JudgedUnit[] {
  return pages
    .filter(({ facts }) => Object.values(facts).some((fact) => fact !== null))
    .map((page) => ({
      set: 'metadata',
      id: page.id,
      site: page.site,
      judge: () => {
        const { metadata } = readHtml(readSample(page), pageJob(page.url), { describe: describePage });
        const given = { title: metadata.title, author: metadata.author, published_date: metadata.published };
        let score = 0;
        for (const name of factNames) {
          const value = given[name];
          const verdict = judgeFact(name, page.facts[name], typeof value === 'string' ? value : undefined);
          if (verdict === 'right') score++;
          else if (verdict === 'wrong' || verdict === 'unwanted') score--;
        }
        return score;
      },
    }));
}

function expectedUnits(folder: string, half: Half): JudgedUnit[] {
  return readExpectedPages(folder, half)
    .filter(({ needsBrowser }) => !needsBrowser)
    .map((page) => ({
      set: `${folder} ${half}`,
      id: page.file,
      site: page.program,
      judge: () => {
        const verdicts = judgePage(page, readData(page)).map(({ verdict }) => verdict);
        return verdicts.reduce((sum, one) => sum + (one === 'right' ? 1 : one === 'wrong' ? -1 : 0), 0);
      },
    }));
}

function recipeUnits(pages: readonly KnownPage[], hasData: boolean): JudgedUnit[] {
  return pages.map((page) => ({
    set: hasData ? 'recipes' : 'recipes without data',
    id: page.id,
    site: page.site,
    judge: () => {
      const read = parsed(page);
      const found = extractPage(hasData ? read : blinded(read), jobFor(recipeSchema));
      const scores = Object.keys(recipeSchema.properties as object).map((field) =>
        scoreOf(page, field, found),
      );
      return scores.reduce((sum, one) => {
        const isEmpty = one.found === undefined || (Array.isArray(one.found) && one.found.length === 0);
        return sum + (one.score ?? 0) - (one.score === 0 && !isEmpty ? 1 : 0);
      }, 0);
    },
  }));
}

/** SWDE: a page without learning, and the pages of a site after two of them taught their layout. */
function swdeUnits(pages: readonly KnownPage[]): JudgedUnit[] {
  const scoreOfAnswers = (answers: ReturnType<typeof askAll>['answers']): number =>
    answers.reduce((sum, { isLenient, value }) => sum + (isLenient ? 1 : value === null ? 0 : -1), 0);
  const kinds = Map.groupBy(pages, ({ kind }) => kind);
  const fieldsOf = (kind: string): Record<string, string[]> =>
    Object.fromEntries(
      (kinds.get(kind) ?? []).flatMap(({ values }) => Object.keys(values)).map((field) => [field, []]),
    );
  const asked = pages.map((page) => ({
    set: 'swde',
    id: page.id,
    site: page.site,
    judge: () => {
      // A page without values brings the fields of its kind along.
      const blank = { ...page, id: '', html: '<html></html>', values: fieldsOf(page.kind) };
      return scoreOfAnswers(askAll([page, blank]).answers.filter((answer) => answer.page === page));
    },
  }));
  const learnt = [...Map.groupBy(pages, ({ kind, site }) => `${kind}-${site}`)].map(([id, own]) => ({
    set: 'swde learnt',
    id,
    site: id,
    judge: () => scoreOfAnswers(learnWithoutLabels(own.slice(0, 6), 2)),
  }));
  return [...asked, ...learnt];
}

/** Returns the units of all sets whose pages are in `folder`, the unpacked archives of samples. */
export function judgedUnits(folder: string): JudgedUnit[] {
  const pages = samplePages(join(folder, 'pages')) ?? [];
  const articles = samplePages(join(folder, 'articles')) ?? [];
  const swde = swdePages(join(folder, 'swde'));
  const recipes = recipePages(join(folder, 'recipes'));
  const judgeListing = realPageJudge(join(folder, 'pages'));
  return [
    ...contentUnits([...pages, ...articles]),
    ...factUnits(pages),
    ...metadataUnits(pages),
    ...(['seen', 'unseen', 'blind'] as const).flatMap((half) => expectedUnits('everyday', half)),
    ...(['seen', 'unseen'] as const).flatMap((half) => expectedUnits('sale', half)),
    ...recipeUnits(recipes, true),
    ...recipeUnits(recipes, false),
    ...swdeUnits(swde),
    ...judgeListing.ids.map((id) => ({ set: 'listings', id, site: id, judge: () => judgeListing.judge(id) })),
    ...courtPages(join(folder, 'records')).map((page) => ({
      set: 'court lists',
      id: page.id,
      site: page.id,
      judge: () => scoreCourtPage(page),
    })),
  ];
}
