import type { NextRequest } from '../../domain/pages/records.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { isElement } from '../../page/tree/tree.ts';
import { cursorName, getBaseName, offsetName, pageName, sizeName } from '../paging/paging-parameters.ts';
import { type FormField, fieldsOf, formOf } from './form-fields.ts';
import { controlAt, isCurrent, isDisabled, isNextControl, pageNumberOf } from './more-controls.ts';
import { findNextOption } from './next-option.ts';

/** Control whose form leads to the next page, with the name and value that it sends. */
interface Trigger {
  node: number;
  /** Empty if the control sends no value. */
  name: string;
  value: string;
}

/** Fields that no search or pagination has, or that make a request valid only for the visitor of one page. */
const otherType = /^(?:password|file|email|tel|textarea)$/;
const answerType = /^(?:checkbox|radio|textarea)$/;
const tokenName =
  /csrf|xsrf|authenticity|verification|nonce|view-?state|^_(?:method|token|wpnonce)|^(?:form_?)?token$/i;
const queryName = /^(?:q|query|s|search|keywords?|terms?|text|find|search_?(?:text|term|query|string))$/i;
const orderName = /sort|order|filter|categor|view/i;
/** Words of an address at which a form changes data. */
const writeWord =
  /(?:^|[^a-z])(?:add|basket|buy|cart|checkout|create|delete|edit|login|logout|pay|register|remove|save|signin|signup|submit|subscribe|unsubscribe|update|upload|vote)(?:[^a-z]|$)/i;
const maxTriggers = 200;

function isPagingName(name: string): boolean {
  const base = getBaseName(name);
  return pageName.test(base) || offsetName.test(base) || cursorName.test(base);
}

/** Returns true for a button that sends its form. */
function isSubmit(page: PageView, node: number): boolean {
  const type = page.attributeOf(node, 'type')?.toLowerCase();
  const kind = page.tree.tag[node];
  return kind === tag.button ? (type ?? 'submit') === 'submit' : kind === tag.input && type === 'submit';
}

/** Returns the controls that lead to the next page by a form or by an address in a choice: buttons, then choices. */
function findTriggers(page: PageView): Trigger[] {
  const { tree, flow } = page;
  const named: Trigger[] = [];
  const choices: Trigger[] = [];
  const numbered: (Trigger & { number: number })[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node) || flow.kind[node] === flowKind.skipped) continue;
    if (tree.tag[node] === tag.select) {
      const value = findNextOption(page, node);
      if (value !== null) choices.push({ node, name: page.attributeOf(node, 'name') ?? '', value });
      continue;
    }
    const control = isSubmit(page, node) ? controlAt(page, node) : null;
    if (control === null || named.length + numbered.length >= maxTriggers) continue;
    const number = pageNumberOf(page, control);
    const value = page.attributeOf(node, 'value') ?? '';
    const trigger = { node, name: page.attributeOf(node, 'name') ?? '', value };
    if (number !== null && /^\d+$/.test(control.label.trim())) numbered.push({ ...trigger, number });
    else if (!isDisabled(page, node) && isNextControl(page, control)) named.push(trigger);
  }
  const current = numbered.filter(({ node }) => isCurrent(page, node)).map(({ number }) => number);
  const following = numbered.filter(({ number }) => current.length === 1 && number === (current[0] ?? 0) + 1);
  return [...named, ...following, ...choices];
}

function sendsPage(fields: readonly FormField[], { name }: Trigger): boolean {
  return isPagingName(name) || fields.some((field) => isPagingName(field.name));
}

/** Returns true if a form with POST plainly reads: it sends the place of a page, and otherwise only what a search has. */
function isReadOnlyForm(fields: readonly FormField[], trigger: Trigger, action: URL): boolean {
  const { node } = trigger;
  if (!sendsPage(fields, trigger)) return false;
  if (writeWord.test(`${action.pathname}${action.search}`)) return false;
  return fields.every((field) => {
    const base = getBaseName(field.name);
    if (answerType.test(field.type) || (tokenName.test(field.name) && !isPagingName(field.name)))
      return false;
    if (field.type === 'hidden' || field.node === node || isPagingName(field.name)) return true;
    return queryName.test(base) || sizeName.test(base) || orderName.test(base);
  });
}

/** Returns the URL of a reference if it is on the host of the page; the page itself for an empty one. */
function resolveOnSite(page: PageView, reference: string): URL | null {
  const resolved = reference.trim() === '' ? page.url : page.addresses.resolveWeb(reference);
  const url = resolved === null ? null : URL.parse(resolved);
  return url !== null && url.host === URL.parse(page.url)?.host ? url : null;
}

/** Returns the request that a form sends if its user presses the trigger; null if it may do more than read. */
function toNextRequest(page: PageView, trigger: Trigger): NextRequest | null {
  const { node, name, value } = trigger;
  if (/^(?:https?:\/\/|\/|\?)/.test(value) && page.tree.tag[node] === tag.select) {
    const url = resolveOnSite(page, value);
    return url === null ? null : { url: url.href, form: null };
  }
  const form = formOf(page, node);
  if (form === -1) return null;
  const action = resolveOnSite(
    page,
    page.attributeOf(node, 'formaction') ?? page.attributeOf(form, 'action') ?? '',
  );
  const fields = fieldsOf(page, form);
  if (action === null || fields === null || fields.some(({ type }) => otherType.test(type))) return null;
  const method = (page.attributeOf(node, 'formmethod') ?? page.attributeOf(form, 'method') ?? 'get')
    .trim()
    .toLowerCase();
  const data = new URLSearchParams();
  for (const field of fields) data.append(field.name, field.node === node ? value : field.value);
  if (name !== '' && fields.every((field) => field.node !== node)) data.append(name, value);
  action.hash = '';
  if (method === 'post') {
    return isReadOnlyForm(fields, trigger, action) ? { url: action.href, form: data.toString() } : null;
  }
  // The button of another form, such as one for an address, may be called "Next" too.
  if (method === 'dialog' || !(sendsPage(fields, trigger) || /\d/.test(name + value))) return null;
  action.search = data.toString();
  return { url: action.href, form: null };
}

/**
 * Returns the request for the next page that a form of the page sends: with its button for the next page, or with the
 * next option of its choice of pages. A form with POST counts only if it plainly reads.
 */
export function findNextForm(page: PageView): NextRequest | null {
  for (const trigger of findTriggers(page)) {
    const request = toNextRequest(page, trigger);
    if (request !== null) return request;
  }
  return null;
}
