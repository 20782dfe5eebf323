import type { PageResult } from '../../../domain/pages/page.ts';
import { isObject } from '../../../domain/values/is-object.ts';

const maxLength = 300;
/** Pages of an answer whose fields are listed. */
const maxPages = 100;

/** Numbers, flags, identifiers, codes, times and URLs, but no sentences, and no words of a page. */
function isMachineValue(value: unknown, words: ReadonlySet<string>): boolean {
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value !== 'string' || value.length > maxLength || /\s/.test(value)) return false;
  return !words.has(value) || URL.canParse(value);
}

function codesOf(warnings: unknown): unknown[] {
  return Array.isArray(warnings) ? warnings.filter(isObject).map(({ code }) => code) : [];
}

function idOf(receipt: unknown): unknown {
  return isObject(receipt) ? receipt.id : undefined;
}

/** Returns the machine fields of an object: its short values, the ids and codes of its parts, the counts of its lists. */
function fieldsOf(value: Record<string, unknown>, words: ReadonlySet<string>): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    if (name === 'receipt') fields.receipt = idOf(one);
    else if (name === 'error') fields.error = isObject(one) ? one.code : undefined;
    else if (name === 'warnings') fields.warnings = codesOf(one).length > 0 ? codesOf(one) : undefined;
    else if (Array.isArray(one)) fields[`${name}_count`] = one.length;
    else if (isMachineValue(one, words)) fields[name] = one;
  }
  return fields;
}

function pageFields(page: PageResult): Record<string, unknown> {
  const { url, final_url: target, status, ref, receipt, warnings, truncated, length } = page;
  return fieldsOf(
    {
      url,
      ...(target !== null && target !== url && { final_url: target }),
      status,
      ref,
      ...(truncated && { length }),
      receipt,
      warnings,
    },
    new Set(),
  );
}

/**
 * Returns the fields of an answer that a program needs to go on: status, final URL, refs and ids, receipt ids, codes of
 * warnings, counts. Its texts are in the content of the tool result; `words` are those that a page wrote.
 */
export function machineFields(
  value: unknown,
  pages: readonly PageResult[],
  words: ReadonlySet<string>,
): Record<string, unknown> | null {
  if (!isObject(value)) return null;
  const [only] = pages;
  if (only !== undefined && pages.length === 1 && !('results' in value)) {
    // The caller knows the URL of its only page.
    const { url: _url, ...fields } = pageFields(only);
    return JSON.parse(JSON.stringify({ ...fields, ...creditsOf(value) })) as Record<string, unknown>;
  }
  const listed = pages.length > 0 && { pages: pages.slice(0, maxPages).map(pageFields) };
  return JSON.parse(JSON.stringify({ ...fieldsOf(value, words), ...listed })) as Record<string, unknown>;
}

function creditsOf({ receipt }: Record<string, unknown>): Record<string, unknown> {
  return isObject(receipt) ? { credits: receipt.credits } : {};
}
