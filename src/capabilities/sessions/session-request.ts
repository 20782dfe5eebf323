import { z } from 'zod';
import {
  type BrowserAction,
  browserAction,
  browserActionTypes,
  usualSnapshotLength,
} from '../../domain/browser-action.ts';
import type { JsonSchema } from '../../domain/extraction.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import { schemaFaults } from '../../extract/schema-check.ts';
import { pointerTokens } from '../../extract/schema-fields.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';

const addressSchema = z.string().min(1).max(8_192);

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name).length === 1;
  } catch {
    return false;
  }
}

/** The strict body of `POST /v1/browser`. */
export const openBody = z.strictObject({
  url: addressSchema.nullish().describe('where to begin; an empty page when left out'),
  country: countrySchema.nullish().describe('two-letter code of the exit country'),
  strict_country: z.boolean().default(false).describe('fail rather than use another country'),
  network: z
    .enum(['auto', 'service', 'residential'])
    .default('auto')
    .describe('`auto`: our own network where it has an exit, else a residential one'),
  login: z.string().min(1).max(100).nullish().describe('id of a saved login'),
  viewport: z
    .strictObject({ width: z.int().min(200).max(4_000), height: z.int().min(200).max(4_000) })
    .nullish()
    .describe('CSS pixels of the window; 1280 × 800 when left out'),
  locale: z
    .string()
    .max(50)
    .refine(isLocale, 'is no language tag (BCP 47)')
    .nullish()
    .describe('as `de-AT`; the language of the exit’s country when left out'),
  timezone: z
    .string()
    .max(60)
    .refine(isTimezone, 'is no time zone (IANA)')
    .nullish()
    .describe('as `Europe/Vienna`; that of the exit’s country when left out'),
  ttl_seconds: z
    .int()
    .min(10)
    .max(14_400)
    .default(900)
    .describe('seconds after which it is closed, whatever goes on'),
  idle_seconds: z
    .int()
    .min(5)
    .max(3_600)
    .default(300)
    .describe('seconds without a step after which it is closed'),
  wait_seconds: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe(
      'seconds to wait for a place where as many sessions are open as may be; 0 is refused with 503 at once',
    ),
  record: z
    .boolean()
    .default(false)
    .describe('keep the steps as a workflow that can be replayed, told when the session is read or closed'),
});

/** What opening a session does. */
export interface OpenCommand {
  url: string | null;
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  login: string | null;
  viewport: { width: number; height: number } | null;
  locale: string | null;
  timezone: string | null;
  ttlMs: number;
  idleMs: number;
  waitMs: number;
  isRecorded: boolean;
}

/** From the validated body to the command. */
export function toOpenCommand(body: z.output<typeof openBody>): OpenCommand {
  return {
    url: body.url ?? null,
    country: body.country ?? null,
    strictCountry: body.strict_country,
    network: body.network,
    login: body.login ?? null,
    viewport: body.viewport ?? null,
    locale: body.locale ?? null,
    timezone: body.timezone ?? null,
    ttlMs: body.ttl_seconds * 1_000,
    idleMs: body.idle_seconds * 1_000,
    waitMs: body.wait_seconds * 1_000,
    isRecorded: body.record,
  };
}

const targetSchema = z
  .union([z.int().min(1), z.string().min(1).max(2_000)])
  .describe(
    'the element: its number in the snapshot, a selector (CSS, or XPath from //), or the words that it shows',
  );

