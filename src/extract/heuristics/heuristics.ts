import type { FoundValue } from '../../domain/extraction.ts';
import { tag } from '../../page/parse/tags.ts';
import { coerce, type Scalar } from '../coerce.ts';
import type { Field } from '../field.ts';
import type { Mapping } from '../page-data/map-entity.ts';
import type { PageView } from '../page-view.ts';
import type { Method } from '../value.ts';
import type { Candidate } from './candidate.ts';
import { labelPairsOf } from './label-pairs.ts';
import { listCandidates } from './lists.ts';
import { type FieldNames, fitOf, namesOf } from './matches.ts';
import { namedElementsOf } from './named-elements.ts';
import { patternCandidates } from './patterns.ts';
import { titleCandidates } from './titles.ts';

/** From here on a value is answered, and from the other on without saying that it is weak. */
const answered = 0.5;
const strong = 0.68;

const longestByKind: Readonly<Partial<Record<Field['kind'], number>>> = {
  text: 200,
  title: 300,
  person: 120,
  identifier: 60,
  money: 90,
  number: 60,
  rating: 60,
  date: 90,
  duration: 60,
  phone: 90,
  email: 120,
  choice: 60,
  yes_no: 40,
  currency: 40,
};
const sides: ReadonlySet<number> = new Set([
  tag.nav,
  tag.footer,
  tag.aside,
  tag.header,
  tag.form,
  tag.select,
]);

interface Scored {
  candidate: Candidate;
  value: Scalar;
  score: number;
}

/** How much the place speaks against a value: what stands in navigation or a footer is seldom what the page is about. */
function sidePenalty(page: PageView, node: number, field: Field): number {
  const { tree } = page;
  for (let at = node; at > 0; at = tree.parent[at] as number) {
    const kind = tree.tag[at] as number;
    if (!sides.has(kind)) continue;
    if (kind === tag.header) return field.kind === 'title' ? 0 : 0.03;
    if (kind === tag.form) return 0.03;
    return field.kind === 'phone' || field.kind === 'email' || field.words.includes('address') ? 0.03 : 0.2;
  }
  return 0;
}

function hasKindOfText(field: Field, text: string): boolean {
  const longest = longestByKind[field.kind];
  if (longest !== undefined && text.length > longest) return false;
  if (field.kind === 'long_text') return text.length >= 15;
  if (field.kind === 'person') return /\p{L}/u.test(text) && !/\d{3}/.test(text);
  if (field.kind === 'rating') return /\d/.test(text);
  return true;
}

function candidatesOf(field: Field, names: FieldNames, page: PageView): Candidate[] {
  const found: Candidate[] = [];
  for (const pair of labelPairsOf(page)) {
    const fit = fitOf(names, pair.phrase, pair.words);
    if (fit > 0)
      found.push({
        text: pair.value,
        node: pair.node,
        source: 'visible',
        reason: `label "${pair.label}"`,
        strength: pair.strength * fit,
      });
  }
  for (const named of namedElementsOf(page)) {
    const fit = fitOf(names, named.phrase, named.words);
    if (fit === 0) continue;
    const candidate = fromNamed(field, page, named.element, named.reason, named.strength * fit);
    if (candidate !== null) found.push(candidate);
  }
  if (field.kind === 'title' && field.context.length === 0) found.push(...titleCandidates(page));
  return found.concat(patternCandidates(field, page));
}

const machineAttributes = ['content', 'datetime', 'value', 'data-value', 'data-price'];

/** What a named element holds: for addresses its link or picture, else an attribute for machines, else its text. */
function fromNamed(
  field: Field,
  page: PageView,
  element: number,
  reason: string,
  strength: number,
): Candidate | null {
  if (field.kind === 'url' || field.kind === 'image') {
    const wanted = field.kind === 'url' ? ['href'] : ['src', 'data-src', 'href', 'content'];
    const { tree } = page;
    for (let node = element; node < Math.min(tree.end[element] as number, element + 40); node++) {
      for (const name of wanted) {
        const text = page.attributeOf(node, name);
        if (text !== null && text !== '') return { text, node, source: 'attribute', reason, strength };
      }
    }
    return null;
  }
  const text = page.textOf(element);
  if (text !== '') return { text: withoutLabel(text), node: element, source: 'visible', reason, strength };
  for (const name of machineAttributes) {
    const value = page.attributeOf(element, name);
    if (value !== null && value !== '')
      return { text: value, node: element, source: 'attribute', reason, strength };
  }
  return null;
}

