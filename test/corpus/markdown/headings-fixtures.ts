import type { MarkdownFixture } from './fixture.ts';

/** Headings and thematic breaks. */
export const headingsFixtures: readonly MarkdownFixture[] = [
  [
    'levels',
    '<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4><h5>e</h5><h6>f</h6>',
    '# a\n\n## b\n\n### c\n\n#### d\n\n##### e\n\n###### f',
  ],
  ['emphasis in headings', '<h2><b>Bold</b> and <i>soft</i></h2>', '## Bold and *soft*'],
  ['line breaks in headings', '<h2>one<br>two</h2>', '## one two'],
  ['permalink with a sign', '<h2>Title<a class="headerlink" href="#title">¶</a></h2>', '## Title'],
  [
    'permalink with an icon',
    '<h2><a id="t" class="anchor" aria-hidden="true" href="#t"><svg><path d=""/></svg></a>Title</h2>',
    '## Title',
  ],
  [
    'permalink with words',
    '<h3>Title <a href="https://example.com/a/b.html#t">Link to this heading</a></h3>',
    '### Title',
  ],
  ['heading wrapped in its own anchor', '<h2><a href="#x">Title</a></h2>', '## Title'],
  ['heading with a link', '<h2><a href="/post">Title</a></h2>', '## [Title](https://example.com/post)'],
  ['empty heading', '<h2> </h2><h2><a href="#x">#</a></h2><p>a</p>', 'a'],
  ['closing hashes', '<h2>C #</h2>', '## C \\#'],
  ['number at the start', '<h2>1. Intro</h2>', '## 1. Intro'],
  ['code in a heading', '<h3><code>f()</code></h3>', '### `f()`'],
  [
    'heading in a link',
    '<a href="/p"><h3>Title</h3><p>text</p></a>',
    '### [Title](https://example.com/p)\n\ntext',
  ],
  ['blocks in a heading', '<h1>a<p>b</p></h1><h2><div>c</div><div>d</div></h2>', '# a b\n\n## c d'],
  ['heading by its role', '<div role="heading" aria-level="3">Title</div><p>text</p>', '### Title\n\ntext'],
  ['heading by its role alone', '<div role="heading">Title</div><p>text</p>', '## Title\n\ntext'],
  [
    'heading by its role, too deep',
    '<p role="heading" aria-level="9">Title</p><p>text</p>',
    '###### Title\n\ntext',
  ],
  ['rule', '<p>a</p><hr><p>b</p>', 'a\n\n---\n\nb'],
  [
    'role of a heading around blocks',
    '<div role="heading" aria-level="2"><p>One</p><p>Two</p><ul><li>x</li></ul></div>',
    'One\n\nTwo\n\n- x',
  ],
  ['role of a heading around one line', '<div role="heading" aria-level="3"><div>One</div></div>', '### One'],
];
