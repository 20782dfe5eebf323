import { createHash } from 'node:crypto';
import type { FoundValue, LayoutLesson, StoredLayout } from '../../domain/extraction.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import type { Method } from '../value.ts';
import { knownFieldOf, knownValueOf, type ReadText, valueKey } from './known-values.ts';
import {
  type FieldLesson,
  type FieldRule,
  hasFieldFailed,
  type LayoutRules,
  type Lesson,
  layoutStateOf,
  likenessTo,
  signatureText,
} from './layout-rules.ts';
import { layoutSignatureOf, sameLayout } from './layout-signature.ts';
import { observeList } from './list-rule.ts';
import { indexPage, type PageIndex } from './page-index.ts';
import { observeRecords } from './records-rule.ts';
import { RuleReader } from './rule-reader.ts';
import { observeScalar } from './scalar-rule.ts';
import { addressKeyOf } from './url-pattern.ts';

/** Learned selectors on one page: they answer as a method, and learn from what other methods found. */
export interface Selectors extends Method {
  /**
   * What the page teaches, once the other methods are through: `values` are what page data or a model gave and the page
   * shows. Null when there is nothing to write down: no layout was asked, and nothing is known.
   */
  lesson(fields: readonly Field[], values: readonly FoundValue[]): LayoutLesson | null;
}

/** Options of {@link createSelectors}. */
export interface SelectorsOptions {
  page: PageView;
  /** Those of the page's site. */
  layouts: readonly StoredLayout[];
  read: ReadText;
}

/** Under which name layouts are kept, of an http or https address: the site and what its addresses of one kind share. */
export function layoutSite(url: string): string | null {
  const key = addressKeyOf(url);
  return key === null ? null : key.host + key.pattern;
}

/** What makes a field the same in another request: its place, type and meaning. */
function fieldKey(field: Field): string {
  const meaning = JSON.stringify([
    field.pointer,
    field.structure,
    field.types,
    field.kind,
    field.choices,
    field.description.toLowerCase(),
    field.fields.map((one) => [one.pointer, one.kind]),
  ]);
  return createHash('sha1').update(meaning).digest('base64url').slice(0, 12);
}

/** Selectors over one page. Costs nothing until a layout is asked or something is to be learned. */
export function createSelectors({ page, layouts, read }: SelectorsOptions): Selectors {
  const work = new PageSelectors(page, layouts, read);
  return {
    name: 'selector',
    find: (fields) => work.find(fields),
    lesson: (fields, values) => work.lesson(fields, values),
  };
}

interface ChosenLayout {
  layoutId: string;
  rules: LayoutRules;
}

class PageSelectors {
  private readonly page: PageView;
  private readonly layouts: readonly StoredLayout[];
  private readonly read: ReadText;
  private indexed: PageIndex | null = null;
  private signed: Uint32Array | null = null;
  private readonly answers = new Map<string, FoundValue[]>();
  private chosen: ChosenLayout | null | undefined = undefined;

  constructor(page: PageView, layouts: readonly StoredLayout[], read: ReadText) {
    this.page = page;
    this.layouts = layouts;
    this.read = read;
  }

  private get index(): PageIndex {
    this.indexed ??= indexPage(this.page.tree);
    return this.indexed;
  }

  private get signature(): Uint32Array {
    this.signed ??= layoutSignatureOf(this.page.tree);
    return this.signed;
  }

  /** The layout that the page is most like, if it is one of those known. */
  private get layout(): ChosenLayout | null {
    if (this.chosen !== undefined) return this.chosen;
    let best: { layout: ChosenLayout; likeness: number } | null = null;
    for (const { layoutId, rules } of this.layouts) {
      // The store gives back what a lesson made, and nothing else.
      const known = rules as LayoutRules;
      const likeness = likenessTo(known, this.signature);
      if (likeness >= sameLayout && likeness > (best?.likeness ?? 0)) {
        best = { layout: { layoutId, rules: known }, likeness };
      }
    }
    this.chosen = best?.layout ?? null;
    return this.chosen;
  }

  private ruleOf(field: Field): FieldRule | null {
    return this.layout?.rules.fields[fieldKey(field)] ?? null;
  }

  find(fields: readonly Field[]): FoundValue[] {
    const { layout } = this;
    if (layout === null || layoutStateOf(layout.rules) === 'stale') return [];
    return fields.flatMap((field) => this.findField(field));
  }

