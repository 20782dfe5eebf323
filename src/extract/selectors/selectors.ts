import { createHash } from 'node:crypto';
import type { FoundValue, LayoutUpdate, StoredLayout } from '../../domain/pages/extraction.ts';
import type { Method } from '../facts/method.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { Agreement } from '../heuristics/agreement.ts';
import type { Field } from '../schema/field.ts';
import {
  encodeSignature,
  type FieldLesson,
  type FieldRule,
  getLayoutState,
  hasFieldFailed,
  isFieldProven,
  type LayoutRules,
  type Lesson,
  similarityTo,
} from './layout-rules.ts';
import { computeLayoutSignature, minLayoutSimilarity } from './layouts/layout-signature.ts';
import { indexPage, type PageIndex } from './layouts/page-index.ts';
import { getUrlPattern } from './layouts/url-pattern.ts';
import { withoutVariableTexts } from './locators/variable-texts.ts';
import type { PlacesLesson } from './places/field-places.ts';
import { PagePlaces } from './places/page-places.ts';
import { RuleReader } from './rule-reader.ts';
import { type ReadText, toKnownField, toKnownValue, valueKey } from './rules/known-values.ts';
import { observeList } from './rules/list-rule.ts';
import { observeRecords } from './rules/records-rule.ts';
import { observeScalar } from './rules/scalar-rule.ts';

/** Learned selectors on one page: a method that finds values, and learns from the values of other methods. */
export interface Selectors extends Method {
  /** Compares the candidates of the heuristics with those of earlier pages of the layout. */
  agreement: Agreement;
  /** Returns true if only one page taught the rule of a field. Its value yields to a label on the page. */
  isProvisional(field: Field): boolean;
  /**
   * Creates the lesson of the page after the other methods have run. `values` are the values from page data or
   * a model. Returns null if no layout was used and no value is known.
   */
  createLesson(fields: readonly Field[], values: readonly FoundValue[]): LayoutUpdate | null;
}

export interface SelectorsOptions {
  page: PageFacts;
  /** Stored layouts of the page's site. */
  layouts: readonly StoredLayout[];
  read: ReadText;
}

/**
 * Returns the name under which the layouts of an http or https URL are stored: the site and the URL pattern.
 */
export function getLayoutSite(url: string): string | null {
  const key = getUrlPattern(url);
  return key === null ? null : key.host + key.pattern;
}

/** Returns a key of a field that is equal in other requests with the same field: pointer, type and meaning. */
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

/** Creates the selectors of one page. The page is indexed on first use. */
export function createSelectors({ page, layouts, read }: SelectorsOptions): Selectors {
  const pageSelectors = new PageSelectors(page, layouts, read);
  return {
    name: 'selector',
    agreement: pageSelectors.places,
    find: (fields) => pageSelectors.find(fields),
    isProvisional: (field) => pageSelectors.isProvisional(field),
    createLesson: (fields, values) => pageSelectors.createLesson(fields, values),
  };
}

interface ChosenLayout {
  layoutId: string;
  rules: LayoutRules;
}

class PageSelectors {
  private readonly page: PageFacts;
  private readonly layouts: readonly StoredLayout[];
  private readonly read: ReadText;
  private cachedIndex: PageIndex | null = null;
  private cachedSignature: Uint32Array | null = null;
  private readonly answers = new Map<string, FoundValue[]>();
  readonly places: PagePlaces;
  private cachedLayout: ChosenLayout | null | undefined = undefined;

  constructor(page: PageFacts, layouts: readonly StoredLayout[], read: ReadText) {
    this.page = page;
    this.layouts = layouts;
    this.read = read;
    this.places = new PagePlaces({
      index: () => this.index,
      read,
      keyOf: fieldKey,
      variableTexts: () => this.variableTexts(null, []),
      placesOf: (field) => this.layout?.rules.places?.[fieldKey(field)] ?? null,
      toFoundValue: ({ field, vote, confidence, isWeak }) =>
        new RuleReader(this.page, this.index, this.read).toVotedValue(field, vote, confidence, isWeak),
    });
  }

