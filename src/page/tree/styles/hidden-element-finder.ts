import { byteAt, integerAt, lastOf } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { isOpenable, isOpenableName, openedIds } from '../hidden-elements.ts';
import { attributeOf, endOf, type Tree, tagOf, textFlag, textOf } from '../tree.ts';
import { createNameSets, SelectorMatcher } from './match-selector.ts';
import { type Candidate, hasPriority, indexHidingRules, indexShowingRules, RuleIndex } from './rule-index.ts';
import { createSettingsReader, type HidingGroup, hidingGroups } from './rule-settings.ts';
import type { StyleRule } from './style-rules.ts';

/** Maximum number of descendants that are searched for rules that make them visible. */
const maxSearched = 200;

/** Elements without text that rules can hide. */
const isNeverHidden = tagSet('html head body script style template noscript br img input link meta svg');
const isNotText = tagSet('script style template noscript');

const focusState = /^(?:focus|focus-visible|focus-within|active)$/;

/** Element that a rule hides. */
export interface HiddenElement {
  node: number;
  rule: StyleRule;
  group: HidingGroup;
  /** Length of its text in the source. */
  length: number;
}

const permanentGroups: ReadonlySet<HidingGroup> = new Set(['placement', 'size', 'color']);

/** Returns true for the properties that hide text from people for good, and not until an interaction. */
export function isPermanent(group: HidingGroup): boolean {
  return permanentGroups.has(group);
}

/** Properties of an element's own style that have priority over the rules for a group. */
const ownStyle: Readonly<Record<HidingGroup, RegExp>> = {
  display: /display/i,
  visibility: /visibility/i,
  opacity: /opacity/i,
  box: /height|width|overflow/i,
  placement: /position|left|right|top|clip|transform/i,
  size: /font/i,
  color: /color|background/i,
};

/** Returns the length of the text below a node in the source, without white space between elements. */
export function sourceTextLength(tree: Tree, node: number): number {
  const end = endOf(tree, node);
  let length = 0;
  for (let one = node + 1; one < end; one++) {
    const tagId = tagOf(tree, one);
    if (isNotText[tagId] === 1) one = endOf(tree, one) - 1;
    else if (tagId === tag.text && (byteAt(tree.flags, one) & textFlag.blank) === 0)
      length += integerAt(tree.to, one) - integerAt(tree.from, one);
  }
  return length;
}

/** Returns true if elements inside may have another size or color than their container. */
function hasOwnStyles(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  if (end - node > maxSearched) return true;
  for (let descendant = node + 1; descendant < end; descendant++) {
    const tagId = tagOf(tree, descendant);
    if (tagId !== tag.text && (tree.from[descendant] !== tree.to[descendant] || tagId === tag.a)) return true;
  }
  return false;
}

/** Returns true if a selector names a tab, an accordion or the like. */
function hasOpenableName({ selector }: Candidate): boolean {
  return selector.compounds.some(
    ({ id, classes }) => isOpenableName(id) || classes.some((one) => isOpenableName(one)),
  );
}

/** Hiding rule with the highest priority for a group. */
type Winner = [HidingGroup, Candidate];

const noWinners: readonly Winner[] = [];

/** Element with the rules that hide it if nothing shows it. */
interface Match {
  node: number;
  winners: readonly Winner[];
}

/** Finds the outermost elements of a page that its style rules hide. */
export class HiddenElementFinder {
  private readonly tree: Tree;
  private readonly rules: readonly StyleRule[];
  private readonly matcher: SelectorMatcher;
  private readonly readSettings = createSettingsReader();
  private readonly hiding: RuleIndex;
  private showing = new RuleIndex();
  private scripts: string | null = null;
  private readonly namedByScript = new Map<string, boolean>();
  private opened: ReadonlySet<string> | null = null;

  constructor(tree: Tree, rules: readonly StyleRule[]) {
    this.tree = tree;
    this.rules = rules;
    this.matcher = new SelectorMatcher(tree);
    const names = createNameSets();
    this.matcher.names.addNames(1, tree.count, names);
    this.hiding = indexHidingRules(rules, names, this.readSettings);
  }

  /** Returns the elements in document order. */
  find(body: number): HiddenElement[] {
    const { tree } = this;
    const matches = this.findMatches(body);
    const names = createNameSets();
    const groups = new Set<HidingGroup>();
    for (const { node, winners } of matches) {
      for (const [group] of winners) groups.add(group);
      // Elements inside of an invisible one may be visible.
      const count = winners.some(([group]) => group === 'visibility') ? maxSearched : 1;
      this.matcher.names.addNames(node, Math.min(endOf(tree, node), node + count), names);
    }
    if (matches.length > 0) this.showing = indexShowingRules(this.rules, names, groups, this.readSettings);
    const found: HiddenElement[] = [];
    let end = 0;
    for (const { node, winners } of matches) {
      if (node < end) continue;
      const winner = winners.find(([group, one]) => this.isEffective(node, group, one));
      const length = winner === undefined ? 0 : sourceTextLength(tree, node);
      if (winner === undefined || length === 0) continue;
      found.push({ node, rule: winner[1].rule, group: winner[0], length });
      end = endOf(tree, node);
    }
    return found;
  }