  private findField(field: Field): FoundValue[] {
    const key = fieldKey(field);
    const known = this.answers.get(key) ?? this.answer(field);
    this.answers.set(key, known);
    return known;
  }

  private answer(field: Field): FoundValue[] {
    const rule = this.ruleOf(field);
    if (rule === null || hasFieldFailed(rule)) return [];
    return new RuleReader(this.page, this.index, this.read).values(field, rule);
  }

  lesson(fields: readonly Field[], values: readonly FoundValue[]): LayoutLesson | null {
    const site = layoutSite(this.page.url);
    if (site === null) return null;
    // Whether the page shows what its data says turns out when places are looked for.
    const known = values.filter(
      ({ evidence, isGrounded }) =>
        evidence.weak !== true &&
        (evidence.method === 'page_data' || (evidence.method === 'model' && isGrounded)),
    );
    if (known.length === 0 && this.layout === null) return this.strangerLesson(site, fields);
    const lessons = fields.flatMap((field) => this.fieldLesson(field, known) ?? []);
    const use = this.useOf(fields, known);
    if (lessons.length === 0 && use.asked === 0) return null;
    const lesson: Lesson = { signature: signatureText(this.signature), fields: lessons, ...use };
    return {
      layoutId: this.layout?.layoutId ?? null,
      site,
      pointers: lessons.map((one) => one.pointer),
      lesson,
    };
  }

  /** A page that is like none of its site's layouts speaks against the one it is most like: that may be a redesign. */
  private strangerLesson(site: string, fields: readonly Field[]): LayoutLesson | null {
    let closest: { layoutId: string; likeness: number; asked: number } | null = null;
    for (const { layoutId, rules } of this.layouts) {
      const known = rules as LayoutRules;
      const likeness = likenessTo(known, this.signature);
      const asked = fields.filter((field) => known.fields[fieldKey(field)] !== undefined).length;
      if (asked > 0 && likeness >= (closest?.likeness ?? 0)) closest = { layoutId, likeness, asked };
    }
    if (closest === null) return null;
    const lesson: Lesson = {
      signature: signatureText(this.signature),
      fields: [],
      asked: closest.asked,
      held: 0,
    };
    return { layoutId: closest.layoutId, site, pointers: [], lesson };
  }

  private fieldLesson(field: Field, values: readonly FoundValue[]): FieldLesson | null {
    const known = knownFieldOf(field, values, this.read);
    if (known === null) return null;
    const rule = this.ruleOf(field);
    const base = { key: fieldKey(field), pointer: field.pointer, words: field.words.join(' ') };
    switch (known.structure) {
      case 'scalar': {
        const value = knownValueOf(field, known.value, this.read);
        if (value === null) return null;
        const observation = observeScalar(rule?.structure === 'scalar' ? rule.rule : null, this.index, value);
        return isVain(rule, observation.fresh) ? null : { ...base, structure: 'scalar', observation };
      }
      case 'list': {
        const observation = observeList(
          rule?.structure === 'list' ? rule.rule : null,
          this.index,
          known.entries,
        );
        return isVain(rule, observation.fresh) ? null : { ...base, structure: 'list', observation };
      }
      case 'records': {
        const learned = rule?.structure === 'records' ? rule.rule : null;
        const observation = observeRecords(learned, this.index, known.records);
        return observation === null ? null : { ...base, structure: 'records', observation };
      }
    }
  }

  /** How many of the rules of these fields hold on this page: sure, and not contradicted by what is known. */
  private useOf(fields: readonly Field[], known: readonly FoundValue[]): { asked: number; held: number } {
    const { layout } = this;
    // A stale one is tried without being believed: so it comes back where it holds again.
    if (layout === null) return { asked: 0, held: 0 };
    const asked = fields.filter((field) => this.ruleOf(field) !== null);
    const held = asked.filter((field) => {
      const found = this.findField(field);
      if (found.length === 0) return false;
      const truth = known.find((value) => value.pointer === field.pointer);
      return truth === undefined || found.some((one) => valueKey(one.value) === valueKey(truth.value));
    });
    return { asked: asked.length, held: held.length };
  }
}

/** Whether nothing was known of a field and nothing is to be learned of it: the page does not show the value. */
function isVain(rule: FieldRule | null, fresh: readonly unknown[]): boolean {
  return rule === null && fresh.length === 0;
}
