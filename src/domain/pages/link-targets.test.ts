import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeLinkTargets } from './link-targets.ts';

test('links and images are replaced by their text', () => {
  const cases: [string, string][] = [
    ['see [the docs](https://a.example/x "Docs") now', 'see the docs now'],
    ['![A crane](/crane.png)', 'A crane'],
    ['[![Logo](/logo.png)](/)', 'Logo'],
    ['[one](/a_(b)) [two](/c\\)d)', 'one two'],
    ['[a](/1)[b](/2)', 'ab'],
    ['![a [b](/c)', 'a [b'],
    ['[](/empty)', ''],
  ];
  for (const [markdown, text] of cases) assert.equal(removeLinkTargets(markdown), text, markdown);
});

test('text that is not a link is unchanged', () => {
  const texts = ['[a] (b)', '[a](b', '[a](b(c(d)))', 'a](b)', '[a](b\\', '[a](b\\\nc)', '[x]', '](', ''];
  for (const text of texts) assert.equal(removeLinkTargets(text), text, text);
});

test('with target `address`, a function call with several arguments is not a link', () => {
  for (const text of ['handlers[name](first, second)', '[a]( b)', '[a](b "c" d)', '[a](b (c d))']) {
    assert.equal(removeLinkTargets(text, 'address'), text, text);
  }
  assert.equal(removeLinkTargets('[a](b "c d")', 'address'), 'a');
  assert.equal(removeLinkTargets('handlers[name](first, second)'), 'handlersname');
});

test('links inside an incomplete link are still replaced', () => {
  assert.equal(removeLinkTargets('[a](b [c](d) [e](f) (g'), '[a](b c e (g');
  assert.equal(removeLinkTargets('[a](x y [b](z)', 'address'), '[a](x y b');
});
