import { tag } from '../../page/parse/tags.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import { folded } from '../words.ts';
import type { Candidate } from './candidate.ts';
import { labelPairsOf } from './label-pairs.ts';
import { type FieldNames, fitOf } from './matches.ts';
import { namedElementsOf } from './named-elements.ts';
import { patternCandidates } from './patterns.ts';
import { titleCandidates } from './titles.ts';

/** Names of parts of a value, which hold less than all of it, and of what stands around it. */
const partNames =
  /\b(?:hours?|minutes?|mins?|seconds?|days?|label|unit|icon|header|button|link|wrapper|container)$/;

/** What led to an element. */
type Sign = Pick<Candidate, 'reason' | 'strength' | 'fit'>;

function addLabelled(found: Candidate[], field: Field, names: FieldNames, page: PageView): void {
  for (const pair of labelPairsOf(page)) {
    const fit = fitOf(names, pair.phrase, pair.words);
    if (fit === 0) continue;
    const sign: Sign = { reason: `label "${pair.label}"`, strength: pair.strength * fit, fit };
    if (field.kind === 'url' || field.kind === 'image') {
      const linked = fromNamed(field, page, pair.node, sign);
      if (linked !== null) found.push(linked);
    }
    found.push({ text: pair.value, node: pair.node, source: 'visible', ...sign });
  }
}

function addNamed(found: Candidate[], field: Field, names: FieldNames, page: PageView): void {
  const takesParts = partNames.test(names.phrase);
  for (const named of namedElementsOf(page)) {
    const fit = fitOf(names, named.phrase, named.words);
    if (fit === 0 || (!takesParts && partNames.test(named.phrase))) continue;
    const sign: Sign = { reason: named.reason, strength: named.strength * fit, fit };
    const candidate = fromNamed(field, page, named.element, sign);
    if (candidate !== null) found.push(candidate);
  }
}

/** Every text of the page that may be a field's value, by labels, names, headings and shape. */
export function gatherCandidates(
  field: Field,
  names: FieldNames,
  page: PageView,
  hasTitle: boolean,
): Candidate[] {
  const found: Candidate[] = [];
  addLabelled(found, field, names, page);
  addNamed(found, field, names, page);
  if (field.kind === 'title' && field.context.length === 0) found.push(...titleCandidates(page));
  else if (names.concepts.some((concept) => concept.name === 'model')) addTitles(found, page, hasTitle);
  if (field.words.includes('website') || field.words.includes('homepage')) found.push(...outwardLinks(page));
  return found.concat(patternCandidates(field, names.concepts[0], page));
}

/**
 * A page about one thing is titled by it, whatever sort of name was asked for. Where nothing else asked for is the thing's
 * name, the title says more than a code beside "Model" which it holds.
 */
function addTitles(found: Candidate[], page: PageView, hasTitle: boolean): void {
  const titles = titleCandidates(page);
  if (!hasTitle) {
    for (const one of found) {
      const code = folded(one.text);
      if (titles.some(({ text }) => folded(text).includes(code))) one.strength -= 0.3;
    }
  }
  for (const one of titles)
    found.push({ ...one, strength: hasTitle ? one.strength * 0.6 : one.strength - 0.05 });
}

const bareHost = (host: string) => host.replace(/^www\./, '');

/** Links to other sites that show nothing but the address they lead to. */
function outwardLinks(page: PageView): Candidate[] {
  const { tree } = page;
  const host = URL.parse(page.url)?.hostname ?? '';
  const found: Candidate[] = [];
  for (let node = 1; node < tree.count && found.length < 5; node++) {
    if (tree.tag[node] !== tag.a) continue;
    const shown = page
      .textOf(node)
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '');
    if (!/^(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.test(shown)) continue;
    const href = page.attributeOf(node, 'href') ?? '';
    const target = URL.parse(href, page.url)?.hostname ?? '';
    // Sites count those who leave: then the address shown is the one that is meant.
    const leads = target !== host && target !== '' && shown.toLowerCase().includes(bareHost(target));
    if (!leads && shown.toLowerCase().startsWith(bareHost(host))) continue;
    const text = leads ? href : `http://${shown}`;
    found.push({ text, node, source: 'visible', reason: 'address shown', strength: 0.7, fit: 1 });
  }
  return found;
}

const machineAttributes = ['content', 'datetime', 'value', 'data-value', 'data-price'];

/** What a named element holds: for addresses its link or picture, else an attribute for machines, else its text. */
function fromNamed(field: Field, page: PageView, element: number, sign: Sign): Candidate | null {
  if (field.kind === 'url' || field.kind === 'image') {
    const wanted = field.kind === 'url' ? ['href'] : ['src', 'data-src', 'href', 'content'];
    const { tree } = page;
    for (let node = element; node < Math.min(tree.end[element] as number, element + 40); node++) {
      for (const name of wanted) {
        const text = page.attributeOf(node, name);
        if (text !== null && text !== '') return { text, node, source: 'attribute', ...sign };
      }
    }
    return null;
  }
  const text = page.textOf(element);
  if (text !== '') {
    // A single value fills no element that is laid out in blocks.
    const penalty = page.flow.holdsBlock[element] === 1 && field.kind !== 'long_text' ? 0.12 : 0;
    return {
      text: withoutLabel(text),
      node: element,
      source: 'visible',
      ...sign,
      strength: sign.strength - penalty,
    };
  }
  for (const name of machineAttributes) {
    const value = page.attributeOf(element, name);
    if (value !== null && value !== '') return { text: value, node: element, source: 'attribute', ...sign };
  }
  return null;
}

/** A text without the label that stands in front of it in the same element. */
function withoutLabel(text: string): string {
  return /^[\p{L} ]{2,30}:\s+(\S.*)$/u.exec(text)?.[1] ?? text;
}
