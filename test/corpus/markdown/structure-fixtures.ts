import type { MarkdownFixture } from './fixture.ts';

/** Quotes, footnotes, formulas and unusual structure. */
export const structureFixtures: readonly MarkdownFixture[] = [
  ['quote', '<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
  ['nested quote', '<blockquote>a<blockquote>b</blockquote></blockquote><p>c</p>', '> a\n>\n> > b\n\nc'],
  ['list in a quote', '<blockquote><ul><li>a</li><li>b</li></ul></blockquote>', '> - a\n> - b'],
  ['code in a quote', '<blockquote><pre>a\n\nb</pre></blockquote>', '> ```\n> a\n>\n> b\n> ```'],
  ['empty quote', '<p>a</p><blockquote> </blockquote><p>b</p>', 'a\n\nb'],
  ['details', '<details><summary>More</summary><p>Inside</p></details>', '**More**\n\nInside'],
  [
    'footnotes',
    '<p>Text<sup><a href="#fn1" id="ref1">1</a></sup>.</p><section class="footnotes"><ol><li id="fn1"><p>Note. <a href="#ref1">↩</a></p></li></ol></section>',
    'Text[^1].\n\n[^1]: Note.',
  ],
  [
    'katex',
    '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span> holds</p>',
    'so $x^2$ holds',
  ],
  [
    'mathjax script',
    '<p>so <span class="MathJax_Preview">x</span><script type="math/tex">a_1</script></p>',
    'so $a_1$',
  ],
  [
    'mathml',
    '<p><math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>≤</mo><msqrt><mi>π</mi></msqrt></math></p>',
    '$\\frac{a}{2}\\leq \\sqrt{\\pi}$',
  ],
  ['math image', '<p><img class="latex" src="/x.png" alt="\\frac{1}{2}"></p>', '$\\frac{1}{2}$'],
  ['display math', '<p><math display="block" alttext="E=mc^2"><mi>E</mi></math></p>', '$$E=mc^2$$'],
  [
    'form controls',
    '<form><label>Name</label><input value="v"><select><option>o</option></select><textarea>t</textarea></form>',
    'Name',
  ],
  [
    'address and section',
    '<section><h2>T</h2><address>Street 1<br>City</address></section>',
    '## T\n\nStreet 1  \nCity',
  ],
  ['paragraph closed by a block', '<p>a<div>b</div>c', 'a\n\nb\n\nc'],
  ['inline wrapper around blocks', '<span>a<div>b</div>c</span>', 'a\n\nb\n\nc'],
  ['frames', '<frameset><frame src="x"><noframes>no</noframes></frameset>', ''],
  ['plaintext', '<p>a</p><plaintext><b>x', 'a\n\n```\n<b>x\n```'],
  [
    'abbreviation and time',
    '<p><abbr title="World">W</abbr> <time datetime="2020-01-01">new year</time></p>',
    'W new year',
  ],
  ['comments and processing instructions', '<p>a<!-- b --><?php c ?>d</p>', 'ad'],
  [
    'tex between delimiters',
    '<p>So <span class="math inline">\\(a_1*b_2*c\\)</span> and <span class="math-container">$x_i$</span> cost $5.</p><div class="arithmatex">\\[\\sum_i x_i\\]</div>',
    'So $a_1*b_2*c$ and $x_i$ cost $5.\n\n$$\\sum_i x_i$$',
  ],
];