  /** Returns the elements that match rules which may hide them. */
  private findMatches(body: number): Match[] {
    const { tree } = this;
    const matches: Match[] = [];
    if (this.hiding.isEmpty()) return matches;
    const end = endOf(tree, body);
    for (let node = body + 1; node < end && !this.matcher.isExhausted(); node++) {
      const tagId = tagOf(tree, node);
      if (tagId <= tag.document || isNeverHidden[tagId] === 1) continue;
      const winners = this.winnersFor(node);
      if (winners.length > 0) matches.push({ node, winners });
    }
    return matches;
  }

  /** Returns the hiding rule with the highest priority for each group of properties. */
  private winnersFor(node: number): readonly Winner[] {
    const candidates = this.hiding.candidatesFor(this.nameOf(node), this.matcher.names.namesOf(node));
    if (candidates.length === 0) return noWinners;
    const best = new Map<HidingGroup, Candidate>();
    for (const candidate of candidates) {
      if (!this.matcher.matches(candidate.selector, node)) continue;
      for (const group of hidingGroups) {
        if (candidate.settings[group]?.hides !== true) continue;
        const other = best.get(group);
        if (other === undefined || hasPriority(candidate, other, group)) best.set(group, candidate);
      }
    }
    return [...best];
  }

  private nameOf(node: number): string {
    return this.tree.names[integerAt(this.tree.name, node)] ?? '';
  }

  /** Returns false if an element that a rule hides is shown nevertheless, or scripts may show it. */
  private isEffective(node: number, group: HidingGroup, candidate: Candidate): boolean {
    const style = attributeOf(this.tree, node, attribute.style);
    if (style !== null && ownStyle[group].test(style)) return false;
    if ((group === 'size' || group === 'color') && hasOwnStyles(this.tree, node)) return false;
    if (this.isShown(node, group, candidate)) return false;
    if (!isPermanent(group) && this.canBeOpened(node, candidate)) return false;
    if (group !== 'visibility') return true;
    const end = Math.min(endOf(this.tree, node), node + maxSearched);
    for (let descendant = node + 1; descendant < end; descendant++)
      if (tagOf(this.tree, descendant) > tag.document && this.isShown(descendant, group, null)) return false;
    return true;
  }

  /** Returns true if a rule with priority over `hiding` shows the element, or would in another state of the page. */
  private isShown(node: number, group: HidingGroup, hiding: Candidate | null): boolean {
    const candidates = this.showing.candidatesFor(this.nameOf(node), this.matcher.names.namesOf(node));
    for (const candidate of candidates) {
      // Without an answer, the element is shown.
      if (this.matcher.isExhausted()) return true;
      if (candidate.settings[group]?.hides !== false) continue;
      if (hiding !== null && !hasPriority(candidate, hiding, group)) continue;
      // Links that skip to the content appear while they have the focus.
      const needsFocus = candidate.selector.compounds.some(({ pseudoClasses }) =>
        pseudoClasses.some((one) => focusState.test(one)),
      );
      if (group === 'placement' && needsFocus) continue;
      if (this.matcher.couldMatch(candidate.selector, node)) return true;
    }
    return false;
  }

  /** Returns true if names of the element or of the rule are those of a tab or the like, or the page opens it by name. */
  private canBeOpened(node: number, candidate: Candidate): boolean {
    if (hasOpenableName(candidate)) return true;
    const isOpenedByName = isOpenable(this.tree, node, () => {
      this.opened ??= openedIds(this.tree);
      return this.opened;
    });
    return isOpenedByName || this.isNamedByScript(candidate);
  }

  /** Returns true if an inline script contains the id or a class of the rule's subject as a selector or a string. */
  private isNamedByScript({ selector }: Candidate): boolean {
    const subject = lastOf(selector.compounds);
    return [subject.id, ...subject.classes].some((name) => {
      if (name === '') return false;
      const known = this.namedByScript.get(name);
      if (known !== undefined) return known;
      this.scripts ??= inlineScripts(this.tree);
      const isNamed = containsName(this.scripts, name);
      this.namedByScript.set(name, isNamed);
      return isNamed;
    });
  }
}

const maxScriptLength = 500_000;

function inlineScripts(tree: Tree): string {
  const texts: string[] = [];
  let length = 0;
  for (let node = 1; node < tree.count && length < maxScriptLength; node++) {
    if (tree.tag[node] !== tag.script || endOf(tree, node) !== node + 2) continue;
    if (/json/i.test(attributeOf(tree, node, attribute.type) ?? '')) continue;
    const text = textOf(tree, node + 1).slice(0, maxScriptLength - length);
    texts.push(text);
    length += text.length;
  }
  return texts.join('\n');
}

/** Returns true if a script contains a name after `.` or `#`, or at the start of a string. */
function containsName(script: string, name: string): boolean {
  for (let at = script.indexOf(name); at !== -1; at = script.indexOf(name, at + name.length)) {
    const before = script[at - 1] ?? '';
    const after = script[at + name.length] ?? '';
    if (/[.#'"`]/.test(before) && !/[\w-]/.test(after)) return true;
  }
  return false;
}
