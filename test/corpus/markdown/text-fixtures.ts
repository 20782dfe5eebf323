import type { MarkdownFixture } from './fixture.ts';

/** Text, white space and emphasis. */
export const textFixtures: readonly MarkdownFixture[] = [
  ['collapses white space', '<p>  one\n\n two\t three </p>', 'one two three'],
  [
    'collapses white space over element borders',
    '<p>one <span> two</span> <span>three </span> four</p>',
    'one two three four',
  ],
  ['non-breaking spaces become spaces', '<p>a&nbsp;b &nbsp; c</p>', 'a b c'],
  ['soft hyphens and zero width spaces vanish', '<p>Donau&shy;dampf&#8203;schiff</p>', 'Donaudampfschiff'],
  [
    'text after empty inline elements survives',
    '<p><a name="x"></a><b></b><i> </i>text<span></span> more</p>',
    'text more',
  ],
  ['bare text beside blocks', 'lead<p>para</p>tail', 'lead\n\npara\n\ntail'],
  ['text in nested divs', '<div>a<div>b</div>c<div><div>d</div></div></div>', 'a\n\nb\n\nc\n\nd'],
  [
    'strong and emphasis',
    '<p>a <b>bold</b>, <em>soft</em>, <strong><i>both</i></strong></p>',
    'a **bold**, *soft*, ***both***',
  ],
  ['white space moves out of emphasis', '<p>a<b> bold </b>b<i>\n soft </i>.</p>', 'a **bold** b *soft* .'],
  ['adjacent equal emphasis is joined', '<p><b>one</b><b>two</b> <b>three</b></p>', '**onetwo** **three**'],
  ['adjacent different emphasis', '<p><i>a</i><b>b</b></p>', '*a***b**'],
  ['emphasis inside a word', '<p>un<b>believ</b>able</p>', 'un**believ**able'],
  ['emphasis that a parser would not see is left out', '<p>say<b>"now"</b>here</p>', 'say"now"here'],
  ['nested equal emphasis', '<p><b>a <strong>b</strong> c</b></p>', '**a b c**'],
  ['empty emphasis', '<p>a <b> </b>b<strong></strong>c</p>', 'a bc'],
  ['deleted text', '<p><del>old</del> <s>older</s> new</p>', '~~old~~ ~~older~~ new'],
  ['sub and sup', '<p>H<sub>2</sub>O and x<sup>2</sup></p>', 'H<sub>2</sub>O and x<sup>2</sup>'],
  ['quotation', '<p>He said <q>yes</q>.</p>', 'He said “yes”.'],
  [
    'keys and samples',
    '<p>Press <kbd>Ctrl</kbd>+<kbd>C</kbd>, see <samp>ok</samp></p>',
    'Press `Ctrl`+`C`, see `ok`',
  ],
  ['line break', '<p>one<br>two<br/>three</p>', 'one  \ntwo  \nthree'],
  ['line break at the edges', '<p><br>one<br></p>', 'one'],
  ['two line breaks end a paragraph', '<p>one<br><br>two</p>', 'one\n\ntwo'],
  ['two line breaks within emphasis stay in it', '<p><b>one<br><br>two</b></p>', '**one  \ntwo**'],
  ['line break at the end of emphasis', '<p><b>one<br></b>two</p>', '**one** two'],
  ['ruby', '<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字</p>', '漢(kan)字'],
  [
    'hidden elements',
    '<p>seen<span hidden>no</span><span style="display: none">no</span></p><div style="visibility:hidden">no</div>',
    'seen',
  ],
  [
    'scripts and styles',
    '<p>a</p><script>x<y</script><style>p{}</style><template><p>t</p></template><p>b</p>',
    'a\n\nb',
  ],
  ['misnested formatting', '<p><b>one<p>two</b> three</p>', '**one**\n\n**two** three'],
  ['unknown elements', '<x-card><x-title>A</x-title> b</x-card>', 'A b'],
  [
    'text out of sight',
    '<p>seen<span style="position:absolute;left:-9999px">no</span><span style="font-size:0">no</span></p><div style="text-indent:-9999px">no</div><div style="font-size: 0"><p>yes</p></div>',
    'seen\n\nyes',
  ],
  [
    'tag characters vanish, flags stay',
    '<p>a&#xE0049;&#xE0067;&#xE006E;b \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}</p>',
    'ab \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}',
  ],
];
