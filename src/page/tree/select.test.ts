import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseHtml } from '../parse/parse-html.ts';
import { selectNodes, selectorError } from './select.ts';
import { subtreeText } from './tree.ts';

const page = `<main><h2 id="hours">Opening hours</h2>
<table><tr><th>Monday<td>9–5</tr><tr><th>Sunday<td>closed</tr></table>
<ul><li class="price">4 €</li><li class="price sale">3 €</li></ul><p><a href="/menu">Menu</a></p>
<svg><text>Logo</text></svg></main>`;

/** Returns the texts of the elements that a selector matches on the page. */
function select(selector: string, html = page): string[] {
  const tree = parseHtml(html);
  const { nodes, warnings } = selectNodes(tree, [selector]);
  assert.deepEqual(warnings, []);
  return nodes.map((node) => subtreeText(tree, node));
}

test('XPath expressions select elements as CSS selectors do', () => {
  const expressions: readonly (readonly [string, string[]])[] = [
    ['//li', ['4 €', '3 €']],
    ['//LI[contains(@class, "sale")]', ['3 €']],
    ['//tr[th = "Sunday"]/td', ['closed']],
    ['//h2[normalize-space() = "Opening hours"]/following-sibling::table[1]//td', ['9–5', 'closed']],
    ['(//li)[last()]', ['3 €']],
    ['//td/preceding::h2', ['Opening hours']],
    ['//li[position() = 1] | //a[starts-with(@href, "/")]', ['4 €', 'Menu']],
    ['//a/@href', ['Menu']],
    ['//td[1]/text()', ['9–5', 'closed']],
    ['//svg/text', ['Logo']],
    ['//table | //td', ['Monday9–5Sundayclosed']],
    ['//h5', []],
  ];
  for (const [expression, texts] of expressions) {
    const found = select(expression).map((text) => text.replaceAll('\n', ''));
    assert.deepEqual(found, texts, expression);
  }
});

test('an expression that cannot select elements is an error with an example', () => {
  for (const expression of ['//td[', '//td[1', '//p = 1']) {
    assert.match(
      selectorError(expression) ?? '',
      /not an XPath 1\.0 expression .* Use an expression such as/,
      expression,
    );
  }
  assert.equal(selectorError('//td[2]'), null);
  assert.match(selectorError('td:nope(') ?? '', /is not a CSS selector/);
});

test('an expression that visits a page again and again ends with a warning', () => {
  const tree = parseHtml(`<main>${'<p><b>x</b></p>'.repeat(4_000)}</main>`);
  const { nodes, warnings } = selectNodes(tree, ['//*[count(//*[count(//*) > 1]) > 1]']);
  assert.deepEqual(nodes, []);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['invalid_selector'],
  );
});
