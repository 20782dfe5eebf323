import { isObject } from '../../../domain/values/is-object.ts';
import { typesOf } from '../../../extract/facts/entity.ts';

const maxDepth = 3;

function toList(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

/** Returns the first post and its replies as one list; null if the item holds only one of them. */
function postsOf({ comment, ...post }: Record<string, unknown>): unknown[] | null {
  const replies = toList(comment);
  const text = post.text ?? post.articleBody;
  return replies.length === 0 || text === undefined ? null : [{ ...post, text }, ...replies];
}

/** Returns the accepted answer and the others as one list; null if the question has no accepted one. */
function answersOf({ acceptedAnswer, suggestedAnswer }: Record<string, unknown>): unknown[] | null {
  const accepted = toList(acceptedAnswer);
  const others = toList(suggestedAnswer);
  return accepted.length === 0 || others.length === 0 ? null : [...accepted, ...others];
}

function withLists(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return value.map((inner) => withLists(inner, depth));
  if (!isObject(value) || depth > maxDepth) return value;
  const types = typesOf(value);
  const item = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withLists(inner, depth + 1)]),
  );
  const posts = types.includes('DiscussionForumPosting') ? postsOf(item) : null;
  const answers = types.includes('Question') ? answersOf(item) : null;
  return { ...item, ...(posts !== null && { posts }), ...(answers !== null && { answers }) };
}

/**
 * Adds the lists that schema.org splits: `posts`, the first post of a discussion with its comments, and `answers`, the
 * accepted answer of a question with the suggested ones.
 */
export function withWholeThreads(root: Record<string, unknown[]>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(root).map(([type, items]) => [type, items.map((item) => withLists(item, 0))]),
  );
}
