import { readdir, readFile } from 'node:fs/promises';

/** The documentation for language models: an index (llmstxt.org), and all pages in one text. */
export const llmsPath = new URL('../llms.txt', import.meta.url);
export const llmsFullPath = new URL('../llms-full.txt', import.meta.url);

const root = new URL('../', import.meta.url);

/** Pages of docs/ by section, in reading order. */
const sections: Readonly<Record<string, readonly string[]>> = {
  Start: [
    'quick-start',
    'concepts',
    'guides/watch-a-price',
    'guides/build-a-dataset',
    'guides/give-an-agent-the-web',
    'guides/crawl-a-site',
    'guides/log-in-and-download',
    'guides/watch-behind-a-login',
    'guides/crawl-behind-a-login',
  ],
  Interfaces: ['console', 'mcp', 'cli', 'api', 'library', 'integrations', 'third-party-clients'],
  'Pages and data': [
    'scrape',
    'extract',
    'parse',
    'crawl-and-map',
    'search',
    'collect',
    'compare',
    'archive',
  ],
  'Data over time': ['datasets', 'monitors', 'webhooks'],
  'Browser tasks': ['sessions', 'workflows'],
  Reference: ['reference/operations', 'reference/rate-card', 'errors', 'credits', 'receipts', 'glossary'],
  'HTTP API': [
    'api/conventions',
    'api/keys',
    'api/pages',
    'api/exits',
    'api/jobs',
    'api/search',
    'api/values-and-records',
    'api/archive',
    'api/datasets-and-monitors',
    'api/browser',
    'api/account',
    'api/limits',
    'api/versioning',
    'api/third-party',
  ],
  Operation: [
    'configuration',
    'operations',
    'self-hosting/systemd',
    'self-hosting/docker',
    'self-hosting/kubernetes',
    'self-hosting/reverse-proxy',
    'self-hosting/teams',
    'self-hosting/postgresql-and-s3',
    'self-hosting/monitoring',
    'self-hosting/upgrade',
    'scale',
    'browsers',
    'exits',
    'models',
    'backup',
    'troubleshooting',
  ],
  'Coming from another tool': [
    'comparisons',
    'coming-from/crawlee',
    'coming-from/scrapy',
    'coming-from/changedetection',
  ],
};
/** Section of pages that a reader with a small context can omit. */
const optionalSection = 'Optional';
/** Folders whose pages belong to a section each. */
const sectionFolders = [
  'docs',
  'docs/api',
  'docs/guides',
  'docs/self-hosting',
  'docs/coming-from',
  'docs/reference',
];
/** The first page of the site, which only links to the others. */
const sitePage = 'docs/index.md';
const developmentPages = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'AGENTS.md', 'docs/database.md'];

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

async function listFolder(folder: string): Promise<string[]> {
  const names = await readdir(new URL(`${folder}/`, root));
  return names
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Returns the pages of each section. Throws if a page of docs/ is in no section. */
async function readSections(): Promise<Map<string, Page[]>> {
  const listed = Object.entries(sections).map(
    ([section, names]) => [section, names.map((name) => `docs/${name}.md`)] as const,
  );
  const optional = [
    ...developmentPages,
    ...(await listFolder('docs/how-to')),
    ...(await listFolder('docs/decisions')),
  ];
  const all = [...listed, [optionalSection, optional] as const];
  const known = new Set(all.flatMap(([, paths]) => paths));
  const pages = (await Promise.all(sectionFolders.map(listFolder))).flat();
  const missing = pages.filter((path) => path !== sitePage && !known.has(path));
  if (missing.length > 0) throw new Error(`add ${missing.join(', ')} to a section of scripts/llms-files.ts`);
  const entries = all.map(
    async ([section, paths]) => [section, await Promise.all(paths.map(readPage))] as const,
  );
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

/** A page of figures that a bench writes anew, so that it is not repeated in llms-full.txt. */
const benchPage = 'docs/comparisons.md';

function isInFullText({ path }: Page): boolean {
  return path.startsWith('docs/') && path !== benchPage;
}

/** Returns llms-full.txt: the README and the pages of docs/, each after its path. */
export async function llmsFullText(): Promise<string> {
  const listed = [...(await readSections()).values()].flat();
  const pages = [await readPage('README.md'), ...listed.filter(isInFullText)];
  return pages.map(({ path, text }) => `<!-- ${path} -->\n\n${text.trimEnd()}\n`).join('\n');
}
