import type { MarkdownFixture } from './fixture.ts';

/** Images, video and audio. */
export const mediaFixtures: readonly MarkdownFixture[] = [
  ['image', '<p><img src="/a.png" alt="A [b] c"></p>', '![A \\[b\\] c](https://example.com/a.png)'],
  ['image without alt', '<img src="a.png">', '![](https://example.com/a/a.png)'],
  [
    'lazy data-src',
    '<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="x">',
    '![x](https://example.com/real.jpg)',
  ],
  [
    'lazy placeholder',
    '<img src="/img/placeholder.gif" data-original="/real.jpg" alt="x">',
    '![x](https://example.com/real.jpg)',
  ],
  ['srcset', '<img srcset="/s.jpg 480w, /l.jpg 1200w" alt="x">', '![x](https://example.com/l.jpg)'],
  [
    'data-srcset',
    '<img data-srcset="/1.jpg 1x, /2.jpg 2x" src="data:," alt="x">',
    '![x](https://example.com/2.jpg)',
  ],
  [
    'noscript copy',
    '<img data-src="/a.jpg" src="data:," alt="x"><noscript><img src="/a.jpg" alt="x"></noscript><p>t</p>',
    '![x](https://example.com/a.jpg)\n\nt',
  ],
  [
    'noscript copy beside its link',
    '<p><a href="/b.jpg"><img data-src="/a.jpg" alt="x"></a><noscript><img src="/a.jpg" alt="x"></noscript></p><p>t</p>',
    '[![x](https://example.com/a.jpg)](https://example.com/b.jpg)\n\nt',
  ],
  [
    'noscript only',
    '<div><img class="lazy" src="data:,"><noscript><img src="/a.jpg" alt="x"></noscript></div>',
    '![x](https://example.com/a.jpg)',
  ],
  [
    'picture',
    '<picture><source srcset="/a.webp"><img src="/a.jpg" alt="x"></picture>',
    '![x](https://example.com/a.jpg)',
  ],
  [
    'figure',
    '<figure><img src="/a.jpg" alt="x"><figcaption>Words</figcaption></figure>',
    '![x](https://example.com/a.jpg)\n\nWords',
  ],
  ['data and blob images', '<p>a<img src="data:image/png;base64,x" alt="y"><img src="blob:z">b</p>', 'ab'],
  ['tracking pixel', '<p>a<img src="/t.gif" width="1" height="1">b</p>', 'ab'],
  ['image address with spaces', '<img src="/a b(c.png" alt="x">', '![x](https://example.com/a%20b%28c.png)'],
  [
    'video frame',
    '<p>a</p><iframe src="https://www.youtube.com/embed/abcdefghijk?rel=0" title="Film"></iframe><p>b</p>',
    'a\n\n[Film](https://www.youtube.com/watch?v=abcdefghijk)\n\nb',
  ],
  ['other frame', '<p>a</p><iframe src="https://ads.example/x">no</iframe><p>b</p>', 'a\n\nb'],
  ['video', '<video src="/v.mp4" title="Clip">fallback</video>', '[Clip](https://example.com/v.mp4)'],
  [
    'audio with source',
    '<audio controls><source src="/a.mp3"></audio>',
    '[Audio](https://example.com/a.mp3)',
  ],
  [
    'style sheets and definitions of an svg are no text',
    '<pre><svg><style>.a{fill:red}</style><defs><g><text>x</text></g></defs><g><foreignObject><div>Filter hall</div></foreignObject></g></svg></pre><p>a</p>',
    '```\nFilter hall\n```\n\na',
  ],
  [
    'text that a drawing shows, without its title',
    '<p>a</p><svg><title>t</title><g><text>Quay</text></g><text><tspan x="1">Crane</tspan><tspan x="1" dy="2">seven</tspan></text></svg><p>c</p>',
    'a\n\nQuay Crane seven\n\nc',
  ],
  ['an icon beside words', '<p>a <svg role="img" aria-label="Arrow"><path/></svg>c</p>', 'a c'],
  [
    'icons that are the value of a cell',
    '<table><tr><th>Berth</th><th>Open</th></tr><tr><td>1</td><td><svg role="img" aria-label="Yes"><path/></svg></td></tr><tr><td>2</td><td><span role="img" aria-label="No"></span></td></tr><tr><td>3</td><td><i class="icon" title="Partly"></i></td></tr><tr><td>4</td><td><svg><title>Soon</title><path/></svg></td></tr><tr><td>5</td><td><a href="/5.pdf" aria-label="Plan"><svg><path/></svg></a></td></tr></table>',
    '| Berth | Open |\n| --- | --- |\n| 1 | Yes |\n| 2 | No |\n| 3 | Partly |\n| 4 | Soon |\n| 5 | [Plan](https://example.com/5.pdf) |',
  ],
  [
    'images and videos of AMP',
    '<amp-img src="/crane.jpg" alt="A crane" width="600" height="400"><noscript><img src="/crane.jpg" alt="A crane"></noscript></amp-img><p>a</p><amp-anim src="/hoist.gif" alt="A hoist"></amp-anim><amp-video src="/v.mp4" title="Clip"></amp-video>',
    '![A crane](https://example.com/crane.jpg)\n\na\n\n![A hoist](https://example.com/hoist.gif)\n\n[Clip](https://example.com/v.mp4)',
  ],
  [
    'image without a text, described by its file name',
    '<p>a</p><img src="/photos/old-harbour_crane-1280.jpg?w=9" alt=""><p>b</p>',
    'a\n\n![old harbour crane](https://example.com/photos/old-harbour_crane-1280.jpg?w=9)\n\nb',
  ],
  ['file name without words', '<img src="/u/8f3a9c1d22.jpg">', '![](https://example.com/u/8f3a9c1d22.jpg)'],
  [
    'decorative images',
    '<p>a<img src="/dot.png" alt="" width="16" height="16"><img src="/line.png" role="presentation">b</p>',
    'ab',
  ],
  [
    'small image with a text',
    '<p>a <img src="/i.png" alt="key" width="16" height="16"></p>',
    'a ![key](https://example.com/i.png)',
  ],
  [
    'image in a box of fixed proportions',
    '<p>a</p><picture style="display:block; height:0; overflow:hidden; padding-bottom:66.4%"><img alt="x" data-srcset="/a.jpg" style="position:absolute; top:0; left:0"></picture><p>b</p>',
    'a\n\n![x](https://example.com/a.jpg)\n\nb',
  ],
];
