import type { FoundValue } from '../../domain/pages/extraction.ts';
import { flowKind } from '../../page/tree/flow.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import type { Field } from '../schema/field.ts';
import { type FieldRule, isFieldProven } from './layout-rules.ts';
import type { PageIndex } from './layouts/page-index.ts';
import type { ListLocator } from './locators/list-locator.ts';
import { formatLocator, type Locator } from './locators/locator.ts';
import { type ReadText, type ScalarValue, valueKey } from './rules/known-values.ts';
import { isSureList, voteList } from './rules/list-rule.ts';
import { voteRecords } from './rules/records-rule.ts';
import { type Agreement, isSure, type ScalarVote, voteScalar } from './rules/scalar-rule.ts';

/** Minimum agreement of a rule that was right on only one page. */
const minProvisionalAgreement = 0.5;
const provisionalFactor = 0.8;
/** Minimum share of a list's entries that have the field's type. */
const minTypedShare = 0.8;
const maxQuoteLength = 300;

function truncateQuote(text: string): string {
  return text.length <= maxQuoteLength ? text : text.slice(0, maxQuoteLength);
}

/** Reads values from one page with the learned rules of a layout. */
export class RuleReader {
  private readonly page: PageFacts;
  private readonly index: PageIndex;
  private readonly read: ReadText;

  constructor(page: PageFacts, index: PageIndex, read: ReadText) {
    this.page = page;
    this.index = index;
    this.read = read;
  }

  /**
   * Returns the values of a field's rule; empty if its locators do not agree enough or the values do not fit
   * the field's type.
   */
  readValues(field: Field, rule: FieldRule): FoundValue[] {
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

  /** Parses a text; returns null if it does not fit the field's type. */
  private parseValue(
    field: Field,
    text: string,
    isMachine = false,
  ): { value: ScalarValue; key: string } | null {
    const value = this.read(field, text, isMachine);
    return value === null ? null : { value, key: valueKey(value) };
  }

  private toFoundValue(
    pointer: string,
    value: ScalarValue,
    position: { node: number; text: string; locator: string; isAttribute: boolean },
    confidence: number,
  ): FoundValue {
    const isShown = !position.isAttribute && this.page.flow.kind[position.node] !== flowKind.skipped;
    const source = isShown ? 'visible' : 'attribute';
    return {
      pointer,
      value,
      evidence: {
        method: 'selector',
        source,
        locator: position.locator,
        quote: truncateQuote(position.text),
      },
      isGrounded: isShown || this.index.letters.includes(valueKey(value)),
      confidence,
      node: position.node,
    };
  }

  /** Returns the value of a vote with the given confidence; weak if little supports it. */
  toVotedValue(field: Field, vote: ScalarVote<ScalarValue>, confidence: number, isWeak: boolean): FoundValue {
    const isAttribute = vote.locator.take.what === 'attribute';
    const position = { node: vote.node, text: vote.text, locator: formatLocator(vote.locator), isAttribute };
    const value = this.toFoundValue(field.pointer, vote.value, position, confidence);
    return isWeak ? { ...value, evidence: { ...value.evidence, weak: true } } : value;
  }

  private confidenceOf(agreement: number, isProven: boolean): number {
    return Math.min(1, agreement) * (isProven ? 1 : provisionalFactor);
  }

  private isEnough(vote: Agreement, isProven: boolean): boolean {
    return isProven ? isSure(vote) : vote.agreement >= minProvisionalAgreement;
  }

  private findScalar(
    field: Field,
    { rule }: Extract<FieldRule, { structure: 'scalar' }>,
    isProven: boolean,
  ): FoundValue[] {
    if (field.structure !== 'scalar') return [];
    const vote = voteScalar(rule, this.index, (text, isMachine) => this.parseValue(field, text, isMachine));
    if (vote === null || !this.isEnough(vote, isProven)) return [];
    return [this.toVotedValue(field, vote, this.confidenceOf(vote.agreement, isProven), false)];
  }

  private findList(
    field: Field,
    { rule }: Extract<FieldRule, { structure: 'list' }>,
    isProven: boolean,
  ): FoundValue[] {
    if (field.structure !== 'list') return [];
    const vote = voteList(rule, this.index);
    if (vote === null || !(isSureList(vote) && (isProven || vote.agreement >= minProvisionalAgreement)))
      return [];
    const locator = formatListLocator(vote.locator);
    const confidence = this.confidenceOf(vote.agreement, isProven);
    const values = vote.items.flatMap(({ node, text }) => {
      const parsed = this.parseValue(field, text);
      return parsed === null ? [] : [{ node, text, value: parsed.value }];
    });
    if (values.length < vote.items.length * minTypedShare) return [];
    return values
      .slice(0, field.maxItems ?? values.length)
      .map(({ node, text, value }, index) =>
        this.toFoundValue(
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
      return leaf === undefined ? null : this.parseValue(leaf, text, isMachine);
    };
    const vote = voteRecords(rule, this.index, read);
    if (vote === null || (!isProven && vote.agreement < minProvisionalAgreement)) return [];
    const outer = formatListLocator(vote.locator);
    const records = vote.records
      .filter(({ values }) => values.size > 0)
      .slice(0, field.maxItems ?? undefined);
    return records.flatMap(({ values }, index) =>
      [...values].map(([pointer, fieldVote]) => {
        const locator = `${outer} (${index + 1}) ${formatLocator(fieldVote.locator)}`;
        const isAttribute = fieldVote.locator.take.what === 'attribute';
        const position = { node: fieldVote.node, text: fieldVote.text, locator, isAttribute };
        const target = `${field.pointer}/${index}${pointer.slice(field.pointer.length + 2)}`;
        return this.toFoundValue(
          target,
          fieldVote.value,
          position,
          this.confidenceOf(fieldVote.agreement, isProven),
        );
      }),
    );
  }
}

function formatListLocator({ start, nth, steps, items }: ListLocator): string {
  const locator: Locator = {
    family: 'class',
    start,
    nth: Math.max(0, nth),
    steps,
    take: { what: 'text' },
    before: '',
    after: '',
  };
  const outer = formatLocator(locator);
  if (items.by === 'shape') return `${outer} ${items.shape[0]}`;
  return items.by === 'lines' ? `${outer} line` : outer;
}
