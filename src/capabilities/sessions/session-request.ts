import { z } from 'zod';
import {
  type BrowserAction,
  browserAction,
  browserActionTypes,
  defaultSnapshotLength,
} from '../../domain/pages/browser-action.ts';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import type { NetworkChoice } from '../../domain/system/settings.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import { checkSchema } from '../../extract/schema/schema-check.ts';
import {
  aliasOf,
  type RequiredByType,
  requiredByType,
  withFieldRules,
} from '../../operations/declaration/field-rules.ts';
import { pressesCharacter, secretField, typesText } from '../../operations/declaration/secret-fields.ts';
import { exitFields } from '../../operations/schemas/page-options.ts';

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

/** Strict body of `POST /v1/browser`. */
export const openBody = z.strictObject({
  url: addressSchema.nullish().describe('URL of the first page. Default: an empty page.'),
  ...exitFields,
  network: z
    .enum(['auto', 'service', 'residential'])
    .default('auto')
    .describe(
      "`auto` uses the service's own network if it has an exit in the country, otherwise a residential one. Default: `auto`.",
    ),
  login: z.string().min(1).max(100).nullish().describe('Id of a saved login to load.'),
  viewport: z
    .strictObject({
      width: z.int().min(200).max(4_000).describe('Width in CSS pixels.'),
      height: z.int().min(200).max(4_000).describe('Height in CSS pixels.'),
    })
    .nullish()
    .describe('Size of the viewport in CSS pixels, each side 200 to 4000. Default: 1280 × 800.'),
  locale: z
    .string()
    .max(50)
    .refine(isLocale, 'must be a language tag (BCP 47) such as de-AT')
    .nullish()
    .describe('Language tag (BCP 47), such as `de-AT`. Default: the language of the exit’s country.'),
  timezone: z
    .string()
    .max(60)
    .refine(isTimezone, 'must be a time zone (IANA) such as Europe/Vienna')
    .nullish()
    .describe('Time zone (IANA), such as `Europe/Vienna`. Default: the time zone of the exit’s country.'),
  ttl_seconds: z
    .int()
    .min(10)
    .max(14_400)
    .default(900)
    .describe('Maximum lifetime of the session in seconds, 10 to 14400. Default: 900.'),
  idle_seconds: z
    .int()
    .min(5)
    .max(3_600)
    .default(300)
    .describe(
      'Seconds without a step or an input of the live view after which the session is closed, 5 to 3600. Default: 300.',
    ),
  wait_seconds: z
    .int()
    .min(0)
    .max(100)
    .default(0)
    .describe(
      'Seconds to wait for a free browser, 0 to 100. With 0, a full service returns 503 at once. Default: 0.',
    ),
  record: z
    .boolean()
    .default(false)
    .describe(
      'Record the steps as a workflow that can be replayed. It is returned when the session is read or closed. Default: `false`.',
    ),
});

/** Command of `open_browser`. */
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

/** Converts the validated body to the command. */
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
    'The element: its number in the snapshot, a selector (CSS, or XPath that starts with //), or the text that it shows.',
  );

const formField = secretField(
  z
    .record(
      z.string().min(1).max(2_000),
      z.union([z.string().max(100_000), z.boolean(), z.array(z.string().max(1_000)).max(100)]),
    )
    .refine((form) => Object.keys(form).length <= 50, 'must have at most 50 controls')
    .meta({ maxProperties: 50 }),
);

const pixels = z.number().min(-100_000).max(100_000);