  private get index(): PageIndex {
    this.cachedIndex ??= indexPage(this.page.tree, this.page.letters());
    return this.cachedIndex;
  }

  private get signature(): Uint32Array {
    this.cachedSignature ??= computeLayoutSignature(this.page.tree);
    return this.cachedSignature;
  }

  /** Returns the stored layout that is most similar to the page, if any is similar enough. */
  private get layout(): ChosenLayout | null {
    if (this.cachedLayout !== undefined) return this.cachedLayout;
    let best: { layout: ChosenLayout; similarity: number } | null = null;
    for (const { layoutId, rules } of this.layouts) {
      // The store returns the rules that a lesson created.
      const layoutRules = rules as LayoutRules;
      const similarity = similarityTo(layoutRules, this.signature);
      if (similarity >= minLayoutSimilarity && similarity > (best?.similarity ?? 0)) {
        best = { layout: { layoutId, rules: layoutRules }, similarity };
      }
    }
    this.cachedLayout = best?.layout ?? null;
    return this.cachedLayout;
  }

  private getRule(field: Field): FieldRule | null {
    return this.layout?.rules.fields[fieldKey(field)] ?? null;
  }

  find(fields: readonly Field[]): FoundValue[] {
    const { layout } = this;
    if (layout === null || getLayoutState(layout.rules) === 'stale') return [];
    return fields.flatMap((field) => this.findField(field));
  }

  private findField(field: Field): FoundValue[] {
    const key = fieldKey(field);
    const fieldValues = this.answers.get(key) ?? this.readField(field);
    this.answers.set(key, fieldValues);
    return fieldValues;
  }

  private readField(field: Field): FoundValue[] {
    const rule = this.getRule(field);
    if (rule === null || hasFieldFailed(rule)) return [];
    return new RuleReader(this.page, this.index, this.read).readValues(field, rule);
  }

  isProvisional(field: Field): boolean {
    const rule = this.getRule(field);
    return rule !== null && !isFieldProven(rule);
  }

  createLesson(fields: readonly Field[], values: readonly FoundValue[]): LayoutUpdate | null {
    const site = getLayoutSite(this.page.url);
    if (site === null) return null;
    // The search for positions determines which values of the page's data are visible.
    const knownValues = values.filter(
      ({ evidence, isGrounded }) =>
        evidence.weak !== true &&
        (evidence.method === 'page_data' || (evidence.method === 'model' && isGrounded)),
    );
    const places = this.places.lessons();
    if (knownValues.length === 0 && this.layout === null) {
      const miss = this.createMissLesson(site, fields);
      if (miss !== null || places.length === 0) return miss;
    }
    const taughtValues = withoutSharedValues(fields, knownValues);
    const lessons = fields.flatMap((field) => this.fieldLesson(field, taughtValues, knownValues) ?? []);
    const use = this.measureUse(fields, knownValues);
    if (lessons.length === 0 && places.length === 0 && use.tested === 0) return null;
    const lesson: Lesson = { signature: encodeSignature(this.signature), fields: lessons, places, ...use };
    return {
      layoutId: this.layout?.layoutId ?? null,
      site,
      pointers: [...lessons, ...places.filter(isTaught)].map((one) => one.pointer),
      lesson,
    };
  }

  /**
   * A page that matches no layout counts as a miss of the most similar one, because the site may have been
   * redesigned.
   */
  private createMissLesson(site: string, fields: readonly Field[]): LayoutUpdate | null {
    let closest: { layoutId: string; similarity: number; tested: number } | null = null;
    for (const { layoutId, rules } of this.layouts) {
      const layoutRules = rules as LayoutRules;
      const similarity = similarityTo(layoutRules, this.signature);
      const tested = fields.filter((field) => layoutRules.fields[fieldKey(field)] !== undefined).length;
      if (tested > 0 && getLayoutState(layoutRules) !== 'stale' && similarity >= (closest?.similarity ?? 0))
        closest = { layoutId, similarity, tested };
    }
    if (closest === null) return null;
    const lesson: Lesson = {
      signature: encodeSignature(this.signature),
      fields: [],
      tested: closest.tested,
      confirmed: 0,
    };
    return { layoutId: closest.layoutId, site, pointers: [], lesson };
  }

