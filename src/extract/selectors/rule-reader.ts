import type { FoundValue } from '../../domain/extraction.ts';
import { flowKind } from '../../page/visible.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import { type ReadText, type ScalarValue, valueKey } from './known-values.ts';
import { type FieldRule, isFieldProven } from './layout-rules.ts';
import type { ListLocator } from './list-locator.ts';
import { isSureList, voteList } from './list-rule.ts';
import { type Locator, locatorText } from './locator.ts';
import type { PageIndex } from './page-index.ts';
import { voteRecords } from './records-rule.ts';
import { type Agreement, isSure, voteScalar } from './scalar-rule.ts';

/** Part of all locators that must agree while a rule was right on one page only. */
const provisionalAgreement = 0.5;
const provisionalConfidence = 0.8;
/** Entries of a list that must be of the field's type, of all that its place holds. */
const typedEntries = 0.8;
const longestQuote = 300;

function quoted(text: string): string {
  return text.length <= longestQuote ? text : text.slice(0, longestQuote);
}

/** Makes values of what the learned rules of a layout say on one page. */
export class RuleReader {
  private readonly page: PageView;
  private readonly index: PageIndex;
  private readonly read: ReadText;

  constructor(page: PageView, index: PageIndex, read: ReadText) {
    this.page = page;
    this.index = index;
    this.read = read;
  }

  /** What a field's rule says; empty where its locators do not agree enough, or on what is not of the field's type. */
  values(field: Field, rule: FieldRule): FoundValue[] {
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