const actionFields = {
  type: z.enum(browserActionTypes),
  target: targetSchema.nullish(),
  selector: z.string().min(1).max(2_000).nullish().describe('the same as `target`'),
  text: z
    .string()
    .max(100_000)
    .nullish()
    .describe(
      'type: what is typed; select: the option; wait_for: words that must appear; evaluate: the script',
    ),
  url: addressSchema.nullish().describe('for goto and download'),
  key: z.string().min(1).max(50).nullish().describe('for press: Enter, Control+A'),
  values: z
    .array(z.string().max(1_000))
    .max(100)
    .nullish()
    .describe('for select, where several options are chosen'),
  ms: z.int().min(0).max(60_000).nullish().describe('milliseconds, for wait'),
  direction: z.enum(['up', 'down', 'left', 'right']).nullish().describe('for scroll'),
  amount: z.int().min(0).max(1_000_000).nullish().describe('CSS pixels, for scroll'),
  tab: z.int().min(1).nullish().describe('number of the tab, for close_tab and switch_tab'),
  files: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(10)
    .nullish()
    .describe('for upload: ids or links of stored files'),
  submit: z.boolean().default(false).describe('type: press Enter at the end'),
  append: z.boolean().default(false).describe('type: add to what the field holds'),
  double: z.boolean().default(false).describe('click: a double click'),
  dialog: z
    .strictObject({ accept: z.boolean(), text: z.string().max(10_000).nullish() })
    .nullish()
    .describe(
      'how dialogs that this step opens are answered; else alerts are accepted and all others dismissed',
    ),
  full_page: z.boolean().default(false).describe('screenshot: the whole height of the page'),
  quality: z
    .int()
    .min(1)
    .max(100)
    .nullish()
    .describe('screenshot: of a JPEG; without it the picture is a PNG'),
  schema: z
    .record(z.string(), z.unknown())
    .superRefine((schema, context) => {
      for (const fault of schemaFaults(schema)) {
        context.addIssue({ code: 'custom', path: pointerTokens(fault.pointer), message: fault.detail });
      }
    })
    .nullish()
    .describe('extract: JSON Schema of what is wanted'),
  prompt: z.string().min(1).max(5_000).nullish().describe('extract: what is wanted, in words'),
  name: z.string().min(1).max(200).nullish().describe('save_login: what the login is called'),
  interactive: z.boolean().default(false).describe('live: whether the viewer may act'),
  timeout_ms: z.int().min(1).max(40_000).nullish().describe('milliseconds that this step may take'),
  snapshot: z.boolean().default(true).describe('whether the page’s snapshot is answered'),
  max_length: z
    .int()
    .min(100)
    .max(200_000)
    .default(usualSnapshotLength)
    .describe('characters of the snapshot, or code points of what is read, at most'),
};

type Wire = z.output<z.ZodObject<typeof actionFields>>;

/** What each type cannot do without: any one field of each list. */
const needs: Readonly<Partial<Record<BrowserAction['type'], readonly (readonly (keyof Wire)[])[]>>> = {
  goto: [['url']],
  click: [['target']],
  type: [['text']],
  press: [['key']],
  select: [['target'], ['text', 'values']],
  hover: [['target']],
  wait_for: [['target', 'text']],
  evaluate: [['text']],
  upload: [['target'], ['files']],
  download: [['target', 'url']],
  save_login: [['name']],
  switch_tab: [['tab']],
};

/** The strict body of `POST /v1/browser/{sid}`: one action. */
export const stepBody = z.strictObject(actionFields).superRefine((body, context) => {
  const given = { ...body, target: body.target ?? body.selector };
  if (body.target != null && body.selector != null) {
    context.addIssue({
      code: 'custom',
      path: ['selector'],
      message: 'is the same as target: give one of them',
    });
  }
  for (const fields of needs[body.type] ?? []) {
    if (fields.some((field) => given[field] != null)) continue;
    const [first = 'type'] = fields;
    context.addIssue({ code: 'custom', path: [first], message: `${body.type} needs ${fields.join(' or ')}` });
  }
});

/** From the validated body to the action. */
export function toAction(body: Wire): BrowserAction {
  return browserAction({
    type: body.type,
    target: body.target ?? body.selector ?? null,
    text: body.text ?? null,
    url: body.url ?? null,
    key: body.key ?? null,
    values: body.values ?? [],
    ms: body.ms ?? null,
    direction: body.direction ?? null,
    amount: body.amount ?? null,
    tab: body.tab ?? null,
    files: body.files ?? [],
    submit: body.submit,
    append: body.append,
    double: body.double,
    dialog: body.dialog == null ? null : { accept: body.dialog.accept, text: body.dialog.text ?? null },
    fullPage: body.full_page,
    quality: body.quality ?? null,
    schema: (body.schema as JsonSchema | null | undefined) ?? null,
    prompt: body.prompt ?? null,
    name: body.name ?? null,
    interactive: body.interactive,
    timeoutMs: body.timeout_ms ?? null,
    snapshot: body.snapshot,
    maxLength: body.max_length,
  });
}
