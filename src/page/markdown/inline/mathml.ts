import { tag } from '../../parse/names/tags.ts';
import { endOf, subtreeText, type Tree } from '../../tree/tree.ts';

// biome-ignore format: a compact table is more readable.
/** TeX commands by character. */
export const texSymbols: Readonly<Record<string, string>> = {
  '×': '\\times ', '÷': '\\div ', '±': '\\pm ', '∓': '\\mp ', '·': '\\cdot ', '⋅': '\\cdot ', '≤': '\\leq ', '≥': '\\geq ',
  '≠': '\\neq ', '≈': '\\approx ', '≡': '\\equiv ', '∼': '\\sim ', '∝': '\\propto ', '∞': '\\infty ', '∂': '\\partial ',
  '∇': '\\nabla ', '∑': '\\sum ', '∏': '\\prod ', '∫': '\\int ', '√': '\\sqrt ', '∈': '\\in ', '∉': '\\notin ',
  '⊂': '\\subset ', '⊆': '\\subseteq ', '∪': '\\cup ', '∩': '\\cap ', '∅': '\\emptyset ', '∀': '\\forall ', '∃': '\\exists ',
  '→': '\\to ', '←': '\\leftarrow ', '⇒': '\\Rightarrow ', '⇔': '\\Leftrightarrow ', '↦': '\\mapsto ', '…': '\\ldots ',
  '⋯': '\\cdots ', 'α': '\\alpha ', 'β': '\\beta ', 'γ': '\\gamma ', 'δ': '\\delta ', 'ε': '\\epsilon ', 'ζ': '\\zeta ',
  'η': '\\eta ', 'θ': '\\theta ', 'ι': '\\iota ', 'κ': '\\kappa ', 'λ': '\\lambda ', 'μ': '\\mu ', 'ν': '\\nu ', 'ξ': '\\xi ',
  'π': '\\pi ', 'ρ': '\\rho ', 'σ': '\\sigma ', 'τ': '\\tau ', 'υ': '\\upsilon ', 'φ': '\\phi ', 'χ': '\\chi ', 'ψ': '\\psi ',
  'ω': '\\omega ', 'ϕ': '\\phi ', 'ϵ': '\\epsilon ', 'ϑ': '\\vartheta ', 'ς': '\\varsigma ', 'ℏ': '\\hbar ', 'ℓ': '\\ell ',
  '∬': '\\iint ', '∭': '\\iiint ', '∮': '\\oint ', '⊕': '\\oplus ', '⊗': '\\otimes ', '∧': '\\wedge ', '∨': '\\vee ', '¬': '\\neg ',
  '⊥': '\\perp ', '∥': '\\parallel ', '∘': '\\circ ', '≪': '\\ll ', '≫': '\\gg ', '≅': '\\cong ', '≃': '\\simeq ', '↔': '\\leftrightarrow ',
  '⋃': '\\bigcup ', '⋂': '\\bigcap ', 'ℵ': '\\aleph ', '∖': '\\setminus ', '⋮': '\\vdots ', '⋱': '\\ddots ', '′': "'", 'Γ': '\\Gamma ', 'Δ': '\\Delta ', 'Θ': '\\Theta ', 'Λ': '\\Lambda ', 'Ξ': '\\Xi ', 'Π': '\\Pi ',
  'Σ': '\\Sigma ', 'Φ': '\\Phi ', 'Ψ': '\\Psi ', 'Ω': '\\Omega ', '−': '-', '\u2061': '', '\u2062': '', '{': '\\{', '}': '\\}',
};

/** Converts presentation MathML to TeX; unknown elements become plain text. */
export function mathmlToTex(tree: Tree, node: number): string {
  return sequence(tree, node).trim();
}

function childrenOf(tree: Tree, node: number): number[] {
  const children: number[] = [];
  const end = endOf(tree, node);
  for (let child = node + 1; child < end; child = endOf(tree, child)) {
    if (tree.tag[child] !== tag.text) children.push(child);
  }
  return children;
}

function sequence(tree: Tree, node: number): string {
  let tex = '';
  for (const child of childrenOf(tree, node)) tex += element(tree, child);
  return tex;
}

function group(tree: Tree, node: number | undefined): string {
  return node === undefined ? '{}' : `{${element(tree, node).trim()}}`;
}

function token(tree: Tree, node: number): string {
  let tex = '';
  for (const character of subtreeText(tree, node, 2000).trim()) tex += texSymbols[character] ?? character;
  return tex;
}

function element(tree: Tree, node: number): string {
  const parts = childrenOf(tree, node);
  const [first, second, third] = parts;
  switch (tree.name[node]) {
    case tag.mi:
    case tag.mn:
    case tag.mo:
      return token(tree, node);
    case tag.mtext:
    case tag.ms:
      return `\\text{${subtreeText(tree, node, 2000).trim()}}`;
    case tag.mspace:
      return ' ';
    case tag.mfrac:
      return `\\frac${group(tree, first)}${group(tree, second)}`;
    case tag.msqrt:
      return `\\sqrt{${sequence(tree, node).trim()}}`;
    case tag.mroot:
      return `\\sqrt[${second === undefined ? '' : element(tree, second).trim()}]${group(tree, first)}`;
    case tag.msup:
    case tag.mover:
      return `${group(tree, first)}^${group(tree, second)}`;
    case tag.msub:
    case tag.munder:
      return `${group(tree, first)}_${group(tree, second)}`;
    case tag.msubsup:
    case tag.munderover:
      return `${group(tree, first)}_${group(tree, second)}^${group(tree, third)}`;
    case tag.mtable:
      return `\\begin{matrix}${parts.map((row) => element(tree, row)).join(' \\\\ ')}\\end{matrix}`;
    case tag.mtr:
      return parts.map((cell) => element(tree, cell).trim()).join(' & ');
    case tag.mfenced:
      return `(${parts.map((part) => element(tree, part).trim()).join(', ')})`;
    case tag.semantics:
      return first === undefined ? '' : element(tree, first);
    case tag.annotation:
    case tag['annotation-xml']:
      return '';
    default:
      return sequence(tree, node);
  }
}
