import {
  capitalized,
  Dice,
  type DocumentText,
  heading,
  linkedParagraph,
  phrase,
  plainWords,
  sentences,
  type TextBlock,
  type TypedCell,
  table,
} from './make-text.ts';

function nestedList(dice: Dice): TextBlock {
  const depths = [0, 1, 1, 2, 0, 1, 0];
  const items = depths.map(() => capitalized(phrase(dice, 3 + dice.below(5), true)));
  return { kind: 'list', isNumbered: false, items, depths };
}

function numberedList(dice: Dice): TextBlock {
  return {
    kind: 'list',
    isNumbered: true,
    items: Array.from({ length: 4 }, () => capitalized(phrase(dice, 3 + dice.below(6), true))),
  };
}

function writtenSection(dice: Dice): TextBlock[] {
  const letter = () => dice.pick(['x', 'y', 'z', 'k', 'm', 'n']);
  return [
    heading(dice, 1),
    { kind: 'paragraph', parts: [sentences(dice, 3, true)], note: sentences(dice, 1, false) },
    heading(dice, 2),
    linkedParagraph(dice, true),
    nestedList(dice),
    { kind: 'quote', text: sentences(dice, 2, true) },
    { kind: 'formula', left: letter(), right: `${letter()} + ${2 + dice.below(90)}` },
    numberedList(dice),
    { kind: 'image', text: capitalized(phrase(dice, 4, false)) },
    table(dice),
    { kind: 'paragraph', parts: [sentences(dice, 2, true)] },
  ];
}

function numberTable(dice: Dice): TextBlock {
  const names = Array.from({ length: 3 }, () => capitalized(dice.pick(plainWords)));
  const rows = Array.from({ length: 4 }, () => [
    capitalized(phrase(dice, 2, false)),
    ...Array.from({ length: 3 }, () => String(10 + dice.below(900))),
  ]);
  return { kind: 'chart', rows: [['', ...names], ...rows] };
}

/** Slides: a heading, then what stands on the slide, then what the speaker says. */
function slides(dice: Dice): TextBlock[] {
  return [
    heading(dice, 2),
    nestedList(dice),
    { kind: 'speaker', text: sentences(dice, 2, true) },
    heading(dice, 2),
    linkedParagraph(dice, true),
    table(dice),
    heading(dice, 2),
    numberTable(dice),
    { kind: 'paragraph', parts: [sentences(dice, 1, true)] },
    heading(dice, 2),
    { kind: 'paragraph', parts: [sentences(dice, 1, true)] },
    { kind: 'image', text: capitalized(phrase(dice, 4, false)) },
    { kind: 'paragraph', parts: [sentences(dice, 2, true)] },
  ];
}

const dayZero = Date.UTC(1899, 11, 30);

function cellsOfRow(dice: Dice): TypedCell[] {
  const day = 44_000 + dice.below(2_000);
  const minutes = 30 * (50 + dice.below(200));
  const code = dice.below(90_000);
  const cents = 100 + dice.below(90_000);
  const share = 5 * dice.below(200);
  const name = capitalized(phrase(dice, 2, true));
  return [
    { value: name, shown: name, url: `https://${dice.pick(plainWords)}.example/${dice.below(900)}` },
    { value: code, shown: String(code).padStart(5, '0'), format: '00000' },
    {
      value: day,
      shown: new Date(dayZero + day * 86_400_000).toISOString().slice(0, 10),
      format: 'yyyy-mm-dd',
    },
    {
      value: minutes / 1_440,
      shown: `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`,
      format: '[h]:mm',
    },
    { value: share / 1_000, shown: `${(share / 10).toFixed(1)}%`, format: '0.0%' },
    { value: cents / 100, shown: `${(cents / 100).toFixed(2)} €`, format: '0.00 "€"' },
    { value: dice.below(9_000), shown: '' },
  ].map((cell) => ({ ...cell, shown: cell.shown === '' ? String(cell.value) : cell.shown }));
}

function sheet(dice: Dice): TextBlock[] {
  const names = Array.from({ length: 7 }, () => capitalized(phrase(dice, 2, false)));
  const rows = Array.from({ length: 12 }, () => cellsOfRow(dice));
  return [
    heading(dice, 2),
    { kind: 'cells', rows: [names.map((name) => ({ value: name, shown: name })), ...rows] },
  ];
}

function makeOfficeTexts(name: string, count: number, blocks: (dice: Dice) => TextBlock[]): DocumentText[] {
  return Array.from({ length: 3 }, (_, at) => {
    const dice = new Dice(31 + 17 * at + name.length);
    const parts = Array.from({ length: count }, () => blocks(dice)).flat();
    return { name: `${name}-${at + 1}`, isTwoColumn: false, hasContents: false, blocks: parts };
  });
}

/** Texts for the kinds of office files; sheet names have at most 31 characters. */
export const officeTexts: Readonly<Record<'docx' | 'pptx' | 'xlsx', readonly DocumentText[]>> = {
  docx: makeOfficeTexts('letter', 4, writtenSection),
  pptx: makeOfficeTexts('deck', 3, slides),
  xlsx: makeOfficeTexts('book', 3, sheet).map((text) => ({
    ...text,
    blocks: text.blocks.map((block) =>
      block.kind === 'heading' ? { ...block, text: block.text.slice(0, 31).trim() } : block,
    ),
  })),
};
