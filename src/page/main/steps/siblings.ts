import { floatAt, integerAt, numberAt } from '../../../domain/values/elements.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { flowKind } from '../../tree/flow.ts';
import { endOf, parentOf, tagOf } from '../../tree/tree.ts';
import { wordsOf } from '../features/leaves.ts';
import { updateHash } from '../features/word-counter.ts';
import { leavesIn } from '../leaf-range.ts';
import type { Selection } from '../selection.ts';

/** Minimum number of siblings that form a group. */
const minMembers = 3;
/** Minimum share of members that must have a role before its leaves are aligned. */
const minRoleShare = 0.6;
/** Minimum share of the leaves of a group whose roles are that common; other groups are not alike. */
const minCommonLeaves = 0.7;
/** Minimum mean number of leaves of a member; smaller members are paragraphs rather than cards or rows. */
const minMeanLeaves = 2;

const isText = tagSet('p h1 h2 h3 h4 h5 h6 dt dd td th thead tbody tfoot tr caption br hr pre');

/** Siblings with the same name and classes. */
interface SiblingGroup {
  nodes: number[];
}

/**
 * Gives corresponding leaves of similar siblings the same probability, so that the cards, posts or rows of one list are
 * kept or dropped together, part by part. Leaves correspond if they have the same path from their sibling. Posts of a thread
 * are aligned by a step of their own.
 */
export function alignSiblings(selection: Selection): void {
  if (selection.kind === 'forum') return;
  for (const { nodes } of findGroups(selection)) alignGroup(selection, nodes);
}

function findGroups(selection: Selection): SiblingGroup[] {
  const { tree, flow, context } = selection;
  const groups = new Map<number, Map<number, SiblingGroup>>();
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId === tag.text) continue;
    const { from, to } = leavesIn(selection, node);
    if (flow.kind[node] === flowKind.skipped || from === to) {
      node = endOf(tree, node) - 1;
      continue;
    }
    if (flow.kind[node] !== flowKind.block || isText[tagId] === 1) continue;
    const parent = parentOf(tree, node);
    let ofParent = groups.get(parent);
    if (ofParent === undefined) {
      ofParent = new Map();
      groups.set(parent, ofParent);
    }
    const signature = integerAt(context.signatures, node);
    const group = ofParent.get(signature);
    if (group === undefined) ofParent.set(signature, { nodes: [node] });
    else group.nodes.push(node);
  }
  const found: SiblingGroup[] = [];
  for (const ofParent of groups.values())
    for (const group of ofParent.values()) if (group.nodes.length >= minMembers) found.push(group);
  return found;
}

/** Leaves of a group with the same path from their sibling. */
interface Role {
  leaves: number[];
  /** Number of siblings that have such leaves. */
  members: number;
  lastMember: number;
}

function alignGroup(selection: Selection, nodes: readonly number[]): void {
  const { leaves } = selection;
  const roles = new Map<number, Role>();
  let total = 0;
  for (const node of nodes) {
    const { from, to } = leavesIn(selection, node);
    total += to - from;
    for (let leaf = from; leaf < to; leaf++) {
      const path = pathHash(selection, integerAt(leaves.block, leaf), node);
      const role = roles.get(path) ?? { leaves: [], members: 0, lastMember: -1 };
      roles.set(path, role);
      role.leaves.push(leaf);
      if (role.lastMember !== node) role.members++;
      role.lastMember = node;
    }
  }
  if (total < nodes.length * minMeanLeaves) return;
  const common = [...roles.values()].filter((role) => role.members >= nodes.length * minRoleShare);
  const covered = common.reduce((sum, role) => sum + role.leaves.length, 0);
  if (covered < total * minCommonLeaves) return;
  for (const role of common) setMean(selection, role.leaves);
}

function pathHash({ tree, context }: Selection, block: number, member: number): number {
  let hash = 0;
  for (let node = block; node > member; node = parentOf(tree, node)) {
    const tagId = tagOf(tree, node);
    hash = updateHash(hash, isHeading[tagId] === 1 ? tag.h1 : integerAt(context.signatures, node));
  }
  return hash;
}

/** Replaces the probabilities of some leaves by the mean of their logits, weighted by their words. */
function setMean({ leaves, probabilities }: Selection, members: readonly number[]): void {
  let sum = 0;
  let weights = 0;
  for (const leaf of members) {
    const p = floatAt(probabilities, leaf);
    const weight = Math.log1p(wordsOf(leaves, leaf)) + 0.1;
    sum += weight * Math.log((p + 1e-4) / (1 - p + 1e-4));
    weights += weight;
  }
  const mean = 1 / (1 + Math.exp(-sum / weights));
  for (let at = 0; at < members.length; at++) probabilities[numberAt(members, at)] = mean;
}
