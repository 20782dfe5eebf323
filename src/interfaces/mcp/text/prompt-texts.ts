/** Values of the arguments of a prompt; the protocol has only texts. */
export type PromptArguments = Readonly<Record<string, string>>;

/** A task that users start often, with the tools that solve it. */
export interface PromptDeclaration {
  name: string;
  title: string;
  description: string;
  arguments: ReadonlyArray<{ name: string; title: string; description: string; required: boolean }>;
  /** Tools that the message names. */
  tools: readonly string[];
  /** Writes the message; the required arguments have values. */
  write(args: PromptArguments): string;
}

function call(tool: string, args: Record<string, unknown>): string {
  return `${tool} ${JSON.stringify(args)}`;
}

function required(name: string, title: string, description: string) {
  return { name, title, description, required: true };
}

function optional(name: string, title: string, description: string) {
  return { name, title, description, required: false };
}

function listOf(text: string): string[] {
  return text
    .split(/[,\n]/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

const urlArgument = required('url', 'URL', 'URL of the page or site.');

const findFacts: PromptDeclaration = {
  name: 'find_facts',
  title: 'Find facts on a page or site',
  description: 'Answers a question from one page, or from other pages of its site.',
  arguments: [urlArgument, required('question', 'Question', 'What you want to know.')],
  tools: ['scrape', 'read', 'map'],
  write: ({ url, question }) => `Answer from ${url}: ${question}
1. ${call('scrape', { url, focus: question })}. If it is cut, make the call that it names (read).
2. If the page lacks the answer: ${call('map', { url, search: 'WORDS OF THE QUESTION' })}, then scrape the best matches.
3. Answer with the URL of the page for each fact. Say what no page states; do not guess.`,
};

const research: PromptDeclaration = {
  name: 'research',
  title: 'Research a question',
  description: 'Answers a question from several independent pages, with sources.',
  arguments: [
    required('question', 'Question', 'What you want to know.'),
    optional('since', 'Since', 'Only pages that are not older, such as "2026" or "last month".'),
  ],
  tools: ['search', 'scrape', 'read'],
  write: ({ question = '', since }) => `Research: ${question}${since === undefined ? '' : `\nSince: ${since}`}
1. ${call('search', { query: question })}${since === undefined ? '' : ' with a fitting `freshness`'}; if needed, once more in other words.
2. ${call('scrape', { urls: ['3 TO 5 RESULTS OF DIFFERENT SITES'], focus: question })}. Continue long pages with read.
3. If sources disagree or a claim has one source, search for that claim.
4. Answer with a URL for each claim. Name contradictions, dates and what you did not find.`,
};

const collectTable: PromptDeclaration = {
  name: 'collect_table',
  title: 'Collect records into a table',
  description: 'Turns a listing (category, search results, directory) into a table over all its pages.',
  arguments: [
    required('url', 'URL', 'URL of the listing.'),
    required('fields', 'Fields', 'Columns, separated by commas, such as "name, price".'),
    optional('limit', 'Records', 'Maximum number of records.'),
  ],
  tools: ['collect', 'inspect'],
  write({ url, fields = '', limit }) {
    const count = Number(limit);
    const args = {
      url,
      fields: listOf(fields),
      ...(Number.isInteger(count) && count > 0 && { limit: count }),
    };
    return `Make a table of the records of ${url}${limit === undefined ? '' : `, at most ${limit}`}.
1. ${call('collect', args)}
2. If columns are empty or records are missing: ${call('inspect', { url })} lists the data sources and their fields; collect again with the names found there.
3. Return the table. State the number of records, the empty columns, whether pages remain, and the recipe id (rid) for later runs. Leave missing values empty; do not guess.`;
  },
};

const watch: PromptDeclaration = {
  name: 'watch',
  title: 'Watch a page or value',
  description: 'Reports changes of a page, or of values on it, on a schedule.',
  arguments: [
    urlArgument,
    optional('what', 'What to watch', 'A value such as "the price"; the whole page if empty.'),
    optional('every', 'Interval', 'Time between checks, such as 1h or 1d.'),
  ],
  tools: ['scrape', 'extract', 'monitor'],
  write({ url, what, every = '1d' }) {
    const look = what === undefined ? call('scrape', { url }) : call('extract', { url, prompt: what });
    const kind = what === undefined ? { kind: 'page' } : { kind: 'fields', schema: 'SCHEMA OF THE VALUES' };
    return `Watch ${url}${what === undefined ? '' : `: ${what}`}
1. ${look}. If it fails, stop and say why.
2. ${call('monitor', { action: 'create', url, watch: kind, schedule: { every } })}
3. ${call('monitor', { action: 'run', mid: 'ID' })}, then action checks: the first check must be ok.
4. State the present ${what === undefined ? 'content in one sentence' : 'values'}, the monitor id, the price of a check, and that action checks lists the changes.`;
  },
};

const fillForm: PromptDeclaration = {
  name: 'fill_form',
  title: 'Fill a form in a browser',
  description: 'Fills a form step by step and asks before it is submitted.',
  arguments: [
    required('url', 'URL', 'URL of the form.'),
    required('values', 'Values', 'What to enter, such as "name: Ada; city: Paris".'),
  ],
  tools: ['browser'],
  write: ({ url, values }) => `Fill the form at ${url} with: ${values}
1. ${call('browser', { action: 'open', url })}. The snapshot numbers the elements.
2. For each value: ${call('browser', { action: 'step', sid: 'SID', type: 'type', target: 'NUMBER', text: 'VALUE' })}; for lists type select with values, for boxes and buttons type click. Use the numbers of the latest snapshot.
3. Show me the filled values and what is missing. Do not submit before I agree; never invent a value.
4. Submit with a click, check the snapshot for errors, and report what the page says.
5. ${call('browser', { action: 'close', sid: 'SID' })}`,
};

/** The prompts for the five most common tasks. */
export const promptDeclarations: readonly PromptDeclaration[] = [
  findFacts,
  research,
  collectTable,
  watch,
  fillForm,
];
