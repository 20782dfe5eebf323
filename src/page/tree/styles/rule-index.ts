import { lastOf } from '../../../domain/values/elements.ts';
import type { ElementNames } from './match-selector.ts';
import { type Compound, parseSelectors, type Selector } from './parse-selector.ts';
import {
  type HidingGroup,
  hidingGroups,
  mayHide,
  readSettings,
  type Settings,
  setsAny,
} from './rule-settings.ts';
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

/** Candidates by the id, class or name of their subjects. */
export class RuleIndex {
  private readonly lists = new Map<string, Candidate[]>();

  /** Returns the candidates whose subject has the name, the id or one of the classes of an element, or none of these. */
  candidatesFor(name: string, { id, classes }: ElementNames): readonly Candidate[] {
    const found: (readonly Candidate[])[] = [];
    const add = (key: string): void => {
      const list = this.lists.get(key);
      if (list !== undefined) found.push(list);
    };
    if (id !== '') add(`#${id}`);
    for (const one of classes) add(`.${one}`);
    add(name);
    add('*');
    return found.length > 1 ? found.flat() : (found[0] ?? none);
  }

  isEmpty(): boolean {
    return this.lists.size === 0;
  }

  /** Adds a candidate under one key, or under several of which an element needs one. */
  add(candidate: Candidate, keys: readonly string[]): void {
    for (const key of keys) {
      const list = this.lists.get(key);
      if (list === undefined) this.lists.set(key, [candidate]);
      else list.push(candidate);
    }
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
function requiredKey({ id, classes, name }: Compound): string {
  if (id !== '') return `#${id}`;
  return classes[0] === undefined ? name || '*' : `.${classes[0]}`;
}

/** Returns the keys of elements that could match a subject after a change of their classes. */
function possibleKeys({ id, classes, name }: Compound): string[] {
  if (id !== '') return [`#${id}`];
  return classes.length === 0 ? [name || '*'] : classes.map((one) => `.${one}`);
}

const namePattern = /[.#](?:[\w-]|[^\0-\x7f])+/g;

/**
 * Returns false if no selector of a list can match for lack of names: each needs all of its classes and ids in `names` if
 * `needsAll` is true, else one of them. Most rules are left out by this comparison, before they are parsed.
 */
function canMatch(selectors: string, names: ReadonlySet<string>, needsAll: boolean): boolean {
  if (/[\\([]/.test(selectors)) return true;
  return selectors.split(',').some((selector) => {
    const found = selector.match(namePattern);
    if (found === null) return true;
    return needsAll ? found.every((name) => names.has(name)) : found.some((name) => names.has(name));
  });
}

/** Indexes the rules that certainly hide the elements that they match; `names` are the classes and ids of the page. */
export function indexHidingRules(rules: readonly StyleRule[], names: ReadonlySet<string>): RuleIndex {
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
  names: ReadonlySet<string>,
  groups: ReadonlySet<HidingGroup>,
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