  /** Returns the texts of the page that other pages have in other words: its title and the values of other fields. */
  private variableTexts(own: string | null, values: readonly FoundValue[]): string[] {
    const title = this.page.titleNode();
    const others = values
      .filter(({ pointer, value }) => pointer !== own && typeof value === 'string')
      .map(({ value }) => String(value));
    return title === -1 ? others : [this.page.textOf(title), ...others];
  }

  private fieldLesson(
    field: Field,
    values: readonly FoundValue[],
    knownValues: readonly FoundValue[],
  ): FieldLesson | null {
    const knownField = toKnownField(field, values, this.read);
    if (knownField === null) return null;
    const rule = this.getRule(field);
    const base = { key: fieldKey(field), pointer: field.pointer, words: field.words.join(' ') };
    switch (knownField.structure) {
      case 'scalar': {
        const value = toKnownValue(field, knownField.value, this.read);
        if (value === null) return null;
        const observation = observeScalar(rule?.structure === 'scalar' ? rule.rule : null, this.index, value);
        const variable = this.variableTexts(field.pointer, knownValues);
        const newLocators = withoutVariableTexts(observation.newLocators, variable);
        return isUnlearnable(rule, newLocators)
          ? null
          : { ...base, structure: 'scalar', observation: { ...observation, newLocators } };
      }
      case 'list': {
        const observation = observeList(
          rule?.structure === 'list' ? rule.rule : null,
          this.index,
          knownField.entries,
        );
        return isUnlearnable(rule, observation.newLocators)
          ? null
          : { ...base, structure: 'list', observation };
      }
      case 'records': {
        const learned = rule?.structure === 'records' ? rule.rule : null;
        const observation = observeRecords(learned, this.index, knownField.records);
        return observation === null ? null : { ...base, structure: 'records', observation };
      }
    }
  }

  /**
   * Counts the rules of these fields, and those that hold on this page: sure, and not contradicted by known
   * values.
   */
  private measureUse(
    fields: readonly Field[],
    knownValues: readonly FoundValue[],
  ): { tested: number; confirmed: number } {
    const { layout } = this;
    // A stale layout is tested too, so that it becomes active when it holds again.
    if (layout === null) return { tested: 0, confirmed: 0 };
    const tested = fields.filter((field) => this.getRule(field) !== null);
    const confirmed = tested.filter((field) => {
      const foundValues = this.findField(field);
      if (foundValues.length === 0) return false;
      const knownValue = knownValues.find((value) => value.pointer === field.pointer);
      return (
        knownValue === undefined ||
        foundValues.some((one) => valueKey(one.value) === valueKey(knownValue.value))
      );
    });
    return { tested: tested.length, confirmed: confirmed.length };
  }
}

/** Returns true if a candidate that is not weak taught a place. */
function isTaught({ places }: PlacesLesson): boolean {
  return places.some((one) => one.isStrong && one.observation !== null);
}

/**
 * Removes the values that two fields share. Their positions on the page cannot be told apart, so that a selector
 * learned from them might read the other field on the next page.
 */
function withoutSharedValues(fields: readonly Field[], values: readonly FoundValue[]): FoundValue[] {
  const scalars = new Set(
    fields.filter(({ structure }) => structure === 'scalar').map(({ pointer }) => pointer),
  );
  const pointers = new Map<string, Set<string>>();
  for (const { pointer, value } of values) {
    if (!scalars.has(pointer)) continue;
    const key = valueKey(value);
    pointers.set(key, (pointers.get(key) ?? new Set()).add(pointer));
  }
  return values.filter(
    ({ pointer, value }) => !scalars.has(pointer) || pointers.get(valueKey(value))?.size === 1,
  );
}

/** Returns true if a field has no rule and no locator was found: the page does not show the value. */
function isUnlearnable(rule: FieldRule | null, newLocators: readonly unknown[]): boolean {
  return rule === null && newLocators.length === 0;
}
