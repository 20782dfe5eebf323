import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type DocumentText, markdownOf } from './make-text.ts';

/** A PDF of a document by one writer. */
export interface DocumentFile {
  writer: string;
  text: DocumentText;
  file: string;
}

/** Where a document is written, and with which search path of programs. */
interface Workplace {
  folder: string;
  searchPath: string;
}

interface Writer {
  name: string;
  programs: readonly string[];
  /** Writes the PDF from the Markdown file of the same name in the folder. */
  write(place: Workplace, text: DocumentText): void;
}

const chromium = process.env.CHROMIUM ?? '/usr/lib/chromium/chromium-headless-shell';

function run({ folder, searchPath }: Workplace, program: string, ...args: string[]): void {
  const env = { ...process.env, PATH: searchPath };
  execFileSync(program, args, { cwd: folder, stdio: 'ignore', timeout: 120_000, env });
}

function pandoc(place: Workplace, text: DocumentText, output: string, ...args: string[]): void {
  const contents = text.hasContents ? ['--toc'] : [];
  run(place, 'pandoc', `${text.name}.md`, '-s', ...contents, ...args, '-o', output);
}

const columnStyle = '<style>body { columns: 2; max-width: none !important; font-size: 10pt }</style>';

function writeHtml(place: Workplace, text: DocumentText): string {
  const style = path.join(place.folder, 'columns.html');
  writeFileSync(style, columnStyle);
  const columns = text.isTwoColumn ? ['-H', style] : [];
  pandoc(place, text, `${text.name}.html`, '--metadata', `title=${text.name}`, ...columns);
  return `${text.name}.html`;
}

function writeOffice(place: Workplace, text: DocumentText, type: string): void {
  pandoc(place, text, `${text.name}.${type}`);
  run(place, 'soffice', '--headless', '--convert-to', 'pdf', `${text.name}.${type}`);
}

const writers: readonly Writer[] = [
  {
    name: 'LaTeX',
    programs: ['pandoc', 'pdflatex'],
    write: (place, text) =>
      pandoc(place, text, `${text.name}.pdf`, ...(text.isTwoColumn ? ['-V', 'classoption=twocolumn'] : [])),
  },
  {
    name: 'Chromium',
    programs: ['pandoc', chromium],
    write(place, text) {
      const page = path.join(place.folder, writeHtml(place, text));
      const output = `--print-to-pdf=${text.name}.pdf`;
      run(place, chromium, '--no-sandbox', '--headless', '--generate-pdf-document-outline', output, page);
    },
  },
  {
    name: 'wkhtmltopdf',
    programs: ['pandoc', 'wkhtmltopdf'],
    write(place, text) {
      const page = writeHtml(place, { ...text, isTwoColumn: false });
      run(place, 'wkhtmltopdf', '-q', page, `${text.name}.pdf`);
    },
  },
  {
    name: 'WeasyPrint',
    programs: ['pandoc', 'weasyprint'],
    write: (place, text) => run(place, 'weasyprint', writeHtml(place, text), `${text.name}.pdf`),
  },
  {
    name: 'Typst',
    programs: ['pandoc', 'python'],
    write(place, text) {
      pandoc(place, text, `${text.name}.typ`, ...(text.isTwoColumn ? ['-V', 'columns=2'] : []));
      const script = 'import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])';
      run(place, 'python', '-c', script, `${text.name}.typ`, `${text.name}.pdf`);
    },
  },
  {
    name: 'LibreOffice, DOCX',
    programs: ['pandoc', 'soffice'],
    write: (place, text) => writeOffice(place, text, 'docx'),
  },
  {
    name: 'LibreOffice, ODT',
    programs: ['pandoc', 'soffice'],
    write: (place, text) => writeOffice(place, text, 'odt'),
  },
  {
    name: 'groff',
    programs: ['pandoc', 'groff', 'preconv', 'gropdf'],
    write(place, text) {
      pandoc(place, text, `${text.name}.ms`, '-t', 'ms', ...(text.isTwoColumn ? ['-V', 'twocolumns'] : []));
      const shell = `groff -k -t -e -ms -Tpdf ${text.name}.ms > ${text.name}.pdf`;
      run(place, 'sh', '-c', shell);
    },
  },
];

function hasProgram(program: string, searchPath: string): boolean {
  if (path.isAbsolute(program)) return existsSync(program);
  return searchPath.split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));
}

/**
 * Writes the documents with every writer whose programs exist, and returns what is missing: programs, and writers that failed.
 * `folders` are searched for programs before the search path.
 */
export function makeFiles(
  folder: string,
  texts: readonly DocumentText[],
  folders: readonly string[] = [],
): { files: DocumentFile[]; missing: string[] } {
  const files: DocumentFile[] = [];
  const missing = new Set<string>();
  const searchPath = [...folders, process.env.PATH ?? ''].join(path.delimiter);
  for (const { name, programs, write } of writers) {
    const absent = programs.filter((program) => !hasProgram(program, searchPath));
    for (const program of absent) missing.add(program);
    if (absent.length > 0) continue;
    const place = { folder: path.join(folder, name.toLowerCase().replaceAll(/[^a-z]+/g, '-')), searchPath };
    mkdirSync(place.folder, { recursive: true });
    for (const text of texts) {
      const file = path.join(place.folder, `${text.name}.pdf`);
      writeFileSync(path.join(place.folder, `${text.name}.md`), markdownOf(text));
      try {
        if (!existsSync(file)) write(place, text);
        files.push({ writer: name, text, file });
      } catch {
        // A writer that lacks a font or a module is named like one whose program does not exist.
        missing.add(`${name} (${text.name})`);
        rmSync(file, { force: true });
      }
    }
  }
  return { files, missing: [...missing] };
}
