// npm run bench -- documents [FOLDER]: PDF and office files of several writers with a known text, read by this service, and by
// MarkItDown and PyMuPDF4LLM if `python=PATH` has them. The files are written to FOLDER by the programs that exist; missing ones
// are named: python-docx, python-pptx, openpyxl and XlsxWriter of `python`, docx, pptxgenjs and exceljs of `packages=FOLDER`.
// `kind=pdf` or `kind=office` reads only these. `pdf=FILE` also measures the time and memory of one PDF; `revision=PATH` reads with another checkout, too.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DocumentFile, makeFiles } from './documents/make-files.ts';
import { makeOfficeFiles } from './documents/make-office-files.ts';
import { documentTexts } from './documents/make-text.ts';
import { type Reading, readDocuments, readWithPeers } from './documents/read-documents.ts';
import { type DocumentScore, scoreDocument } from './documents/score-document.ts';
import { type Figure, report } from './report.ts';

const own = 'webdata';
const args = process.argv.slice(3);
const option = (name: string) => args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1);
const folder = args.find((arg) => !arg.includes('=')) ?? path.join(tmpdir(), 'documents');

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

const parts = ['words', 'headings', 'links', 'cells', 'items'] as const;

function figuresOf(files: readonly DocumentFile[], readings: readonly Reading[]): Figure[] {
  const scores = new Map<string, DocumentScore>();
  for (const { file, text } of files) {
    for (const reading of readings.filter((one) => one.file === file))
      scores.set(`${reading.reader} ${file}`, scoreDocument(reading.markdown, text));
  }
  const readers = [...new Set(readings.map(({ reader }) => reader))];
  const kindOf = ({ file }: DocumentFile) => `all ${path.extname(file).slice(1)}`;
  const groupsOf = (file: DocumentFile) => [`${file.writer}: ${file.text.name}`, kindOf(file)];
  const groups = [...new Set([...files.map((file) => groupsOf(file)[0]), ...files.map(kindOf)])];
  return groups.flatMap((group = '') => {
    const members = files.filter((file) => groupsOf(file).includes(group));
    // A part that no document of the group has is not scored.
    const scored = parts.filter((part) =>
      members.some(({ file }) => scores.get(`${own} ${file}`)?.[part] != null),
    );
    return scored.map((part): Figure => {
      // A file without a reading counts as 0; one without the part does not count.
      const value = (reader: string) =>
        mean(
          members.flatMap(({ file }) => {
            const score = scores.get(`${reader} ${file}`);
            return score === undefined ? 0 : (score[part] ?? []);
          }),
        );
      const others = readers.filter((reader) => reader !== own);
      const beside = Object.fromEntries(others.map((reader) => [reader, value(reader)]));
      return { name: `${group}, ${part}`, value: value(own), unit: 'F1', beside };
    });
  });
}

const kind = option('kind');
const none = { files: [], missing: [] };
const pdfs = kind === 'office' ? none : makeFiles(path.resolve(folder), documentTexts);
const offices =
  kind === 'pdf'
    ? none
    : makeOfficeFiles(path.resolve(folder), { python: option('python'), packages: option('packages') });
const files = [...pdfs.files, ...offices.files];
const missing = [...pdfs.missing, ...offices.missing];
if (missing.length > 0) process.stderr.write(`Missing programs: ${missing.join(', ')}.\n`);
const paths = files.map(({ file }) => file);
const revision = option('revision');
const readings = [
  ...(await readDocuments(own, new URL('../', import.meta.url).href, paths)),
  ...(revision === undefined
    ? []
    : await readDocuments('revision', `${pathToFileURL(path.resolve(revision)).href}/`, paths)),
  ...readWithPeers(option('python'), paths),
];
const figures = figuresOf(files, readings);
const long = option('pdf');
if (long !== undefined) {
  const [reading] = await readDocuments(own, new URL('../', import.meta.url).href, [long]);
  figures.push(
    { name: 'one long PDF, time', value: reading?.seconds ?? 0, unit: 's', wanted: { below: 3 } },
    {
      name: 'one long PDF, memory of the process',
      value: process.resourceUsage().maxRSS / 1024,
      unit: 'MiB',
    },
  );
}
await report('documents', figures);
