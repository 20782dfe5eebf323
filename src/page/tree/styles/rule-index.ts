import { lastOf } from '../../../domain/values/elements.ts';
import type { ElementNames, NameSets } from './match-selector.ts';
import { type Compound, parseSelectors, type Selector } from './parse-selector.ts';
import { type HidingGroup, hidingGroups, mayHide, type Settings, setsAny } from './rule-settings.ts';
import type { StyleRule } from './style-rules.ts';

/** Rule with one of its selectors, and its position in the cascade. */
export interface Candidate {
  rule: StyleRule;
  settings: Settings;
  selector: Selector;
  order: number;
}

/** States of a page before its scripts have run, in which it hides what it shows later. */
const initialState = /(?:^|[_-])(?:no-?js|js|cloak|fouc|preload|loading|loaded|lazy\w*|unloaded)(?:$|[_-])/i;

const none: readonly Candidate[] = [];

/** Kinds of names by which candidates are found. */
type NameKind = 'id' | 'class' | 'element';

/** Name that an element needs to be found. */
type Key = readonly [NameKind, string];

/** Candidates by the id, class or name of their subjects. */
export class RuleIndex {
  private readonly lists: Readonly<Record<NameKind, Map<string, Candidate[]>>> = {
    id: new Map(),
    class: new Map(),
    element: new Map(),
  };
  /** Candidates by lists of classes, which elements share. */
  private readonly ofClasses = new Map<readonly string[], readonly Candidate[]>();

  /** Returns the candidates whose subject has the name, the id or one of the classes of an element, or none of these. */
  candidatesFor(name: string, { id, classes }: ElementNames): readonly Candidate[] {
    const byId = id === '' ? none : (this.lists.id.get(id) ?? none);
    const byClass = classes.length === 0 ? none : this.candidatesForClasses(classes);
    const byName = this.lists.element.get(name) ?? none;
    const byAny = this.lists.element.get('*') ?? none;
    const count = byId.length + byClass.length + byName.length + byAny.length;
    for (const list of [byId, byClass, byName, byAny]) if (list.length === count) return list;
    return [...byId, ...byClass, ...byName, ...byAny];
  }

  isEmpty(): boolean {
    return Object.values(this.lists).every(({ size }) => size === 0);
  }

  /** Adds a candidate under one key, or under several of which an element needs one. */
  add(candidate: Candidate, keys: readonly Key[]): void {
    for (const [kind, name] of keys) {
      const list = this.lists[kind].get(name);
      if (list === undefined) this.lists[kind].set(name, [candidate]);
      else list.push(candidate);
    }
  }

  private candidatesForClasses(classes: readonly string[]): readonly Candidate[] {
    const known = this.ofClasses.get(classes);
    if (known !== undefined) return known;
    const found = classes.flatMap((one) => this.lists.class.get(one) ?? []);
    this.ofClasses.set(classes, found);
    return found;
  }
}

/** Returns true if only names and attributes of an element and its ancestors decide whether a selector matches. */
function isSimple({ compounds, combinators }: Selector): boolean {
  return (
    combinators.every((one) => one === ' ' || one === '>') &&
    compounds.every(({ pseudoClasses }) => pseudoClasses.length === 0)
  );
}

function hasInitialState({ compounds }: Selector): boolean {
  return compounds.some(
    ({ id, classes, attributes }) =>
      initialState.test(id) ||
      classes.some((one) => initialState.test(one)) ||
      attributes.some(({ name }) => initialState.test(name)),
  );
}

function hasSetting(settings: Settings, hides: boolean): boolean {
  return hidingGroups.some((group) => settings[group]?.hides === hides);
}

/** Returns the key under which all elements that match a subject find it. */
function requiredKey({ id, classes, name }: Compound): Key {
  if (id !== '') return ['id', id];
  return classes[0] === undefined ? ['element', name || '*'] : ['class', classes[0]];
}

/** Returns the keys of elements that could match a subject after a change of their classes. */
function possibleKeys(subject: Compound): Key[] {
  if (subject.id !== '' || subject.classes.length === 0) return [requiredKey(subject)];
  return subject.classes.map((one) => ['class', one]);
}

const namePattern = /[.#](?:[\w-]|[^\0-\x7f])+/g;

/**
 * Returns false if no selector of a list can match for lack of names: each needs all of its classes and ids in `names` if
 * `needsAll` is true, else one of them. Most rules are left out by this comparison, before they are parsed.
 */
function canMatch(selectors: string, { ids, classes }: NameSets, needsAll: boolean): boolean {
  if (/[\\([]/.test(selectors)) return true;
  const isPresent = (name: string): boolean =>
    name.startsWith('.') ? classes.has(name.slice(1)) : ids.has(name.slice(1));
  return selectors.split(',').some((selector) => {
    const found = selector.match(namePattern);
    if (found === null) return true;
    return needsAll ? found.every(isPresent) : found.some(isPresent);
  });
}

/** Indexes the rules that certainly hide the elements that they match; `names` are the classes and ids of the page. */
export function indexHidingRules(
  rules: readonly StyleRule[],
  names: NameSets,
  readSettings: (declarations: string) => Settings,
): RuleIndex {
  const index = new RuleIndex();
  rules.forEach((rule, order) => {
    if (!rule.isCertain || !mayHide(rule.declarations) || !canMatch(rule.selectors, names, true)) return;
    const settings = readSettings(rule.declarations);
    if (!hasSetting(settings, true)) return;
    for (const selector of parseSelectors(rule.selectors)) {
      if (!isSimple(selector) || hasInitialState(selector)) continue;
      index.add({ rule, settings, selector, order }, [requiredKey(lastOf(selector.compounds))]);
    }
  });
  return index;
}

/**
 * Indexes the rules that show elements, now or in another state of the page. `names` are the classes and ids of the elements
 * that other rules hide, `groups` the properties by which they do.
 */
export function indexShowingRules(
  rules: readonly StyleRule[],
  names: NameSets,
  groups: ReadonlySet<HidingGroup>,
  readSettings: (declarations: string) => Settings,
): RuleIndex {
  const index = new RuleIndex();
  rules.forEach((rule, order) => {
    if (!setsAny(rule.declarations, groups) || !canMatch(rule.selectors, names, false)) return;
    const settings = readSettings(rule.declarations);
    if (!hasSetting(settings, false)) return;
    for (const selector of parseSelectors(rule.selectors))
      index.add({ rule, settings, selector, order }, possibleKeys(lastOf(selector.compounds)));
  });
  return index;
}

/** Returns true if one candidate has priority over another for a group of properties (CSS Cascading Level 5, 6.1). */
export function hasPriority(one: Candidate, other: Candidate, group: HidingGroup): boolean {
  const importance =
    Number(one.settings[group]?.isImportant === true) - Number(other.settings[group]?.isImportant === true);
  if (importance !== 0) return importance > 0;
  if (one.rule.layer !== other.rule.layer) return one.rule.layer > other.rule.layer;
  if (one.selector.specificity !== other.selector.specificity)
    return one.selector.specificity > other.selector.specificity;
  return one.order > other.order;
}
