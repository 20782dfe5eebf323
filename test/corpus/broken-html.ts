/** Returns a pseudorandom generator determined by the seed (linear congruential). */
export function seededNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const elements =
  `p div span a b i em strong u table tr td th tbody thead caption ul li ol dl dd dt h1 h2 h3 form button select option
  optgroup textarea title script style svg math mi desc foreignObject annotation-xml template noscript iframe pre br hr
  img input body html head nobr font center ruby rt rp plaintext frameset frame object section x-y col colgroup article
  noembed`.split(/\s+/);

const endings = [
  '',
  '',
  '',
  ' href=x',
  ' href="a&amp;b"',
  ' href="y" href=z',
  ' color=red',
  ' encoding="text/html"',
  ' type=hidden',
  '/',
  ' /',
  " href='q",
  ' ="x"',
];

const texts = [
  'x',
  'a b',
  ' ',
  '\n',
  '&amp;',
  '&lt',
  '&nbsp;',
  '&#0;',
  '&notit;',
  '&copy=1',
  '<',
  '< b',
  '</',
  '</>',
  '<!-- c -->',
  '<!--',
  '-->',
  '--!>',
  '<!doctype html>',
  '<![CDATA[q]]>',
  '<?pi?>',
  '<!x>',
  '"',
  "'",
  '>',
  '=',
  'é',
  'tail',
];

/** Returns a small document with tags, text and fragments of markup in random order. */
export function brokenHtml(next: (below: number) => number): string {
  const pick = (list: readonly string[]): string => list[next(list.length)] as string;
  let html = next(3) === 0 ? '' : '<!doctype html>';
  const length = 1 + next(25);
  for (let i = 0; i < length; i++) {
    const close = next(30) === 0 ? '' : '>';
    const kind = next(10);
    if (kind < 4) html += `<${pick(elements)}${pick(endings)}${close}`;
    else if (kind < 7) html += `</${pick(elements)}${close}`;
    else html += pick(texts);
  }
  return html;
}