/** A text without the label that stands in front of it in the same element. */
function withoutLabel(text: string): string {
  return /^[\p{L} ]{2,30}:\s+(\S.*)$/u.exec(text)?.[1] ?? text;
}

function bestOf(
  field: Field,
  candidates: readonly Candidate[],
  page: PageView,
  mapping: Mapping,
): Scored | null {
  const scored: Scored[] = [];
  for (const candidate of candidates) {
    if (!hasKindOfText(field, candidate.text)) continue;
    const value = coerce(
      field,
      candidate.text,
      candidate.source === 'visible' ? 'person' : 'machine',
      mapping.reading,
    );
    if (value === null) continue;
    scored.push({ candidate, value, score: candidate.strength - sidePenalty(page, candidate.node, field) });
  }
  const votes = new Map<Scalar, Set<string>>();
  for (const { value, candidate } of scored)
    votes.set(value, (votes.get(value) ?? new Set()).add(candidate.reason.split(' ')[0] as string));
  for (const one of scored) one.score += 0.05 * ((votes.get(one.value)?.size ?? 1) - 1);
  let best: Scored | null = null;
  for (const one of scored) if (best === null || one.score > best.score + 1e-9) best = one;
  if (best === null) return null;
  const top = best;
  // Many values that one sign speaks for are entries of a list, of which the first is no better than the rest.
  const rivals = new Set(scored.filter((one) => one.score >= top.score - 0.001).map((one) => one.value)).size;
  return { ...top, score: top.score - (rivals > 3 ? 0.15 : rivals > 1 ? 0.04 : 0) };
}

function toFound(
  field: Field,
  pointer: string,
  scored: Scored,
  page: PageView,
  mapping: Mapping,
): FoundValue {
  const { candidate, value, score } = scored;
  const element =
    page.tree.tag[candidate.node] === tag.text
      ? (page.tree.parent[candidate.node] as number)
      : candidate.node;
  const isWeak = score < strong;
  return {
    pointer,
    value,
    evidence: {
      method: 'heuristic',
      source: candidate.source,
      locator: `${page.locatorOf(element)} (${candidate.reason})`,
      quote: candidate.text.slice(0, 300),
      ...(isWeak && { weak: true as const }),
    },
    isGrounded: candidate.source === 'visible' || mapping.isShown(field, value),
    confidence: Math.min(0.97, score),
    node: candidate.node,
  };
}

function scalarOf(field: Field, page: PageView, mapping: Mapping): FoundValue[] {
  const names = namesOf(field, mapping.concepts(field));
  const best = bestOf(field, candidatesOf(field, names, page), page, mapping);
  return best === null || best.score < answered ? [] : [toFound(field, field.pointer, best, page, mapping)];
}

function listOf(field: Field, page: PageView, mapping: Mapping): FoundValue[] {
  const names = namesOf(field, mapping.concepts(field));
  for (const { entries, strength } of listCandidates(page, names)) {
    const values: FoundValue[] = [];
    for (const candidate of entries) {
      const value = coerce(field, candidate.text, 'person', mapping.reading);
      if (value === null || values.length >= (field.maxItems ?? Number.POSITIVE_INFINITY)) continue;
      values.push(
        toFound(
          field,
          `${field.pointer}/${values.length}`,
          { candidate, value, score: strength },
          page,
          mapping,
        ),
      );
    }
    if (values.length * 2 > entries.length && strength >= answered) return values;
  }
  return [];
}

/** Values by what the page shows: semantic attributes, labels, names of elements, headings, shapes. No learning, no model. */
export function createHeuristics(mappingOf: (page: PageView) => Mapping): Method {
  return {
    name: 'heuristic',
    find(fields, page) {
      const mapping = mappingOf(page);
      return fields.flatMap((field) => {
        if (field.structure === 'records') return [];
        return field.structure === 'list' ? listOf(field, page, mapping) : scalarOf(field, page, mapping);
      });
    },
  };
}