const actionFields = {
  type: z.enum(browserActionTypes).describe('Kind of step.'),
  target: targetSchema.nullish(),
  selector: z.string().min(1).max(2_000).nullish().describe('Alias of `target`.'),
  text: secretField(z.string().max(100_000), typesText)
    .nullish()
    .describe(
      'type: the text to type. fill: the value of `target`, in place of `form`. select: the option. wait_for: the text to wait for. evaluate: the script.',
    ),
  to: targetSchema.nullish().describe('drag: the element at which it ends, named like `target`.'),
  x: pixels
    .nullish()
    .describe(
      'click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move.',
    ),
  y: pixels.nullish().describe('The same from the top edge.'),
  from_x: pixels
    .nullish()
    .describe(
      'drag: point at which it starts, in CSS pixels from the left edge of the target or, without one, of the window; negative: from the right edge of the target. Default: the centre of the target.',
    ),
  from_y: pixels.nullish().describe('The same from the top or bottom edge.'),
  url: addressSchema.nullish().describe('goto, download: the URL.'),
  key: secretField(z.string().min(1).max(50), pressesCharacter)
    .nullish()
    .describe('press: the key, such as `Enter` or `Control+A`.'),
  form: formField
    .nullish()
    .describe(
      'fill: what each control is set to, by its name, number or selector: a text, `true` or `false` for a box, one or several options for a list. Up to 50.',
    ),
  values: z.array(z.string().max(1_000)).max(100).nullish().describe('select: several options.'),
  ms: z.int().min(0).max(60_000).nullish().describe('wait: time in milliseconds, up to 60000.'),
  direction: z.enum(['up', 'down', 'left', 'right']).nullish().describe('scroll: the direction.'),
  amount: z.int().min(0).max(1_000_000).nullish().describe('scroll: the distance in CSS pixels.'),
  tab: z.int().min(1).nullish().describe('close_tab, switch_tab: the number of the tab.'),
  files: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(10)
    .nullish()
    .describe('upload: ids or URLs of up to 10 stored files.'),
  submit: z.boolean().default(false).describe('type, fill: press Enter in the last field. Default: `false`.'),
  secret: z
    .boolean()
    .default(false)
    .describe(
      'type: hide the text in snapshots and in the recording, such as a login code. Default: `false`.',
    ),
  append: z
    .boolean()
    .default(false)
    .describe('type: append to the field’s text instead of replacing it. Default: `false`.'),
  double: z.boolean().default(false).describe('click: double-click. Default: `false`.'),
  dialog: z
    .strictObject({
      accept: z.boolean().describe('True: accept the dialog. False: dismiss it.'),
      text: secretField(z.string().max(10_000)).nullish().describe('Answer to a prompt.'),
    })
    .nullish()
    .describe(
      'Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed.',
    ),
  full_page: z
    .boolean()
    .default(false)
    .describe('screenshot: capture the full height of the page. Default: `false`.'),
  quality: z.int().min(1).max(100).nullish().describe('screenshot: JPEG quality, 1 to 100. Default: a PNG.'),
  schema: z
    .record(z.string(), z.unknown())
    .superRefine((schema, context) => {
      for (const error of checkSchema(schema)) {
        context.addIssue({ code: 'custom', path: pointerTokens(error.pointer), message: error.detail });
      }
    })
    .nullish()
    .describe('extract: JSON Schema of the values to return.'),
  prompt: z.string().min(1).max(5_000).nullish().describe('extract: description of the values to return.'),
  name: z.string().min(1).max(200).nullish().describe('save_login: name of the login.'),
  interactive: z.boolean().default(false).describe('live: allow the viewer to send input. Default: `false`.'),
  timeout_ms: z
    .int()
    .min(1)
    .max(40_000)
    .nullish()
    .describe('Maximum duration of the step in milliseconds, up to 40000.'),
  snapshot: z
    .union([z.boolean(), z.literal('changes')])
    .default(true)
    .describe(
      'Return the snapshot of the page: `true`, `false`, or `changes` for the lines that have changed since the snapshot before, if they are fewer. Default: `true`.',
    ),
  region: z
    .union([z.int().min(1), z.string().min(1).max(300)])
    .nullish()
    .describe(
      'Part of the page in the snapshot: the number of an element, a role such as `main`, `form` or `dialog`, or words of a line. Default: the whole page.',
    ),
  details: z
    .boolean()
    .default(false)
    .describe(
      'Show more in the snapshot: size and place of each element and text in CSS pixels, shapes and icons that are drawn, and whole values of fields. Best with `region`. Default: `false`.',
    ),
  max_length: z
    .int()
    .min(100)
    .max(200_000)
    .default(defaultSnapshotLength)
    .describe(
      `Maximum length of the snapshot in characters, or of the text that is read in code points, 100 to 200000. Default: ${defaultSnapshotLength}.`,
    ),
};

type StepFields = z.output<z.ZodObject<typeof actionFields>>;

/** Required fields of each type: one field of each list. */
const requiredFields = {
  goto: [['url']],
  click: [['target', 'x']],
  drag: [
    ['target', 'from_x'],
    ['to', 'x', 'y'],
  ],
  type: [['text']],
  // `target` and `text` are a form with a single control.
  fill: [
    ['form', 'text'],
    ['form', 'target'],
  ],
  press: [['key']],
  select: [['target'], ['text', 'values']],
  hover: [['target', 'x']],
  wait_for: [['target', 'text']],
  evaluate: [['text']],
  upload: [['target'], ['files']],
  download: [['target', 'url']],
  save_login: [['name']],
  switch_tab: [['tab']],
} satisfies RequiredByType &
  Partial<Record<BrowserAction['type'], readonly (readonly (keyof StepFields)[])[]>>;

/** Returns the values of `fill`; `target` and `text` are a form with a single control. */
function formOf({ type, form, target, selector, text }: StepFields): BrowserAction['form'] {
  if (form != null) return form;
  const name = target ?? selector;
  return type === 'fill' && name != null && text != null ? { [name]: text } : null;
}

/** Strict body of `POST /v1/browser/{sid}`: one action. */
export const stepBody = withFieldRules(z.strictObject(actionFields), [
  aliasOf('selector', 'target'),
  requiredByType(requiredFields, { target: 'selector' }),
]);

/** Converts the validated body to the action. */
export function toAction(body: StepFields): BrowserAction {
  return browserAction({
    type: body.type,
    target: body.target ?? body.selector ?? null,
    text: body.type === 'fill' ? null : (body.text ?? null),
    to: body.to ?? null,
    fromX: body.from_x ?? null,
    fromY: body.from_y ?? null,
    x: body.x ?? null,
    y: body.y ?? null,
    url: body.url ?? null,
    key: body.key ?? null,
    form: formOf(body),
    values: body.values ?? [],
    ms: body.ms ?? null,
    direction: body.direction ?? null,
    amount: body.amount ?? null,
    tab: body.tab ?? null,
    files: body.files ?? [],
    submit: body.submit,
    secret: body.secret,
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
    snapshot: body.snapshot !== false,
    onlyChanges: body.snapshot === 'changes',
    region: body.region ?? null,
    details: body.details,
    maxLength: body.max_length,
  });
}
