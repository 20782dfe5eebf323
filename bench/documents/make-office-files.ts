import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { DocumentFile } from './make-files.ts';
import { type DocumentText, markdownOf } from './make-text.ts';
import { officeTexts } from './office-text.ts';

/** Interpreter and folder with the packages that write office files. */
export interface OfficePrograms {
  python: string | undefined;
  /** Folder with `node_modules`. */
  packages: string | undefined;
}

interface OfficeWriter {
  name: string;
  /** Runs the writer in the folder with the text as JSON and Markdown; throws if it does not exist. */
  write(folder: string, text: DocumentText, output: string): void;
}

type Source = keyof typeof officeTexts;

/** Kinds of files, each with the kind whose texts it has and from which LibreOffice makes it. */
const sources = {
  docx: 'docx',
  odt: 'docx',
  rtf: 'docx',
  epub: 'docx',
  pptx: 'pptx',
  odp: 'pptx',
  xlsx: 'xlsx',
  ods: 'xlsx',
} as const satisfies Record<string, Source>;

type Kind = keyof typeof sources;

function run(folder: string, program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: folder, stdio: 'ignore', timeout: 120_000 });
}

function pythonWriter(name: string, python: string | undefined): OfficeWriter {
  const script = new URL('write_office.py', import.meta.url).pathname;
  return {
    name,
    write(folder, text, output) {
      if (python === undefined) throw new Error('There is no interpreter.');
      run(folder, python, script, name, `${text.name}.json`, 'picture.png', output);
    },
  };
}

function packageWriter(name: string, packages: string | undefined): OfficeWriter {
  const script = new URL('write-office.mjs', import.meta.url).pathname;
  return {
    name,
    write(folder, text, output) {
      if (packages === undefined) throw new Error('There is no folder with packages.');
      const files = [`${text.name}.json`, 'picture.png', output].map((file) => path.join(folder, file));
      run(packages, process.execPath, script, name, ...files);
    },
  };
}

function pandocWriter(): OfficeWriter {
  return {
    name: 'pandoc',
    write: (folder, text, output) =>
      run(
        folder,
        'pandoc',
        `${text.name}.md`,
        '-s',
        '-f',
        'markdown+fenced_divs',
        '--slide-level=2',
        '-o',
        output,
      ),
  };
}

/** LibreOffice reads the file of another writer and writes it anew. */
function libreOffice(source: OfficeWriter, kind: Kind): OfficeWriter {
  return {
    name: `LibreOffice, after ${source.name}`,
    write(folder, text, output) {
      const other = path.join(folder, 'source');
      mkdirSync(other, { recursive: true });
      const file = path.join('source', `${path.parse(output).name}.${sources[kind]}`);
      source.write(folder, text, file);
      run(folder, 'soffice', '--headless', '--convert-to', kind, '--outdir', folder, file);
    },
  };
}

function writersOf(kind: Kind, { python, packages }: OfficePrograms): OfficeWriter[] {
  switch (kind) {
    case 'docx': {
      const own = pythonWriter('python-docx', python);
      return [pandocWriter(), own, packageWriter('docx', packages), libreOffice(pandocWriter(), kind)];
    }
    case 'pptx': {
      const own = pythonWriter('python-pptx', python);
      return [own, packageWriter('pptxgenjs', packages), libreOffice(own, kind)];
    }
    case 'xlsx': {
      const own = pythonWriter('openpyxl', python);
      const others = [pythonWriter('XlsxWriter', python), packageWriter('exceljs', packages)];
      return [own, ...others, libreOffice(own, kind)];
    }
    case 'odt':
    case 'rtf':
    case 'epub':
      return [pandocWriter(), libreOffice(pandocWriter(), kind)];
    case 'odp':
      return [libreOffice(pythonWriter('python-pptx', python), kind)];
    case 'ods':
      return [libreOffice(pythonWriter('openpyxl', python), kind)];
  }
}

/** Returns a PNG of one colour. */
function pngBytes(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 8;
  const pixels = Buffer.alloc(size * (size + 1), 120);
  for (let row = 0; row < size; row++) pixels[row * (size + 1)] = 0;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes the office files with every writer that exists, and returns the names of the others. */
export function makeOfficeFiles(
  folder: string,
  programs: OfficePrograms,
): { files: DocumentFile[]; missing: string[] } {
  const files: DocumentFile[] = [];
  const missing = new Set<string>();
  for (const kind of Object.keys(sources) as Kind[]) {
    for (const writer of writersOf(kind, programs)) {
      const place = path.resolve(folder, `${kind}-${writer.name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`);
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, 'picture.png'), pngBytes(32));
      for (const text of officeTexts[sources[kind]]) {
        const file = path.join(place, `${text.name}.${kind}`);
        writeFileSync(path.join(place, `${text.name}.json`), JSON.stringify(text));
        writeFileSync(path.join(place, `${text.name}.md`), markdownOf(text));
        try {
          if (!existsSync(file)) writer.write(place, text, path.basename(file));
          files.push({ writer: `${kind.toUpperCase()} by ${writer.name}`, text, file });
        } catch {
          missing.add(writer.name);
        }
      }
    }
  }
  return { files, missing: [...missing] };
}
