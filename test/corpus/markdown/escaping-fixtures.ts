import type { MarkdownFixture } from './fixture.ts';

/** Characters that a Markdown parser would read as markup. */
export const escapingFixtures: readonly MarkdownFixture[] = [
  ['asterisks', '<p>2 * 3 * 4, *not emphasis*, a*b</p>', '2 * 3 * 4, \\*not emphasis\\*, a\\*b'],
  ['underscores', '<p>snake_case_name _not_ __init__</p>', 'snake_case_name \\_not\\_ \\_\\_init\\_\\_'],
  ['backticks', '<p>a `tick` b</p>', 'a \\`tick\\` b'],
  ['brackets that are no link', '<p>[a] [b](c) and [d]: e</p>', '[a] [b\\](c) and \\[d\\]: e'],
  ['reference definition', '<p>[foo]: /url</p>', '\\[foo\\]: /url'],
  ['exclamation before a link', '<p>wow!<a href="/x">y</a></p>', 'wow\\![y](https://example.com/x)'],
  ['angle brackets', '<p>a &lt; b, &lt;div&gt; and 1&lt;2</p>', 'a < b, \\<div> and 1<2'],
  ['entities', '<p>&amp;amp; &amp;copy; AT&amp;T &amp;#35;</p>', '\\&amp; \\&copy; AT&T \\&#35;'],
  ['backslashes', '<p>C:\\dir \\* \\\\</p>', 'C:\\dir \\\\\\* \\\\\\\\'],
  ['tildes', '<p>~5 to ~10 and ~~x~~ a~b</p>', '~5 to ~10 and \\~\\~x\\~\\~ a\\~b'],
  ['line start: heading', '<p># not a heading</p><p>#hashtag</p>', '\\# not a heading\n\n#hashtag'],
  [
    'line start: bullets',
    '<p>- a</p><p>+ b</p><p>* c</p><p>-5 degrees</p>',
    '\\- a\n\n\\+ b\n\n\\* c\n\n-5 degrees',
  ],
  [
    'line start: numbers',
    '<p>1. one</p><p>2) two</p><p>1986. A year</p><p>3.14</p>',
    '1\\. one\n\n2\\) two\n\n1986\\. A year\n\n3.14',
  ],
  ['line start: quote', '<p>&gt; quoted</p>', '\\> quoted'],
  [
    'line start: rules',
    '<p>---</p><p>===</p><p>***</p><p>- - -</p>',
    '\\---\n\n\\===\n\n\\*\\*\\*\n\n\\- - -',
  ],
  ['line start after a line break', '<p>a<br>- b<br>=====<br># c</p>', 'a  \n\\- b  \n\\=====  \n\\# c'],
  ['line start: fence', '<p>~~~ x</p>', '\\~\\~\\~ x'],
  ['line start split over elements', '<p><span>1</span>. x</p><p><span>#</span> y</p>', '1\\. x\n\n\\# y'],
  ['pipes need nothing outside of tables', '<p>a | b</p>', 'a | b'],
  ['dollars stay', '<p>$5 and $10</p>', '$5 and $10'],
];
