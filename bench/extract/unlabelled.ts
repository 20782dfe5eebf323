import { extractPage } from '../../src/app/threads/extract-page.ts';
import type { FoundValue, JsonSchema, StoredLayout } from '../../src/domain/pages/extraction.ts';
import { isKnownLabel } from '../../src/extract/schema/concepts.ts';
import { applyLesson, type LayoutRules, type Lesson } from '../../src/extract/selectors/layout-rules.ts';
import { wordsOf } from '../../src/extract/words/words.ts';
import type { ParsedPage } from '../../src/page/parsed-page.ts';
import { isAlike, isSame } from './compare.ts';
import { jobFor, parsed } from './read.ts';
import type { KnownPage } from './samples.ts';
import { type Answer, schemaOf } from './zero-shot.ts';

interface ReadPage {
  page: KnownPage;
  parsed: ParsedPage;
}

/** Reads pages in order with `learn: true`, as the service does, and returns the learned layouts. */
function learnFrom(pages: readonly ReadPage[], schema: JsonSchema): StoredLayout[] {
  let layouts: StoredLayout[] = [];
  for (const { parsed: page } of pages) {
    const { lesson } = extractPage(page, jobFor(schema, { learns: true, layouts }));
    if (lesson === null) continue;
    const known = layouts.find(({ layoutId }) => layoutId === lesson.layoutId);
    const rules = applyLesson((known?.rules as LayoutRules) ?? null, lesson.lesson as Lesson);
    const layoutId = known?.layoutId ?? `layout-${layouts.length}`;
    // The store returns what JSON preserves.
    const stored = { layoutId, rules: JSON.parse(JSON.stringify(rules)) as unknown };
    layouts = [...layouts.filter((one) => one.layoutId !== layoutId), stored];
  }
  return layouts;
}

function answerOf(page: KnownPage, field: string, values: readonly FoundValue[]): Answer {
  const value = values.find(({ pointer }) => pointer === `/${field}`) ?? null;
  const wanted = page.values[field] ?? null;
  const by = (test: (one: unknown, other: unknown) => boolean) =>
    value !== null &&
    wanted !== null &&
    (wanted.some((one) => test(value.value, one)) || test(value.value, wanted.join(', ')));
  return { page, field, wanted, value, isExact: by(isSame), isLenient: by(isAlike) };
}

/** Removes the texts of a page that are only a known label, such as "Author:". */
export function withoutLabels(html: string): string {
  return html.replace(/>([^<>]{2,60})(?=<)/g, (whole, text: string) => {
    const label = text.replace(/&nbsp;/g, ' ').replace(/[:：\s]+$/u, '');
    return isKnownLabel(wordsOf(label)) ? '>' : whole;
  });
}

/**
 * Returns the answers for every page after `count` other pages of its site were read with `learn: true` and without
 * any known value. Every page is read after two choices of other pages. `rename` changes the names of the fields, and
 * `change` the pages that are tested, but not those that teach.
 */
export function learnWithoutLabels(
  pages: readonly KnownPage[],
  count: number,
  rename: (field: string) => string = (field) => field,
  change: ((html: string) => string) | null = null,
): Answer[] {
  const sites = new Map<string, ReadPage[]>();
  for (const page of pages) {
    const key = `${page.kind}-${page.site}`;
    sites.set(key, [...(sites.get(key) ?? []), { page, parsed: parsed(page) }]);
  }
  const answers: Answer[] = [];
  for (const own of sites.values()) {
    const kind = own[0]?.page.kind;
    const fields = new Set(
      pages.filter((page) => page.kind === kind).flatMap(({ values }) => Object.keys(values)),
    );
    const schema = schemaOf([...fields].map(rename));
    for (const turn of count === 0 ? [0] : [0, 5]) {
      const chosen = own.filter((_, at) => (at - turn + own.length) % own.length < count);
      const layouts = learnFrom(chosen, schema);
      for (const { page, parsed: original } of own.filter((one) => !chosen.includes(one))) {
        const read = change === null ? original : parsed({ ...page, html: change(page.html) });
        const { values } = extractPage(read, jobFor(schema, { layouts }));
        const renamed = values.map((value) => value);
        for (const field of fields) {
          const own = renamed.filter(({ pointer }) => pointer === `/${rename(field)}`);
          answers.push(
            answerOf(
              page,
              field,
              own.map((value) => ({ ...value, pointer: `/${field}` })),
            ),
          );
        }
      }
    }
  }
  return answers;
}
