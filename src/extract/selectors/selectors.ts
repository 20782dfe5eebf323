import { createHash } from 'node:crypto';
import type { FoundValue, LayoutLesson, StoredLayout } from '../../domain/extraction.ts';
import { flowKind } from '../../page/visible.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import type { Method } from '../value.ts';
import { knownFieldOf, knownValueOf, type ReadText, type ScalarValue, valueKey } from './known-values.ts';
import {
  type FieldLesson,
  type FieldRule,
  hasFieldFailed,
  isFieldProven,
  type LayoutRules,
  type Lesson,
  layoutStateOf,
  likenessTo,
  signatureText,
} from './layout-rules.ts';
import { layoutSignatureOf, sameLayout } from './layout-signature.ts';
import type { ListLocator } from './list-locator.ts';
import { isSureList, observeList, voteList } from './list-rule.ts';
import { type Locator, locatorText } from './locator.ts';
import { indexPage, type PageIndex } from './page-index.ts';
import { observeRecords, voteRecords } from './records-rule.ts';
import { type Agreement, isSure, observeScalar, voteScalar } from './scalar-rule.ts';
import { addressKeyOf } from './url-pattern.ts';

/** Part of all locators that must agree while a rule was right on one page only. */
const provisionalAgreement = 0.5;
const provisionalConfidence = 0.8;
/** Entries of a list that must be of the field's type, of all that its place holds. */
const typedEntries = 0.8;
const longestQuote = 300;

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

function quoted(text: string): string {
  return text.length <= longestQuote ? text : text.slice(0, longestQuote);
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
    const isProven = isFieldProven(rule);
    switch (rule.structure) {
      case 'scalar':
        return this.findScalar(field, rule, isProven);
      case 'list':
        return this.findList(field, rule, isProven);
      case 'records':
        return this.findRecords(field, rule, isProven);
    }
  }

  /** Types a text; null for what is not of the field's type. */
  private typed(field: Field, text: string, isMachine = false): { value: ScalarValue; key: string } | null {
    const value = this.read(field, text, isMachine);
    return value === null ? null : { value, key: valueKey(value) };
  }

  private found(
    pointer: string,
    value: ScalarValue,
    place: { node: number; text: string; locator: string; isAttribute: boolean },
    confidence: number,
  ): FoundValue {
    const isShown = !place.isAttribute && this.page.flow.kind[place.node] !== flowKind.skipped;
    const source = isShown ? 'visible' : 'attribute';
    return {
      pointer,
      value,
      evidence: { method: 'selector', source, locator: place.locator, quote: quoted(place.text) },
      isGrounded: isShown || this.index.letters.includes(valueKey(value)),
      confidence,
      node: place.node,
    };
  }

  private confidenceOf(agreement: number, isProven: boolean): number {
    return Math.min(1, agreement) * (isProven ? 1 : provisionalConfidence);
  }

  private isEnough(vote: Agreement, isProven: boolean): boolean {
    return isProven ? isSure(vote) : vote.agreement >= provisionalAgreement;
  }

  private findScalar(
    field: Field,
    { rule }: Extract<FieldRule, { structure: 'scalar' }>,
    isProven: boolean,
  ): FoundValue[] {
    if (field.structure !== 'scalar') return [];
    const vote = voteScalar(rule, this.index, (text, isMachine) => this.typed(field, text, isMachine));
    if (vote === null || !this.isEnough(vote, isProven)) return [];
    const isAttribute = vote.locator.take.what === 'attribute';
    const place = { node: vote.node, text: vote.text, locator: locatorText(vote.locator), isAttribute };
    return [this.found(field.pointer, vote.value, place, this.confidenceOf(vote.agreement, isProven))];
  }

  private findList(
    field: Field,
    { rule }: Extract<FieldRule, { structure: 'list' }>,
    isProven: boolean,
  ): FoundValue[] {
    if (field.structure !== 'list') return [];
    const vote = voteList(rule, this.index);
    if (vote === null || !(isSureList(vote) && (isProven || vote.agreement >= provisionalAgreement)))
      return [];
    const locator = listText(vote.locator);
    const confidence = this.confidenceOf(vote.agreement, isProven);
    const values = vote.items.flatMap(({ node, text }) => {
      const typed = this.typed(field, text);
      return typed === null ? [] : [{ node, text, value: typed.value }];
    });
    if (values.length < vote.items.length * typedEntries) return [];
    return values
      .slice(0, field.maxItems ?? values.length)
      .map(({ node, text, value }, index) =>
        this.found(
          `${field.pointer}/${index}`,
          value,
          { node, text, locator: `${locator} (${index + 1})`, isAttribute: false },
          confidence,
        ),
      );
  }

  private findRecords(
    field: Field,
    { rule }: Extract<FieldRule, { structure: 'records' }>,
    isProven: boolean,
  ): FoundValue[] {
    const leaves = new Map(field.fields.map((leaf) => [leaf.pointer, leaf]));
    const read = (pointer: string, text: string, isMachine: boolean) => {
      const leaf = leaves.get(pointer);
      return leaf === undefined ? null : this.typed(leaf, text, isMachine);
    };
    const vote = voteRecords(rule, this.index, read);
    if (vote === null || (!isProven && vote.agreement < provisionalAgreement)) return [];
    const outer = listText(vote.locator);
    const records = vote.records
      .filter(({ values }) => values.size > 0)
      .slice(0, field.maxItems ?? undefined);
    return records.flatMap(({ values }, index) =>
      [...values].map(([pointer, one]) => {
        const locator = `${outer} (${index + 1}) ${locatorText(one.locator)}`;
        const isAttribute = one.locator.take.what === 'attribute';
        const place = { node: one.node, text: one.text, locator, isAttribute };
        const target = `${field.pointer}/${index}${pointer.slice(field.pointer.length + 2)}`;
        return this.found(target, one.value, place, this.confidenceOf(one.agreement, isProven));
      }),
    );
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

function listText({ start, nth, steps, items }: ListLocator): string {
  const way: Locator = {
    family: 'class',
    start,
    nth: Math.max(0, nth),
    steps,
    take: { what: 'text' },
    before: '',
    after: '',
  };
  const outer = locatorText(way);
  if (items.by === 'shape') return `${outer} ${items.shape[0]}`;
  return items.by === 'lines' ? `${outer} line` : outer;
}
