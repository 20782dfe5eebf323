/** What a part of the service does, and the settings that change it. */
export interface PartGuide {
  title: string;
  text: string;
  /** Environment variables, as docs/configuration.md lists them. */
  settings: readonly string[];
  /** Page of the documentation in the package. */
  docs: string;
  /** True if `doctor` tests it with a real request. */
  isTestable?: boolean;
  /** Settings that need no restart. */
  live?: readonly LiveField[];
}

/** A field for a setting that needs no restart. */
export interface LiveField {
  variable: string;
  label: string;
  hint: string;
  placeholder: string;
}

/** Guides by the name of the check; checks of single exits and providers use the guide of their group. */
const guides: Readonly<Record<string, PartGuide>> = {
  database: {
    title: 'Database',
    text: 'Stores accounts, jobs, receipts and results.',
    settings: ['DATABASE_URL', 'DATA_DIR'],
    docs: 'docs/database.md',
  },
  disk: {
    title: 'Disk',
    text: 'Requests that store data are rejected while space is low.',
    settings: ['DATA_DIR', 'WEBDATA_KEEP'],
    docs: 'docs/operations.md',
  },
  blobs: {
    title: 'Files',
    text: 'Stores pages, screenshots and exports.',
    settings: ['BLOB_URL'],
    docs: 'docs/operations.md',
  },
  jobs: {
    title: 'Jobs',
    text: 'Runs crawls, checks, refreshes and workflows in the background.',
    settings: ['WEBDATA_ROLE'],
    docs: 'docs/scale.md',
  },
  browser: {
    title: 'Browser',
    text: 'Renders pages that need scripts, takes screenshots, runs sessions and workflows.',
    isTestable: true,
    settings: ['WEBDATA_BROWSER'],
    docs: 'docs/browsers.md',
  },
  exits: {
    title: 'Exits',
    text: 'Fetch pages from other countries through your own proxies.',
    isTestable: true,
    settings: ['WEBDATA_EXITS', 'WEBDATA_GEOIP_DB'],
    docs: 'docs/exits.md',
  },
  search: {
    title: 'Search providers',
    text: 'Search the web through your own SearXNG or a search service.',
    isTestable: true,
    live: [
      {
        variable: 'WEBDATA_SEARCH',
        label: 'Providers',
        hint: 'In order, with commas: name=address for SearXNG, name=key for services, local for pages that were read.',
        placeholder: 'searxng=http://127.0.0.1:8888,local',
      },
    ],
    settings: ['WEBDATA_SEARCH'],
    docs: 'docs/search.md',
  },
  model: {
    title: 'Language model',
    text: 'Finds values that rules cannot find. Any OpenAI-compatible server or a local file works.',
    settings: ['WEBDATA_MODEL_URL', 'WEBDATA_MODEL', 'WEBDATA_MODEL_KEY', 'WEBDATA_MODEL_FILE'],
    docs: 'docs/models.md',
  },
  ocr: {
    title: 'OCR',
    text: 'Reads scanned pages of PDFs and images.',
    settings: ['WEBDATA_OCR_LANGUAGES'],
    docs: 'docs/parse.md',
  },
  rates: {
    title: 'Exchange rates',
    text: 'Convert prices of comparisons to one currency.',
    isTestable: true,
    settings: ['WEBDATA_RATES_URL'],
    docs: 'docs/compare.md',
  },
  mail: {
    title: 'E-mail',
    text: 'Sends notifications of monitors.',
    isTestable: true,
    live: [
      {
        variable: 'WEBDATA_SMTP_URL',
        label: 'Mail server',
        hint: 'With user and password, if it wants them.',
        placeholder: 'smtps://user:password@mail.example.com',
      },
      {
        variable: 'WEBDATA_MAIL_FROM',
        label: 'Sender',
        hint: 'Address from which notifications come.',
        placeholder: 'robot@example.com',
      },
    ],
    settings: ['WEBDATA_SMTP_URL', 'WEBDATA_MAIL_FROM'],
    docs: 'docs/monitors.md',
  },
  oidc: {
    title: 'Single sign-on',
    text: 'Signs people in to the console through your identity provider (OpenID Connect).',
    settings: [
      'WEBDATA_OIDC_ISSUER',
      'WEBDATA_OIDC_CLIENT_ID',
      'WEBDATA_OIDC_CLIENT_SECRET',
      'WEBDATA_OIDC_ALLOW',
    ],
    docs: 'docs/self-hosting/teams.md',
  },
  archives: {
    title: 'Web archives',
    text: 'Provide old versions of pages.',
    isTestable: true,
    settings: ['WEBDATA_WAYBACK_URL', 'WEBDATA_COMMONCRAWL_INDEX_URL', 'WEBDATA_ARCHIVES'],
    docs: 'docs/archive.md',
  },
};
const groups: Readonly<Record<string, string>> = { exit: 'exits', search: 'search', archive: 'archives' };

/** Returns the guide of a check, such as `model` or `exit berlin`; null for a check without one. */
export function guideOf(check: string): PartGuide | null {
  const guide = guides[check];
  if (guide !== undefined) return guide;
  const [group = '', ...name] = check.split(' ');
  const shared = guides[groups[group] ?? ''];
  return shared === undefined || name.length === 0
    ? null
    : { ...shared, live: [], title: `${shared.title}: ${name.join(' ')}` };
}
