/** A paragraph, heading, list, table, program or formula of a generated document. */
export type TextBlock =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; parts: readonly (string | TextLink)[]; note?: string }
  /** `depths` are those of the items, from 0; without them, all are 0. */
  | { kind: 'list'; isNumbered: boolean; items: readonly string[]; depths?: readonly number[] }
  | { kind: 'quote' | 'image' | 'speaker'; text: string }
  | { kind: 'chart'; rows: readonly (readonly string[])[] }
  | { kind: 'cells'; rows: readonly (readonly TypedCell[])[] }
  | { kind: 'table'; rows: readonly (readonly string[])[] }
  | { kind: 'code'; lines: readonly string[] }
  | { kind: 'formula'; left: string; right: string };

/** Cell of a spreadsheet: its value, its number format, and the text that a spreadsheet program shows. */
export interface TypedCell {
  value: string | number;
  shown: string;
  format?: string;
  url?: string;
}

/** Text with a link target. */
export interface TextLink {
  text: string;
  url: string;
}

/** A generated document: the text that every writer gets. */
export interface DocumentText {
  name: string;
  /** True if the document is set in two columns. */
  isTwoColumn: boolean;
  hasContents: boolean;
  blocks: readonly TextBlock[];
}

export const plainWords =
  'harbour ferry quay timber ledger warden market bridge winter office summer officer affair difficult efficient flow reflect annual budget council village river valley repair storage signal captain cargo tariff permit survey coast island northern southern department equipment measure pressure balance capital interest journey passenger schedule departure arrival railway station platform carriage engine driver mechanic machine material concrete foundation building architect drawing proposal decision committee member meeting minutes agenda discussion agreement contract payment invoice receipt account deposit customer supplier delivery warehouse inventory quality inspection standard regulation authority application approval licence certificate document archive history record chapter section paragraph sentence language translation dictionary alphabet character keyboard printer paper envelope letter message telegram telephone network connection protocol address server client browser window button'.split(
    ' ',
  );
const accentedWords =
  'Métro déjà élève forêt naïve garçon Straße Größe über schön Mädchen mañana año corazón ação coração ångström smörgås château hôtel'.split(
    ' ',
  );
const smallWords =
  'the of and to in for with on by from at as is was are were has had this that which its their'.split(' ');

/** Source of the same pseudo-random numbers in each run (a linear congruential generator). */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick(words: readonly string[]): string {
    return words[this.below(words.length)] ?? '';
  }
}

export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function phrase(dice: Dice, length: number, hasAccents: boolean): string {
  const words = Array.from({ length }, (_, at) => {
    if (hasAccents && dice.below(9) === 0) return dice.pick(accentedWords);
    return at % 3 === 1 ? dice.pick(smallWords) : dice.pick(plainWords);
  });
  return words.join(' ');
}

function sentence(dice: Dice, hasAccents: boolean): string {
  return `${capitalized(phrase(dice, 7 + dice.below(12), hasAccents))}.`;
}

export function sentences(dice: Dice, count: number, hasAccents: boolean): string {
  return Array.from({ length: count }, () => sentence(dice, hasAccents)).join(' ');
}

export function heading(dice: Dice, level: number): TextBlock {
  return { kind: 'heading', level, text: capitalized(phrase(dice, 3 + dice.below(2), false)) };
}

export function table(dice: Dice): TextBlock {
  const columns = 3 + dice.below(2);
  const names = Array.from({ length: columns }, () => capitalized(dice.pick(plainWords)));
  const rows = Array.from({ length: 4 + dice.below(4) }, () =>
    Array.from({ length: columns }, (_, at) =>
      at === 0 ? capitalized(phrase(dice, 2, false)) : String(10 + dice.below(9_000)),
    ),
  );
  return { kind: 'table', rows: [names, ...rows] };
}

export function linkedParagraph(dice: Dice, hasAccents: boolean): TextBlock {
  const url = `https://${dice.pick(plainWords)}.example/${dice.pick(plainWords)}/${dice.below(900)}`;
  const link = { text: phrase(dice, 3, false), url };
  return {
    kind: 'paragraph',
    parts: [`${sentence(dice, hasAccents)} See`, link, `and ${sentences(dice, 2, hasAccents)}`],
  };
}

function code(dice: Dice): TextBlock {
  const lines = Array.from({ length: 5 }, (_, at) => {
    const call = `${dice.pick(plainWords)} = ${dice.pick(plainWords)}(${dice.pick(plainWords)}, ${dice.below(90)})`;
    return `${at % 2 === 0 ? '' : '    '}${call}`;
  });
  return { kind: 'code', lines };
}

