import { JSONRepairError, jsonrepair } from 'jsonrepair';
import { findJsonExtent, removeNoise } from './json-extent.ts';

/** Maximum number of characters that are searched for JSON with deviations, because `jsonrepair` takes quadratic time. */
const maxSearchedLength = 32_768;
/** Maximum number of members of an answer that are left out because they cannot be repaired. */
const maxRejectedMembers = 5;

/** JSON found in a text. */
export interface FoundJson {
  value: unknown;
  /** True if the text is valid JSON and nothing else (RFC 8259). */
  isWhole: boolean;
}

/**
 * Parses the JSON that a model wrote: alone, in prose or a code fence, after its reasoning, with the deviations that
 * `jsonrepair` accepts (trailing commas, comments, bare keys, Python constants), or truncated. Leaves out an unfinished
 * member and nesting deeper than 64 levels. Returns null if there is no object or array. If the text is not valid JSON,
 * only the first 32,768 characters after the reasoning are read.
 */
export function readJson(text: string): FoundJson | null {
  const plain = parsePlain(text);
  if (plain !== null) return plain;
  // Reasoning before the closing tag may contain JSON that is not the answer.
  const answer = text.replace(/^[\s\S]*<\/think(?:ing)?>/i, '').slice(0, maxSearchedLength);
  let longest: { value: unknown; length: number } | null = null;
  for (let start = findOpening(answer, 0); start >= 0; ) {
    const extent = findJsonExtent(answer, start);
    const length = extent.end - start;
    const value = parseRepaired(answer.slice(start, extent.completeEnd));
    if (value !== null && Object.keys(value).length > 0) {
      if (longest === null || length > longest.length) longest = { value, length };
    } else if (value !== null && extent.isClosed) longest ??= { value, length: 0 };
    start = findOpening(answer, extent.end);
  }
  return longest === null ? null : { value: longest.value, isWhole: false };
}

function parsePlain(text: string): FoundJson | null {
  try {
    const value: unknown = JSON.parse(text);
    if (!isContainer(value) || findJsonExtent(text, findOpening(text, 0)).isTooDeep) return null;
    return { value, isWhole: true };
  } catch {
    return null;
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function findOpening(text: string, from: number): number {
  const index = text.slice(from).search(/[[{]/);
  return index < 0 ? -1 : from + index;
}

/** Parses JSON with deviations. Leaves out up to 5 members that `jsonrepair` rejects; null if there are more. */
function parseRepaired(text: string): object | null {
  if (isProse(text)) return null;
  // `jsonrepair` rejects control characters, and changes `[1,,2]` to `[[1],2]`.
  let rest = removeNoise(text).replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, ' ');
  for (let attempt = 0; attempt <= maxRejectedMembers; attempt++) {
    try {
      const value: unknown = JSON.parse(jsonrepair(rest), (_, member) => (member === 'NaN' ? null : member));
      return isContainer(value) ? value : null;
    } catch (error) {
      if (!(error instanceof JSONRepairError)) return null;
      rest = removeMemberAt(rest, error.position);
    }
  }
  return null;
}

/** Removes the text between the last complete member before `index` and the next comma or closing bracket. */
function removeMemberAt(text: string, index: number): string {
  const after = text.slice(index);
  const next = after.search(/[,\]}]/);
  const before = text.slice(0, findJsonExtent(text.slice(0, index), 0).completeEnd);
  return next < 0 ? before : before + after.slice(next);
}

/** Returns true for words in brackets, which `jsonrepair` may change to a list of strings. */
function isProse(text: string): boolean {
  const isConstant = /^\[\s*(?:true|false|null|none)\b/i.test(text);
  return /^[[{][^"'“:\d{}[\]]+[\]}]?$/.test(text) && /\p{L}/u.test(text) && !isConstant;
}
