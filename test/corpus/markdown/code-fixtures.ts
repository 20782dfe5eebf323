import type { MarkdownFixture } from './fixture.ts';

export const codeFixtures: readonly MarkdownFixture[] = [
  ['block', '<pre><code>a\n  b\n</code></pre>', '```\na\n  b\n```'],
  ['language by class', '<pre><code class="language-ts">let a</code></pre>', '```ts\nlet a\n```'],
  ['language on pre', '<pre class="lang-py">x</pre>', '```py\nx\n```'],
  [
    'language on a wrapper',
    '<div class="highlight-python notranslate"><div class="highlight"><pre>x = 1</pre></div></div>',
    '```python\nx = 1\n```',
  ],
  [
    'language of highlight-source',
    '<div class="highlight highlight-source-shell"><pre>ls</pre></div>',
    '```shell\nls\n```',
  ],
  ['language by data-lang', '<pre data-lang="go"><code>x</code></pre>', '```go\nx\n```'],
  ['language by hljs', '<pre><code class="hljs rust">x</code></pre>', '```rust\nx\n```'],
  ['brush', '<pre class="brush: js; toolbar: false">x</pre>', '```js\nx\n```'],
  ['no language', '<pre><code class="language-plaintext">x</code></pre>', '```\nx\n```'],
  [
    'coloured',
    '<pre><code><span class="k">let</span> <span>a</span>\n<span>b</span></code></pre>',
    '```\nlet a\nb\n```',
  ],
  ['line breaks by br', '<pre>a<br>b<br>c</pre>', '```\na\nb\nc\n```'],
  ['lines as elements', '<pre><code><div>a</div><div>b</div></code></pre>', '```\na\nb\n```'],
  [
    'lines as spans',
    '<pre><code><span class="line">a</span><span class="line">b</span></code></pre>',
    '```\na\nb\n```',
  ],
  [
    'lines as spans with line feeds',
    '<pre><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
    '```\na\n\nb\n```',
  ],
  ['fence inside', '<pre>```js\nx\n```</pre>', '````\n```js\nx\n```\n````'],
  [
    'a difference as a table with formatted source',
    '<div class="diff"><table>\n  <tr><td class=linenos>1</td><td class=linenos>1</td><td class="unmod">\n    <span id="a">\n    <span class=line>if (a) {\n</span>\n    </span></td></tr>\n  <tr><td class=linenos>2</td><td class=linenos>2</td><td class="add">\n    <span class=line>  b();\n</span>\n   </td></tr></table></div>',
    '```diff\nif (a) {\n  b();\n```',
  ],
  [
    'table with line numbers',
    '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table>',
    '```\na\nb\n```',
  ],
  [
    'line number spans',
    '<pre><span class="lineno">1 </span>a\n<span class="lineno">2 </span>b</pre>',
    '```\na\nb\n```',
  ],
  [
    'hexo figure',
    '<figure class="highlight java"><table><tr><td class="gutter"><pre>1</pre></td><td class="code"><pre>int a;</pre></td></tr></table></figure>',
    '```\nint a;\n```',
  ],
  ['copy button', '<pre><button>Copy</button><code>x</code></pre>', '```\nx\n```'],
  ['entities and tags', '<pre>&lt;p&gt; &amp;amp; *x* _y_</pre>', '```\n<p> &amp; *x* _y_\n```'],
  ['blank lines inside', '<pre>\n\na\n\nb\n\n</pre>', '```\na\n\nb\n```'],
  ['inline', '<p>use <code>a_b*c</code> now</p>', 'use `a_b*c` now'],
  ['inline with backticks', '<p><code>`x`</code> and <code>a``b</code></p>', '`` `x` `` and `a``b`'],
  ['inline with white space', '<p><code> a\n b </code></p>', '`a b`'],
  ['adjacent inline', '<p><code>a</code><code>b</code></p>', '`ab`'],
  ['inline in emphasis', '<p><b><code>x</code></b></p>', '**`x`**'],
  ['empty', '<p>a <code></code>b</p><pre> </pre>', 'a b'],
  ['tabs stay', '<pre>\ta\n\t\tb</pre>', '```\n\ta\n\t\tb\n```'],
  [
    'a column of line numbers without a name',
    '<table><tr><td><pre>1\n2\n3</pre></td><td><pre>a\nb\nc</pre></td></tr></table>',
    '```\na\nb\nc\n```',
  ],
  [
    'a column of line breaks with numbers beside code',
    '<table><tr><td>7<br>8</td><td><pre>a\nb</pre></td></tr></table>',
    '```\na\nb\n```',
  ],
  [
    'lines of a repository browser',
    '<table class="js-file-line-container"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a = 1</td></tr><tr><td class="blob-num" data-line-number="2"></td><td class="blob-code">b = 2</td></tr></table>',
    '```\na = 1\nb = 2\n```',
  ],
  [
    'numbered lines with code elements',
    '<table><tr><td class="lineno">1</td><td><code>a</code></td></tr><tr><td class="lineno">2</td><td><code>b</code></td></tr></table>',
    '```\na\nb\n```',
  ],
];
