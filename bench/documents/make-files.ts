import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentText, markdownOf } from './make-text.ts';

/** A PDF of a document by one writer. */
export interface DocumentFile {
  writer: string;
  text: DocumentText;
  file: string;
}

interface Writer {
  name: string;
  programs: readonly string[];
  /** Writes the PDF from the Markdown file of the same name in the folder. */
  write(folder: string, text: DocumentText): void;
}

const chromium = process.env.CHROMIUM ?? '/usr/lib/chromium/chromium-headless-shell';

function run(folder: string, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: 'ignore', timeout: 120_000 });
}

function pandoc(folder: string, text: DocumentText, output: string, ...args: string[]): void {
  const contents = text.hasContents ? ['--toc'] : [];
  run(folder, 'pandoc', `${text.name}.md`, '-s', ...contents, ...args, '-o', output);
}

const columnStyle = '<style>body { columns: 2; max-width: none !important; font-size: 10pt }</style>';

function writeHtml(folder: string, text: DocumentText): string {
  const style = path.join(folder, 'columns.html');
  writeFileSync(style, columnStyle);
  const columns = text.isTwoColumn ? ['-H', style] : [];
  pandoc(folder, text, `${text.name}.html`, '--metadata', `title=${text.name}`, ...columns);
  return `${text.name}.html`;
}

function writeOffice(folder: string, text: DocumentText, type: string): void {
  pandoc(folder, text, `${text.name}.${type}`);
  run(folder, 'soffice', '--headless', '--convert-to', 'pdf', `${text.name}.${type}`);
}

const writers: readonly Writer[] = [
  {
    name: 'LaTeX',
    programs: ['pandoc', 'pdflatex'],
    write: (folder, text) =>
      pandoc(folder, text, `${text.name}.pdf`, ...(text.isTwoColumn ? ['-V', 'classoption=twocolumn'] : [])),
  },
  {
    name: 'Chromium',
    programs: ['pandoc', chromium],
    write(folder, text) {
      const page = path.join(folder, writeHtml(folder, text));
      const output = `--print-to-pdf=${text.name}.pdf`;
      run(folder, chromium, '--no-sandbox', '--headless', '--generate-pdf-document-outline', output, page);
    },
  },
  {
    name: 'wkhtmltopdf',
    programs: ['pandoc', 'wkhtmltopdf'],
    write(folder, text) {
      const page = writeHtml(folder, { ...text, isTwoColumn: false });
      run(folder, 'wkhtmltopdf', '-q', page, `${text.name}.pdf`);
    },
  },
  {
    name: 'LibreOffice, DOCX',
    programs: ['pandoc', 'soffice'],
    write: (folder, text) => writeOffice(folder, text, 'docx'),
  },
  {
    name: 'LibreOffice, ODT',
    programs: ['pandoc', 'soffice'],
    write: (folder, text) => writeOffice(folder, text, 'odt'),
  },
  {
    name: 'groff',
    programs: ['pandoc', 'groff', 'preconv'],
    write(folder, text) {
      pandoc(folder, text, `${text.name}.ms`, '-t', 'ms', ...(text.isTwoColumn ? ['-V', 'twocolumns'] : []));
      const shell = `groff -k -t -e -ms -Tpdf ${text.name}.ms > ${text.name}.pdf`;
      run(folder, 'sh', '-c', shell);
    },
  },
];

function hasProgram(program: string): boolean {
  if (path.isAbsolute(program)) return existsSync(program);
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(path.join(folder, program)));
}

/** Writes the documents with every writer whose programs exist, and returns the programs that are missing. */
export function makeFiles(
  folder: string,
  texts: readonly DocumentText[],
): { files: DocumentFile[]; missing: string[] } {
  const files: DocumentFile[] = [];
  const missing = new Set<string>();
  for (const { name, programs, write } of writers) {
    const absent = programs.filter((program) => !hasProgram(program));
    for (const program of absent) missing.add(program);
    if (absent.length > 0) continue;
    const place = path.join(folder, name.toLowerCase().replaceAll(/[^a-z]+/g, '-'));
    mkdirSync(place, { recursive: true });
    for (const text of texts) {
      const file = path.join(place, `${text.name}.pdf`);
      if (!existsSync(file)) {
        writeFileSync(path.join(place, `${text.name}.md`), markdownOf(text));
        write(place, text);
      }
      files.push({ writer: name, text, file });
    }
  }
  return { files, missing: [...missing] };
}
