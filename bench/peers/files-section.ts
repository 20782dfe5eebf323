// Files: PDF and office files of several writers with a known text, beside MarkItDown, PyMuPDF4LLM, pdfplumber, pypdf and pdftotext.
import { execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { type DocumentFile, makeFiles } from '../documents/make-files.ts';
import { makeOfficeFiles } from '../documents/make-office-files.ts';
import { documentTexts } from '../documents/make-text.ts';
import { type Reading, readDocuments, readWithPeers } from '../documents/read-documents.ts';
import { scoreDocument } from '../documents/score-document.ts';
import { cacheFolder, type InstalledPeer } from './install-peer.ts';
import { peerPackages } from './peer-list.ts';
import { type Measured, measureRow, openPeer, type Section, type SectionContext } from './section.ts';

const timeoutMs = 60_000;
const kinds = ['pdf', 'docx', 'pptx', 'xlsx'] as const;

function kindOf({ file }: { file: string }): string {
  return path.extname(file).slice(1);
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** Scores the files that a reader reads; a kind that it does not read has no figure. */
function figuresOf(
  { run }: SectionContext,
  system: string,
  files: readonly DocumentFile[],
  readings: readonly Reading[],
): Measured {
  const log = `files-${system}.log.jsonl`;
  const texts = new Map(files.map(({ file, text }) => [file, text]));
  const scored = readings.flatMap(({ file, markdown, seconds }) => {
    const text = texts.get(file);
    if (text === undefined) return [];
    const score = scoreDocument(markdown, text);
    run.log(log, { file, seconds, characters: markdown.length, ...score });
    return { kind: kindOf({ file }), seconds, score };
  });
  const ofKind = (kind: string) => scored.filter((one) => one.kind === kind);
  const pdfs = ofKind('pdf');
  const office = scored.filter((one) => one.kind !== 'pdf');
  const words = kinds.map((kind) => [kind, meanOf(ofKind(kind).map(({ score }) => score.words))]);
  return {
    figures: {
      ...Object.fromEntries(words),
      pdfHeadings: meanOf(pdfs.map(({ score }) => score.headings)),
      pdfCells: meanOf(pdfs.flatMap(({ score }) => score.cells ?? [])),
      headings: meanOf(office.map(({ score }) => score.headings)),
      cells: meanOf(office.flatMap(({ score }) => score.cells ?? [])),
      msPerPdf: pdfs.length === 0 ? null : 1_000 * (meanOf(pdfs.map(({ seconds }) => seconds)) ?? 0),
    },
    log,
  };
}

/** Reads PDFs with pdftotext of the machine. */
function readWithPdftotext(files: readonly DocumentFile[]): Reading[] {
  return files.map(({ file }) => {
    const since = performance.now();
    const markdown = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8', timeout: timeoutMs });
    return { reader: 'pdftotext', file, seconds: (performance.now() - since) / 1_000, markdown };
  });
}

function hasPdftotext(): boolean {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore', timeout: timeoutMs });
    return true;
  } catch {
    return false;
  }
}

/** Libraries of the peer `markitdown`, by the name of their package. */
const libraries = {
  markitdown: 'MarkItDown',
  pymupdf4llm: 'PyMuPDF4LLM',
  pdfplumber: 'pdfplumber',
  pypdf: 'pypdf',
};
const versions: Readonly<Record<string, string>> = peerPackages.markitdown.source.packages;

/** Returns the folders with the programs of the writers: those of the virtual environment, and pandoc beside its package. */
function foldersOfPrograms({ folder }: InstalledPeer): string[] {
  const packages = globSync(path.join(folder, 'lib', 'python3*', 'site-packages', 'pypandoc', 'files'));
  return [path.join(folder, 'bin'), ...packages];
}

/** Writes the files with every writer that exists, and describes them. */
async function prepareFiles(context: SectionContext, python: string | undefined): Promise<DocumentFile[]> {
  const writers = await openPeer(context, 'files', 'document-writers');
  const packages = (await openPeer(context, 'files', 'office-writers'))?.folder;
  const folder = path.join(cacheFolder(), 'files');
  const pdfs = makeFiles(folder, documentTexts, writers === null ? [] : foldersOfPrograms(writers));
  const office = makeOfficeFiles(folder, { python, packages });
  const files = [...pdfs.files, ...office.files];
  const counts = kinds.map((kind) => `${files.filter((one) => kindOf(one) === kind).length} ${kind}`);
  const names = new Set(pdfs.files.map(({ writer }) => writer));
  context.run.describeInput('files', `${counts.join(', ')}; PDFs by ${[...names].join(', ')}`);
  return files;
}

/** Measures files with a known text. */
export const measureFiles: Section = async (context) => {
  const peer = await openPeer(context, 'files', 'markitdown');
  const files = await prepareFiles(context, peer?.program);
  const row = { section: 'files', table: 'files' } as const;
  const paths = files.map(({ file }) => file);
  await measureRow(context, { ...row, system: 'webdata', title: 'webdata' }, async () => {
    const root = new URL('../../', import.meta.url).href;
    await readDocuments('webdata', root, paths);
    return figuresOf(context, 'webdata', files, await readDocuments('webdata', root, paths));
  });
  const readings = peer === null ? [] : readWithPeers(peer.program, paths);
  for (const [system, title] of Object.entries(libraries)) {
    const own = readings.filter(({ reader }) => reader === system);
    const version = versions[system] ?? versions[`${system}[all]`] ?? '';
    if (own.length > 0)
      await measureRow(context, { ...row, system, title, version }, async () =>
        figuresOf(context, system, files, own),
      );
  }
  const pdfs = files.filter((one) => kindOf(one) === 'pdf');
  const pdftotext = { ...row, system: 'pdftotext', title: 'pdftotext', version: '' };
  if (hasPdftotext())
    await measureRow(context, pdftotext, async () =>
      figuresOf(context, 'pdftotext', pdfs, readWithPdftotext(pdfs)),
    );
  else
    context.run.addAbsence({ ...pdftotext, reason: 'The machine has no pdftotext (Debian: poppler-utils).' });
  context.run.addAbsence({
    ...row,
    system: 'docling',
    title: 'Docling',
    version: '',
    reason: 'It needs models that are not part of its package and are downloaded at its first run.',
  });
};
