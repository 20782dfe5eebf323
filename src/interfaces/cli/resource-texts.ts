import type { Example } from './help-format.ts';

/** Texts of a command where those of its operation do not fit the command line. */
export interface CommandText {
  /** One line in lists of commands; absent: the title of the operation. */
  summary?: string;
  /** Absent: the description of the operation, in the words of the command line. */
  description?: string;
  /** Absent: examples made from that of the operation. */
  examples?: readonly Example[];
}

/** Texts of the commands of resources, by their words. */
export const resourceTexts: Readonly<Record<string, CommandText>> = {
  'monitor create': {
    examples: [
      ['Watch a page every six hours', 'monitor create example.com --every 6h --name "Front page"'],
      [
        'Watch a price, and tell of drops of 5 %',
        'monitor create example.com/lamp --field price:number --condition "price drops_by_percent 5" --email you@example.com',
      ],
      [
        'Say in words which changes matter',
        'monitor create example.com/lamp --goal "the price falls" --webhook https://example.com/hook',
      ],
    ],
  },
  'monitor list': {
    examples: [
      ['List the monitors', 'monitor list'],
      ['List those that need attention', 'monitor list --status needs_attention'],
      [
        'List the addresses whose last check failed',
        `monitor list --jq '.monitors[] | select(.latest_check.state == "error") | .url'`,
      ],
    ],
  },
  'monitor get': {
    summary: 'Show a monitor, its last checks and why it did or did not notify',
    examples: [
      ['Show a monitor and its last checks', 'monitor get mon_06f3p8k2v1s4m7q9w5x0y2z3a4'],
      ['Print everything that is known about it', 'monitor get mon_06f3p8k2v1s4m7q9w5x0y2z3a4 --json'],
      ['Make a check now', 'monitor run mon_06f3p8k2v1s4m7q9w5x0y2z3a4'],
    ],
  },
  'monitor checks': {
    summary: 'List the checks of a monitor: what changed, and whether it was notified',
    examples: [
      ['List the checks, newest first', 'monitor checks mon_06f3p8k2v1s4m7q9w5x0y2z3a4'],
      ['List those that found a change', 'monitor checks mon_06f3p8k2v1s4m7q9w5x0y2z3a4 --state changed'],
      [
        'List those that failed, with the reason',
        'monitor checks mon_06f3p8k2v1s4m7q9w5x0y2z3a4 --state error',
      ],
    ],
  },
  'monitor feed-all': { summary: 'Get the changes of all monitors as a feed' },
  'key invite': { summary: 'Print a link that invites a person to the console' },
  'job list': {
    examples: [
      ['List the jobs, newest first', 'job list'],
      ['List the crawls that run', 'job list --type crawl --status running'],
      ['List all columns, not shortened', 'job list --wide'],
    ],
  },
  'job results': {
    examples: [
      ['Print the pages of a job', 'job results job_0123456789'],
      ['Print the pages with all that is known about them', 'job results job_0123456789 --json'],
      ['Write the pages as files', 'job export job_0123456789 -o pages/'],
    ],
  },
  'job follow': {
    examples: [
      ['Print the pages of a job as they arrive', 'job follow job_0123456789'],
      ['Print them as JSON', 'job follow job_0123456789 --json'],
      ['Cancel the job', 'job cancel job_0123456789'],
    ],
  },
  'job export': {
    examples: [
      ['Write one Markdown file for each page into a folder', 'job export job_0123456789 -o pages/'],
      ['Write the pages as a table', 'job export job_0123456789 -o pages.csv'],
      ['Write one page on each line', 'job export job_0123456789 -o pages.ndjson'],
    ],
  },
  'dataset create': {
    examples: [
      [
        'Keep the products of a shop, and refresh them every day',
        'dataset create Lamps --url example.com/lamps --field name --field price --every 1d',
      ],
      ['Use a saved recipe', 'dataset create Lamps --recipe rcp_06f3p8k2v1s4m7q9w5x0y2z3a4'],
      [
        'Store your own records',
        'dataset create Lamps --source \'{"kind": "records", "records": [{"sku": "L-100", "price": 39.9}]}\'',
      ],
    ],
  },
  'session open': {
    examples: [
      ['Open a page, and print what can be used on it', 'session open example.com/login'],
      ['Use a saved login', 'session open example.com --login login_00000000000000000000000000'],
      ['Record the steps, for a workflow', 'session open example.com/order --record'],
    ],
  },
  'session get': {
    examples: [
      ['Show a browser session', 'session get ses_00000000000000000000000000'],
      [
        'Write the steps that it recorded to a file',
        'session get ses_00000000000000000000000000 --jq .recording.steps -o steps.json',
      ],
      ['Save them as a workflow', "workflow create 'Order a lamp' --steps @steps.json"],
    ],
  },
  'workflow create': {
    examples: [
      [
        'Write the steps to a file that a session recorded (session open --record)',
        'session get ses_00000000000000000000000000 --jq .recording.steps -o steps.json',
      ],
      ['Save these steps as a workflow', "workflow create 'Order a lamp' --steps @steps.json"],
      [
        'Save steps with an input',
        `workflow create 'New lamps' --steps '[{"type": "goto", "url": "https://shop.example/search?q={{words}}"}, {"type": "collect_rows", "fields": ["name", "price"]}]' --inputs '{"type": "object", "properties": {"words": {"type": "string"}}}'`,
      ],
    ],
  },
  'session step': {
    examples: [
      ['Click a button by its text', 'session step ses_00000000000000000000000000 click --target "Log in"'],
      [
        'Fill a form, and send it',
        'session step ses_00000000000000000000000000 fill --form User=Ann --form "Remember me=true" --submit',
      ],
      ['Write a screenshot', 'session step ses_00000000000000000000000000 screenshot -o shot.png'],
    ],
  },
  'receipt verify': {
    description:
      'Verifies receipts and the results that they cover. "receipt verify FILE" checks a file that -o page.json or --json wrote, without a service if its keys are known. With --receipt and --result, the service checks the documents: any changed, added or removed member that the receipt covers makes it invalid.',
    examples: [
      ['Verify a response that was written to a file', 'receipt verify page.json'],
      ['Verify a receipt alone', 'receipt verify --receipt @receipt.json'],
      ['Verify receipts without a service', 'verify page.json --keys https://webdata.example.com'],
    ],
  },
  'dataset export': {
    examples: [
      ['Write the records as a table', 'dataset export ds_06f3p8k2v1s4m7q9w5x0y2z3a4 -o lamps.csv'],
      ['Write a workbook', 'dataset export ds_06f3p8k2v1s4m7q9w5x0y2z3a4 -o lamps.xlsx'],
      [
        'Print the records as JSON, one on each line',
        'dataset export ds_06f3p8k2v1s4m7q9w5x0y2z3a4 --format ndjson -o -',
      ],
    ],
  },
};