function section(dice: Dice, isTechnical: boolean): TextBlock[] {
  const hasAccents = true;
  const text = (count: number): TextBlock => ({
    kind: 'paragraph',
    parts: [sentences(dice, count, hasAccents)],
  });
  const letter = () => dice.pick(['x', 'y', 'z', 'k', 'm', 'n']);
  const formulas = Array.from(
    { length: isTechnical ? 3 : 0 },
    (): TextBlock => ({ kind: 'formula', left: letter(), right: `${letter()} + ${2 + dice.below(90)}` }),
  );
  return [
    heading(dice, 1),
    text(4),
    ...formulas.flatMap((formula) => [formula, text(2)]),
    heading(dice, 2),
    linkedParagraph(dice, hasAccents),
    {
      kind: 'list',
      isNumbered: dice.below(2) === 0,
      items: Array.from({ length: 4 }, () => capitalized(phrase(dice, 4 + dice.below(12), hasAccents))),
    },
    { kind: 'paragraph', parts: [sentences(dice, 3, hasAccents)], note: sentence(dice, false) },
    ...(isTechnical ? [code(dice)] : [table(dice)]),
    text(3),
  ];
}

function makeText(name: string, seed: number, options: Omit<DocumentText, 'name' | 'blocks'>): DocumentText {
  const dice = new Dice(seed);
  const blocks = Array.from({ length: 6 }, () => section(dice, name !== 'report')).flat();
  return { name, ...options, blocks };
}

/** The documents: a report with tables, an article in two columns with formulas, a manual with programs and contents. */
export const documentTexts: readonly DocumentText[] = [
  makeText('report', 11, { isTwoColumn: false, hasContents: false }),
  makeText('article', 23, { isTwoColumn: true, hasContents: false }),
  makeText('manual', 47, { isTwoColumn: false, hasContents: true }),
];

function blockMarkdown(block: TextBlock, index: number): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${block.text}`;
    case 'paragraph': {
      const text = block.parts.map((part) =>
        typeof part === 'string' ? part : `[${part.text}](${part.url})`,
      );
      return `${text.join(' ')}${block.note === undefined ? '' : `[^${index}]\n\n[^${index}]: ${block.note}`}`;
    }
    case 'list':
      return block.items
        .map((item, at) => {
          const indent = '    '.repeat(block.depths?.[at] ?? 0);
          return `${indent}${block.isNumbered ? `${at + 1}.` : '-'} ${item}`;
        })
        .join('\n');
    case 'quote':
      return `> ${block.text}`;
    case 'image':
      return `![${block.text}](picture.png)`;
    case 'speaker':
      return `::: notes\n${block.text}\n:::`;
    case 'chart':
    case 'cells':
      return '';
    case 'table': {
      const [names = [], ...rows] = block.rows.map((row) => `| ${row.join(' | ')} |`);
      return [names, `|${' --- |'.repeat(block.rows[0]?.length ?? 0)}`, ...rows].join('\n');
    }
    case 'code':
      return `\`\`\`\n${block.lines.join('\n')}\n\`\`\``;
    case 'formula':
      return `$$${block.left} = ${block.right}$$`;
  }
}

/** Returns the document as Markdown with the tables, footnotes and formulas of pandoc. */
export function markdownOf({ blocks }: DocumentText): string {
  return `${blocks.map(blockMarkdown).join('\n\n')}\n`;
}

function blockText(block: TextBlock): string {
  switch (block.kind) {
    case 'heading':
      return block.text;
    case 'paragraph':
      return block.parts.map((part) => (typeof part === 'string' ? part : part.text)).join(' ');
    case 'list':
      return block.items.join('\n');
    case 'table':
    case 'chart':
      return block.rows.map((row) => row.join(' ')).join('\n');
    case 'cells':
      return block.rows.map((row) => row.map(({ shown }) => shown).join(' ')).join('\n');
    case 'quote':
    case 'image':
    case 'speaker':
      return block.text;
    case 'code':
      return block.lines.join('\n');
    case 'formula':
      return `${block.left} = ${block.right}`;
  }
}

/** Returns the text of a document in reading order, without its notes. */
export function textOf({ blocks }: DocumentText): string {
  return blocks.map(blockText).join('\n');
}

/** Returns the notes of a document, which writers place at the ends of pages or of the document. */
export function notesOf({ blocks }: DocumentText): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'paragraph' && block.note !== undefined ? [block.note] : [],
  );
}
