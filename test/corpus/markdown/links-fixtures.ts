import type { MarkdownFixture } from './fixture.ts';

export const linksFixtures: readonly MarkdownFixture[] = [
  [
    'relative to the page',
    '<p><a href="c.html">c</a> <a href="/d">d</a> <a href="?q=1">q</a> <a href="//h.example/x">h</a></p>',
    '[c](https://example.com/a/c.html) [d](https://example.com/d) [q](https://example.com/a/b.html?q=1) [h](https://h.example/x)',
  ],
  [
    'relative to the base',
    '<base href="https://base.example/dir/"><p><a href="c">c</a> <img src="i.png" alt="i"></p>',
    '[c](https://base.example/dir/c) ![i](https://base.example/dir/i.png)',
  ],
  ['fragments', '<p><a href="#part">part</a></p>', '[part](https://example.com/a/b.html#part)'],
  [
    'spaces and parentheses',
    '<p><a href="/a b">s</a> <a href="/x_(y)">p</a> <a href="/x)y(">u</a></p>',
    '[s](https://example.com/a%20b) [p](https://example.com/x_(y)) [u](https://example.com/x%29y%28)',
  ],
  [
    'scripts are text',
    '<p><a href="javascript:void(0)">run</a> <a href=" JavaScript:x">it</a> <a href="data:text/html,x">d</a></p>',
    'run it d',
  ],
  [
    'mail and phone',
    '<p><a href="mailto:a@b.example">mail</a> <a href="tel:+431">call</a></p>',
    '[mail](mailto:a@b.example) [call](tel:+431)',
  ],
  ['without an address', '<p><a>plain</a> <a href="">empty</a></p>', 'plain empty'],
  ['white space moves out of links', '<p>a<a href="/x"> b </a>c</p>', 'a [b](https://example.com/x) c'],
  ['emphasis in links', '<p><a href="/x"><b>bold</b> text</a></p>', '[**bold** text](https://example.com/x)'],
  ['brackets in link text', '<p><a href="/x">a [b] c</a></p>', '[a \\[b\\] c](https://example.com/x)'],
  ['empty links vanish', '<p>a <a href="/x"></a><a href="/y"><i class="icon"></i></a> b</p>', 'a b'],
  [
    'link around blocks',
    '<a href="/x"><div>one</div><div>two</div></a>',
    '[one](https://example.com/x)\n\ntwo',
  ],
  [
    'link around an image',
    '<p><a href="/x"><img src="/i.png" alt="pic"></a></p>',
    '[![pic](https://example.com/i.png)](https://example.com/x)',
  ],
  ['line break in a link', '<p><a href="/x">a<br>b</a></p>', '[a  \nb](https://example.com/x)'],
  [
    'references in addresses',
    '<p><a href="/x?a=1&amp;b=2&copy=3">x</a></p>',
    '[x](https://example.com/x?a=1&b=2&copy=3)',
  ],
  [
    'broken attributes',
    '<p><a href=/x"y class=>x</a> <a href="/z"class="c"data-x>z</a></p>',
    '[x](https://example.com/x%22y) [z](https://example.com/z)',
  ],
  ['duplicate attributes', '<p><a href="/one" href="/two">x</a></p>', '[x](https://example.com/one)'],
  [
    'code in a link',
    '<p><a href="/x"><code>f()</code></a> and <code><a href="/y">g()</a></code></p>',
    '[`f()`](https://example.com/x) and [`g()`](https://example.com/y)',
  ],
  [
    'international host',
    '<p><a href="https://bücher.example/ä">x</a></p>',
    '[x](https://xn--bcher-kva.example/%C3%A4)',
  ],
];