/** Commands of one operation with an action, whose description names all actions. */
export const actionTexts: Readonly<Record<string, CommandText>> = {
  'job cancel': { description: 'Ends a queued or running job. The pages that it delivered remain.' },
  'job pause': { description: 'Pauses a queued or running job. "webdata job resume" continues it.' },
  'job resume': { description: 'Continues a paused job, or one that waits to be resumed.' },
  'job retry': {
    description:
      'Reads the failed pages of an ended job again: those with the status "failed", "unavailable" or "budget_exhausted".',
  },
  'job continue': {
    description: 'Continues a crawl that ended at its limit, without reading its pages again.',
    examples: [
      ['Read up to 500 pages in all', 'job continue job_0123456789 --limit 500'],
      ['Print the response as JSON', 'job continue job_0123456789 --limit 500 --json'],
      ['Find the identifier', 'job list --type crawl'],
    ],
  },
  'monitor run': { description: 'Checks a page now, or waits for the check that runs, and shows it.' },
  'monitor pause': { description: 'Stops the schedule of a monitor. "webdata monitor resume" continues it.' },
  'monitor resume': { description: 'Continues the schedule of a paused monitor.' },
  'run cancel': { description: 'Ends a run.' },
  'run retry': { description: 'Resumes a failed run at the failed step, with its variables.' },
  'run answer': {
    summary: 'Answer the question of a run',
    description: 'Answers the question of a run that needs input. The run continues.',
  },
};
