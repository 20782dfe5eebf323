import { escapeHtml } from '../../../domain/values/escape-html.ts';
import { texSymbols } from '../../markdown/inline/mathml.ts';
import { childOf, childrenOf, settingOf, switchOf, type XmlElement } from './xml-tree.ts';

/** TeX accents by combining or spacing character. */
const accents: Readonly<Record<string, string>> = {
  '\u0300': 'grave',
  '\u0301': 'acute',
  '\u0302': 'hat',
  '^': 'hat',
  '\u0303': 'tilde',
  '~': 'tilde',
  '\u0304': 'bar',
  '\u0305': 'overline',
  '¯': 'bar',
  '\u0306': 'breve',
  '\u0307': 'dot',
  '\u0308': 'ddot',
  '\u030c': 'check',
  '\u20d6': 'overleftarrow',
  '\u20d7': 'vec',
  '→': 'vec',
};

/** Braces and arrows above or below a group. */
const groupMarks: Readonly<Record<string, string>> = {
  '⏞': 'overbrace',
  '⏟': 'underbrace',
  '→': 'overrightarrow',
  '←': 'overleftarrow',
};

/** Functions that TeX sets upright. */
const functions: ReadonlySet<string> = new Set(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh'.split(
    ' ',
  ),
);

const specialCharacter = /[\\%#&_$^~]/;

/** Converts an equation of Office Math Markup Language (ECMA-376 part 1, 22.1) to TeX. */
function ommlToTex(element: XmlElement): string {
  return content(element).replaceAll(/ {2,}/g, ' ').trim();
}

/** Returns an equation as a `math` element with its TeX; empty if it has none. */
export function ommlToHtml(element: XmlElement, isDisplay = false): string {
  const tex = escapeHtml(ommlToTex(element));
  const display = isDisplay ? ' display="block"' : '';
  return tex === '' ? '' : `<math${display} alttext="${tex}"><mtext>${tex}</mtext></math>`;
}

/** Returns the TeX of the children of an element. */
function content(element: XmlElement | undefined): string {
  return element?.children.map(toTex).join('') ?? '';
}

/** Returns the TeX of the child with a name. */
function part(element: XmlElement, name: string): string {
  return content(childOf(element, name)).trim();
}

function parts(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).map((child) => content(child).trim());
}

/** Returns the text of a character property, also if it is set to nothing. */
function character(element: XmlElement, name: string, initial: string): string {
  const found = childOf(childOf(element, `${element.name}Pr`), name);
  return found === undefined ? initial : (found.attributes.val ?? '');
}

function property(element: XmlElement, name: string): string | undefined {
  return settingOf(childOf(element, `${element.name}Pr`), name);
}

function symbolsOf(text: string): string {
  let tex = '';
  // Letters of mathematical alphabets become plain letters, which TeX sets in italics.
  for (const one of text) {
    const plain = /[\u2145-\u2149\u{1d400}-\u{1d7ff}]/u.test(one) ? one.normalize('NFKC') : one;
    tex += texSymbols[plain] ?? (specialCharacter.test(plain) ? escapeSpecial(plain) : plain);
  }
  return tex;
}

function escapeSpecial(one: string): string {
  if (one === '\\') return '\\backslash ';
  return one === '^' || one === '~' ? `\\${one}{}` : `\\${one}`;
}

function runToTex(run: XmlElement): string {
  const text = childrenOf(run, 't')
    .map((child) => child.text)
    .join('');
  const properties = childOf(run, 'rPr');
  if (switchOf(properties, 'nor') === true) return `\\text{${text}}`;
  const name = text.trim();
  if (functions.has(name)) return `\\${name} `;
  return symbolsOf(text);
}

function fraction(element: XmlElement): string {
  const [above, below] = [part(element, 'num'), part(element, 'den')];
  switch (property(element, 'type')) {
    case 'lin':
    case 'skw':
      return `{${above}}/{${below}}`;
    case 'noBar':
      return `\\genfrac{}{}{0pt}{}{${above}}{${below}}`;
    default:
      return `\\frac{${above}}{${below}}`;
  }
}

