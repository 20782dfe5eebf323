import { readdir, readFile } from 'node:fs/promises';
import { navigation, operationFolder } from '../src/interfaces/http/docs/navigation.ts';

/** The documentation for language models: an index (llmstxt.org), and all pages in one text. */
export const llmsPath = new URL('../llms.txt', import.meta.url);
export const llmsFullPath = new URL('../llms-full.txt', import.meta.url);

const root = new URL('../', import.meta.url);

/** Section of pages that a reader with a small context can omit. */
const optionalSection = 'Optional';
/** The first page of the site, which only links to the others. */
const sitePage = 'docs/index.md';

interface Page {
  path: string;
  title: string;
  /** First sentence. */
  summary: string;
  text: string;
}

/** Removes references such as `([exits](exits.md))`, and the links of all other words. */
function withoutLinks(text: string): string {
  return text.replaceAll(/ \(\[[^\]]*\]\([^)]*\)\)/g, '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

/** Returns the first sentence of a text that ends before a space, or the whole text. */
function firstSentence(text: string): string {
  const end = text.search(/[.:] [A-Z`]/);
  return (end === -1 ? text : text.slice(0, end + 1)).replace(/[.:]$/, '');
}

/** Returns the first paragraph after the title that is text. */
function firstParagraph(text: string): string {
  const paragraphs = text.split('\n\n').slice(1);
  const found = paragraphs.find((paragraph) => /^[A-Za-z`[]/.test(paragraph)) ?? '';
  return withoutLinks(found).replaceAll('\n', ' ').trim();
}

async function readPage(path: string): Promise<Page> {
  const text = await readFile(new URL(path, root), 'utf8');
  const [first = ''] = text.split('\n');
  return { path, title: first.replace(/^# /, ''), summary: firstSentence(firstParagraph(text)), text };
}

/** Returns the pages of each section of the navigation. Throws if a page of docs/ is in no section. */
async function readSections(): Promise<Map<string, Page[]>> {
  const sections = new Map<string, string[]>();
  for (const { title, pages, isForContributors } of navigation) {
    const section = isForContributors ? optionalSection : title;
    sections.set(section, [...(sections.get(section) ?? []), ...pages.map(({ file }) => file)]);
  }
  const known = new Set([...sections.values()].flat());
  const names = await readdir(new URL('docs/', root), { recursive: true });
  const pages = names
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const missing = pages.filter((path) => !known.has(path) && !path.startsWith(`${operationFolder}/`));
  if (missing.length > 0)
    throw new Error(`add ${missing.join(', ')} to src/interfaces/http/docs/navigation.ts`);
  const entries = [...sections].map(async ([section, paths]) => {
    const listed = paths.filter((path) => path !== sitePage);
    return [section, await Promise.all(listed.map(readPage))] as const;
  });
  return new Map(await Promise.all(entries));
}

function linkLine({ path, title, summary }: Page): string {
  // The title of a decision is its summary; the first sentence is its context.
  return /^\d{4}: /.test(title) ? `- [${title}](${path})` : `- [${title}](${path}): ${summary}`;
}

/** Returns llms.txt: title, summary, and the links of each section with one line each. */
export async function llmsIndex(): Promise<string> {
  const readme = await readPage('README.md');
  const lines = [...(await readSections())].flatMap(([section, pages]) => [
    '',
    `## ${section}`,
    '',
    ...pages.map(linkLine),
  ]);
  return [
    `# ${readme.title}`,
    '',
    `> ${firstParagraph(readme.text)}`,
    '',
    'Start with the [README](README.md). Agents that use a shell find a skill in [skills/webdata](skills/webdata/SKILL.md). All pages in',
    'one text: [llms-full.txt](llms-full.txt). A running service describes its operations at `/llms.txt` and `/openapi.json`.',
    ...lines,
    '',
  ].join('\n');
}

/** Start of the paths of pages of figures, which a bench writes and llms-full.txt does not repeat. */
const benchPages = 'docs/comparisons';

function isInFullText({ path }: Page): boolean {
  return path.startsWith('docs/') && !path.startsWith(benchPages);
}

/** Returns llms-full.txt: the README and the pages of docs/, each after its path. */
export async function llmsFullText(): Promise<string> {
  const listed = [...(await readSections()).values()].flat();
  const pages = [await readPage('README.md'), ...listed.filter(isInFullText)];
  return pages.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trimEnd()}\n`).join('\n');
}
