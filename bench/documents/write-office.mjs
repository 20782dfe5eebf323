// Writes an office file with a package of npm: write-office.mjs PACKAGE TEXT.json PICTURE OUTPUT, from a folder with the package.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const [name, text, picture, output] = process.argv.slice(2);
const require = createRequire(path.resolve('package.json'));
const library = require(name);
const { blocks } = JSON.parse(readFileSync(text, 'utf8'));

function docxBlock(block) {
  const {
    Paragraph,
    TextRun,
    ExternalHyperlink,
    Table,
    TableRow,
    TableCell,
    ImageRun,
    Math: Formula,
    MathRun,
  } = library;
  switch (block.kind) {
    case 'heading':
      return [new Paragraph({ text: block.text, heading: `Heading${block.level}` })];
    case 'paragraph': {
      const children = block.parts.map((part) =>
        typeof part === 'string'
          ? new TextRun(` ${part} `)
          : new ExternalHyperlink({
              link: part.url,
              children: [new TextRun({ text: part.text, style: 'Hyperlink' })],
            }),
      );
      return [new Paragraph({ children })];
    }
    case 'list':
      return block.items.map((item, at) => {
        const level = block.depths?.[at] ?? 0;
        return new Paragraph({
          text: item,
          ...(block.isNumbered ? { numbering: { reference: 'numbers', level } } : { bullet: { level } }),
        });
      });
    case 'quote':
      return [new Paragraph({ text: block.text, indent: { left: 720 } })];
    case 'formula':
      return [
        new Paragraph({
          children: [new Formula({ children: [new MathRun(`${block.left} = ${block.right}`)] })],
        }),
      ];
    case 'image': {
      const altText = { name: 'Picture', description: block.text, title: '' };
      const transformation = { width: 100, height: 100 };
      return [
        new Paragraph({
          children: [new ImageRun({ type: 'png', data: readFileSync(picture), transformation, altText })],
        }),
      ];
    }
    case 'table':
      return [
        new Table({
          rows: block.rows.map(
            (row, index) =>
              new TableRow({
                tableHeader: index === 0,
                children: row.map((cell) => new TableCell({ children: [new Paragraph(cell)] })),
              }),
          ),
        }),
      ];
    default:
      return [];
  }
}

async function writeDocx() {
  const numbers = { reference: 'numbers', levels: [{ level: 0, format: 'decimal', text: '%1.' }] };
  const document = new library.Document({
    numbering: { config: [numbers] },
    sections: [{ children: blocks.flatMap(docxBlock) }],
  });
  writeFileSync(output, await library.Packer.toBuffer(document));
}

function addToSlide(deck, slide, block, place) {
  if (block.kind === 'list') {
    const lines = block.items.map((item, at) => ({
      text: item,
      options: { bullet: true, indentLevel: block.depths?.[at] ?? 0, breakLine: true },
    }));
    slide.addText(lines, place);
  } else if (block.kind === 'paragraph') {
    const runs = block.parts.map((part) =>
      typeof part === 'string'
        ? { text: ` ${part} ` }
        : { text: part.text, options: { hyperlink: { url: part.url } } },
    );
    slide.addText(runs, place);
  } else if (block.kind === 'table') {
    slide.addTable(
      block.rows.map((row) => row.map((cell) => ({ text: cell }))),
      place,
    );
  } else if (block.kind === 'chart') {
    const [names, ...rows] = block.rows;
    const labels = rows.map((row) => row[0]);
    const series = names
      .slice(1)
      .map((one, at) => ({ name: one, labels, values: rows.map((row) => Number(row[at + 1])) }));
    slide.addChart(deck.ChartType.bar, series, place);
  } else if (block.kind === 'image') slide.addImage({ path: picture, altText: block.text, ...place });
  else if (block.kind === 'speaker') slide.addNotes(block.text);
}

async function writePptx() {
  const deck = new library();
  deck.defineSlideMaster({
    title: 'TITLED',
    objects: [
      { placeholder: { options: { name: 'title', type: 'title', x: 0.5, y: 0.2, w: 9, h: 1 }, text: '' } },
    ],
  });
  let slide = null;
  let waiting = [];
  const flush = () => {
    // The shapes of a slide stand in the file in the reverse of their order on it.
    for (const [at, block] of [...waiting.entries()].reverse())
      addToSlide(deck, slide, block, { x: 0.5, y: 1.4 + 1.2 * at, w: 9, h: 1 });
    waiting = [];
  };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      flush();
      slide = deck.addSlide({ masterName: 'TITLED' });
      slide.addText(block.text, { placeholder: 'title' });
    } else waiting.push(block);
  }
  flush();
  await deck.writeFile({ fileName: output });
}

async function writeXlsx() {
  const book = new library.Workbook();
  for (let at = 0; at < blocks.length; at += 2) {
    const sheet = book.addWorksheet(blocks[at].text);
    for (const [row, cells] of blocks[at + 1].rows.entries()) {
      for (const [column, { value, format, url }] of cells.entries()) {
        const cell = sheet.getCell(row + 1, column + 1);
        cell.value = url === undefined ? value : { text: value, hyperlink: url };
        if (format !== undefined) cell.numFmt = format;
      }
    }
  }
  await book.xlsx.writeFile(output);
}

await { docx: writeDocx, pptxgenjs: writePptx, exceljs: writeXlsx }[name]();
