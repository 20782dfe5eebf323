import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/tags.ts';
import { attributeOf } from '../../page/tree.ts';
import { type Concept, shapeOf } from '../concepts.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import { parseEmail, parsePhone } from '../typed/contact.ts';
import { parseDate } from '../typed/date.ts';
import { parseMoney } from '../typed/money.ts';
import type { Candidate } from './candidate.ts';

const mostLines = 4_000;
const signals = { language: null, country: null, currency: null };

/** What the shape of a kind alone may speak for: any amount is hardly a salary, and any date is nobody's birthday. */
const spokenFor: Readonly<Partial<Record<Field['kind'], readonly string[]>>> = {
  money: ['price', 'list_price'],
  date: ['date_published', 'date_posted', 'date_modified', 'start_date', 'release_date'],
  phone: ['phone'],
  email: ['email'],
};

/** Whether a field is what texts of its kind's shape mostly are, or nobody knows what it is. */
function isSpokenFor(field: Field, concept: Concept | undefined): boolean {
  const names = spokenFor[field.kind];
  return names === undefined || concept === undefined || names.includes(concept.name);
}

/** Whether a short text has the shape of the field's kind, by itself. */
function hasShape(field: Field, text: string, page: PageView): boolean {
  switch (field.kind) {
    case 'currency':
    case 'money': {
      const money = parseMoney(text, signals);
      return money !== null && (money.currency !== null || money.isCurrencyAmbiguous);
    }
    case 'date':
      return parseDate(text, page.language) !== null;
    case 'phone':
      return parsePhone(text) !== null;
    case 'email':
      return parseEmail(text) !== null;
    case 'identifier':
      return (
        field.words.some((word) => word.startsWith('isbn')) &&
        /(?:97[89][- ]?)?(?:\d[- ]?){9}[\dX]/.test(text)
      );
    default:
      return false;
  }
}

/** Links that carry the value in their address: `tel:` and `mailto:`. */
function linked(field: Field, page: PageView): Candidate[] {
  const scheme = field.kind === 'phone' ? 'tel:' : field.kind === 'email' ? 'mailto:' : null;
  if (scheme === null) return [];
  const { tree } = page;
  const found: Candidate[] = [];
  for (let node = 1; node < tree.count && found.length < 5; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const href = attributeOf(tree, node, attribute.href) ?? '';
    if (!href.toLowerCase().startsWith(scheme)) continue;
    const shown = page.textOf(node);
    const isShown = hasShape(field, shown, page);
    found.push({
      text: isShown ? shown : href,
      node,
      source: isShown ? 'visible' : 'attribute',
      reason: `link ${scheme}`,
      strength: 0.78,
      fit: 1,
    });
  }
  return found;
}

/** Texts that have the shape of the field's kind and nothing else that speaks for them: weak, but for `tel:` and `mailto:`. */
export function patternCandidates(field: Field, concept: Concept | undefined, page: PageView): Candidate[] {
  const found = linked(field, page);
  const shape = shapeOf(concept);
  const takesShapes = isSpokenFor(field, concept);
  for (const line of page.lines().slice(0, mostLines)) {
    if (found.length >= 8) break;
    if (line.text.length > (shape === null ? 60 : 200)) continue;
    const isOwn = shape?.test(line.text) === true;
    if (!isOwn && (!takesShapes || !/[\d@]/.test(line.text) || !hasShape(field, line.text, page))) continue;
    const reason = isOwn ? 'form' : 'shape';
    const strength = isOwn ? 0.62 : 0.56;
    found.push({ text: line.text, node: line.element, source: 'visible', reason, strength, fit: 1 });
  }
  return found;
}