function radical(element: XmlElement): string {
  const degree = part(element, 'deg');
  return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(element, 'e')}}`;
}

/** Returns a base with its sub- and superscript; a base of several characters is grouped. */
function scripts(element: XmlElement): string {
  const base = part(element, 'e');
  const isShort = /^(?:\w|\\[a-zA-Z]+)?$/.test(base);
  const [below, above] = [part(element, 'sub'), part(element, 'sup')];
  return `${isShort ? base : `{${base}}`}${limits(below, above)}`;
}

function limits(below: string, above: string): string {
  return `${below === '' ? '' : `_{${below}}`}${above === '' ? '' : `^{${above}}`}`;
}

function nary(element: XmlElement): string {
  const operator = symbolsOf(character(element, 'chr', '∫')).trim();
  return `${operator}${limits(part(element, 'sub'), part(element, 'sup'))} ${part(element, 'e')}`;
}

function delimited(element: XmlElement): string {
  const separator = character(element, 'sepChr', '|');
  const [open, close] = [character(element, 'begChr', '('), character(element, 'endChr', ')')];
  const inner = parts(element, 'e').join(symbolsOf(separator));
  return `\\left${delimiter(open)} ${inner} \\right${delimiter(close)}`;
}

/** TeX names of delimiters that are no ASCII characters. */
const delimiters: Readonly<Record<string, string>> = {
  '\u27e8': '\\langle',
  '\u2329': '\\langle',
  '\u3008': '\\langle',
  '\u27e9': '\\rangle',
  '\u232a': '\\rangle',
  '\u3009': '\\rangle',
  '⌊': '\\lfloor',
  '⌋': '\\rfloor',
  '⌈': '\\lceil',
  '⌉': '\\rceil',
  '‖': '\\|',
  '{': '\\{',
  '}': '\\}',
};

function delimiter(text: string): string {
  if (text === '') return '.';
  return delimiters[text] ?? (/^[()[\]|/.]$/.test(text) ? text : symbolsOf(text).trim());
}

function limit(element: XmlElement, mark: '_' | '^'): string {
  const base = part(element, 'e');
  const command = mark === '_' ? 'underset' : 'overset';
  // Brackets and operators have limits of their own.
  const takesLimits = /^\\(?:overbrace|underbrace|[a-zA-Z]+ ?$)/.test(base);
  return takesLimits
    ? `${base}${mark}{${part(element, 'lim')}}`
    : `\\${command}{${part(element, 'lim')}}{${base}}`;
}

function groupCharacter(element: XmlElement): string {
  const name = groupMarks[character(element, 'chr', '⏟')];
  return name === undefined ? part(element, 'e') : `\\${name}{${part(element, 'e')}}`;
}

function accent(element: XmlElement): string {
  const mark = character(element, 'chr', '\u0302');
  return `\\${accents[mark] ?? 'hat'}{${part(element, 'e')}}`;
}

function matrix(element: XmlElement): string {
  const rows = childrenOf(element, 'mr').map((row) => parts(row, 'e').join(' & '));
  return `\\begin{matrix}${rows.join(' \\\\ ')}\\end{matrix}`;
}

function toTex(element: XmlElement): string {
  switch (element.name) {
    case 'r':
      return runToTex(element);
    case 'f':
      return fraction(element);
    case 'rad':
      return radical(element);
    case 'sSup':
    case 'sSub':
    case 'sSubSup':
      return scripts(element);
    case 'sPre':
      return `{}${limits(part(element, 'sub'), part(element, 'sup'))}${part(element, 'e')}`;
    case 'nary':
      return nary(element);
    case 'd':
      return delimited(element);
    case 'func':
      return `${part(element, 'fName')} ${part(element, 'e')}`;
    case 'acc':
      return accent(element);
    case 'bar':
      return `\\${property(element, 'pos') === 'top' ? 'overline' : 'underline'}{${part(element, 'e')}}`;
    case 'groupChr':
      return groupCharacter(element);
    case 'limLow':
      return limit(element, '_');
    case 'limUpp':
      return limit(element, '^');
    case 'm':
      return matrix(element);
    case 'eqArr':
      return `\\begin{aligned}${parts(element, 'e').join(' \\\\ ')}\\end{aligned}`;
    case 'borderBox':
      return `\\boxed{${part(element, 'e')}}`;
    case 'del':
    case 'moveFrom':
      return '';
    default:
      return content(element);
  }
}
