/** Source of a peer: the client of a package registry, with exact versions by package; the first one names the peer. */
export type PeerSource =
  | { client: 'npm'; packages: Readonly<Record<string, string>> }
  | {
      client: 'pip';
      packages: Readonly<Record<string, string>>;
      /** Lowest version of Python, if Python 3.11 is too old. */
      python?: string;
    }
  /** Builds the Cargo project in this folder of `programs`, whose manifest pins the versions. */
  | { client: 'cargo'; project: string; version: string }
  /** Builds the Maven project in this folder of `programs`, whose manifest pins the versions; `program` is its main class. */
  | { client: 'maven'; project: string; program: string; version: string }
  /** Unpacks Debian packages without installing them; the version is the one of the machine's release. */
  | { client: 'debian'; packages: readonly string[] };

/** Software that the service is compared with, or data of a comparison. */
export interface PeerPackage {
  title: string;
  source: PeerSource;
}

const turndown = '7.2.5';
const crawlee = '3.18.1';

/** Every peer by the name of its folder and of `--peer`. */
export const peerPackages = {
  trafilatura: {
    title: 'Trafilatura',
    source: { client: 'pip', packages: { trafilatura: '2.3.1', 'lxml-html-clean': '0.4.6' } },
  },
  'rs-trafilatura': {
    title: 'rs-trafilatura',
    source: { client: 'pip', packages: { 'rs-trafilatura': '0.1.1' } },
  },
  'magic-html': {
    title: 'magic-html',
    source: { client: 'pip', packages: { 'magic-html': '0.1.8' }, python: '3.12' },
  },
  resiliparse: { title: 'Resiliparse', source: { client: 'pip', packages: { resiliparse: '2.0.0' } } },
  readability: {
    title: 'Readability (linkedom)',
    source: { client: 'npm', packages: { '@mozilla/readability': '0.6.0', linkedom: '0.18.12' } },
  },
  defuddle: {
    title: 'Defuddle (linkedom)',
    source: { client: 'npm', packages: { defuddle: '0.19.4', linkedom: '0.18.12' } },
  },
  scrapy: {
    title: 'Scrapy',
    source: {
      client: 'pip',
      packages: {
        scrapy: '2.19.0',
        markdownify: '1.2.3',
        lxml: '6.1.3',
        trafilatura: '2.3.1',
        'lxml-html-clean': '0.4.6',
      },
    },
  },
  crawlee: {
    title: 'Crawlee',
    source: {
      client: 'npm',
      packages: {
        crawlee,
        turndown,
        playwright: '1.65.1',
        '@mozilla/readability': '0.6.0',
        defuddle: '0.19.4',
        linkedom: '0.18.12',
      },
    },
  },
  crawl4ai: { title: 'Crawl4AI', source: { client: 'pip', packages: { crawl4ai: '0.9.5' } } },
  spider: {
    title: 'spider (Rust)',
    source: { client: 'cargo', project: 'crawl-with-spider', version: '2.53.9' },
  },
  'price-parser': {
    title: 'price-parser',
    source: { client: 'pip', packages: { 'price-parser': '0.5.1' } },
  },
  markitdown: {
    title: 'MarkItDown',
    source: {
      client: 'pip',
      packages: {
        'markitdown[all]': '0.1.9',
        pymupdf4llm: '1.28.2',
        pdfplumber: '0.11.10',
        pypdf: '7.1.1',
        'python-docx': '1.2.0',
        'python-pptx': '1.0.2',
        openpyxl: '3.1.5',
        XlsxWriter: '3.3.1',
      },
    },
  },
  'document-writers': {
    title: 'pandoc, Typst and WeasyPrint, which write the files',
    source: {
      client: 'pip',
      packages: { 'pypandoc-binary': '1.17', typst: '0.15.2', weasyprint: '70.0' },
    },
  },
  'office-writers': {
    title: 'writers of office files',
    source: { client: 'npm', packages: { docx: '9.15.2', pptxgenjs: '4.0.1', exceljs: '4.4.0' } },
  },
  'gerapy-auto-extractor': {
    title: 'Gerapy Auto-Extractor',
    source: { client: 'pip', packages: { 'gerapy-auto-extractor': '0.2.1' } },
  },
  lxparse: {
    title: 'LxParse',
    source: { client: 'pip', packages: { lxparse: '1.0.8', 'lxml-html-clean': '0.4.6' } },
  },
  dateparser: { title: 'dateparser', source: { client: 'pip', packages: { dateparser: '1.5.0' } } },
  chrono: { title: 'chrono', source: { client: 'npm', packages: { 'chrono-node': '2.10.3' } } },
  protego: { title: 'Protego', source: { client: 'pip', packages: { protego: '0.7.0' } } },
  'sitemap-parser': {
    title: 'ultimate-sitemap-parser',
    source: { client: 'pip', packages: { 'ultimate-sitemap-parser': '1.8.1' } },
  },
  'crawler-commons': {
    title: 'crawler-commons',
    source: { client: 'maven', project: 'crawler-commons', program: 'CrawlerCommons', version: '1.6' },
  },
  extruct: { title: 'extruct', source: { client: 'pip', packages: { extruct: '0.18.0' } } },
  changedetection: {
    title: 'changedetection.io',
    source: { client: 'pip', packages: { 'changedetection.io': '0.60.10' } },
  },
  roundup: { title: 'Roundup', source: { client: 'pip', packages: { roundup: '2.6.0' } } },
  sphinx: {
    title: 'Sphinx with Furo',
    source: { client: 'pip', packages: { sphinx: '9.0.4', furo: '2025.12.19' } },
  },
  'browser-use': {
    title: 'browser-use',
    source: { client: 'pip', packages: { 'browser-use': '0.13.14' } },
  },
  'python-client': {
    title: 'third-party Python client',
    source: { client: 'pip', packages: { 'firecrawl-py': '4.42.0' } },
  },
  'page-scripts': {
    title: 'scripts of pages that a browser reads',
    source: { client: 'npm', packages: { vue: '3.5.45' } },
  },
  documentation: {
    title: 'Debian documentation',
    source: { client: 'debian', packages: ['python3.11-doc', 'rust-doc'] },
  },
} as const satisfies Readonly<Record<string, PeerPackage>>;

export type PeerName = keyof typeof peerPackages;

/** Returns true if a text is the name of a peer. */
export function isPeerName(name: string): name is PeerName {
  return Object.hasOwn(peerPackages, name);
}
