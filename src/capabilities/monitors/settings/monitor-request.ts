import { z } from 'zod';
import { defaultFormatOf, messageFormats } from '../../../domain/resources/message-format.ts';
import { isTimeZone } from '../../../domain/resources/schedule.ts';
import { atLeastOne, exactlyOne, withFieldRules } from '../../../operations/declaration/field-rules.ts';
import { withSchemaName } from '../../../operations/schema-names.ts';
import { countrySchema } from '../../../operations/schemas/page-options.ts';
import { pageRequestSchema } from '../../../operations/schemas/page-request.ts';
import { scheduleSchema } from '../../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../../operations/schemas/webhook-url.ts';
import { isJsonPath, jsonPathError } from '../../../page/text/json-path.ts';
import { selectorError } from '../../../page/tree/select.ts';
import { extractionSchema } from '../../extract/extract-request.ts';
import { templateError } from '../notify/template.ts';
import { conditionValueError } from './conditions.ts';
import { ignoreRuleError } from './ignore-rules.ts';
import {
  type Condition,
  conditionOps,
  type IgnoreRule,
  type MonitorSettings,
  type Notify,
  type Watch,
} from './monitor-settings.ts';
import type { RequestedSettings } from './validate-settings.ts';

const focusText = z.string().min(1).max(1_000);

const pageWatch = z.strictObject({
  kind: z.literal('page').describe('A page.'),
  whole: z
    .boolean()
    .optional()
    .describe('Watch the whole page instead of its main content. Default: `false`.'),
});
const sectionWatch = withFieldRules(
  z.strictObject({
    kind: z.literal('section').describe('A section of a page.'),
    focus: focusText.optional().describe('Heading of the section, or words that describe it.'),
    selector: z
      .string()
      .min(1)
      .max(2_000)
      .check((context) => {
        const { value } = context;
        const message = isJsonPath(value) ? jsonPathError(value) : selectorError(value);
        if (message !== null) context.issues.push({ code: 'custom', message, input: value });
      })
      .optional()
      .describe(
        'Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a JSONPath query (RFC 9535).',
      ),
  }),
  [exactlyOne(['focus', 'selector'], 'must contain exactly one of `focus` and `selector`')],
);
const fieldsWatch = withFieldRules(
  z.strictObject({
    kind: z.literal('fields').describe('Values on a page.'),
    schema: extractionSchema.nullish(),
    prompt: z.string().min(1).max(4_000).nullish().describe('Description of the values to watch.'),
  }),
  [atLeastOne(['schema', 'prompt'], 'must contain `schema` or `prompt`')],
);
const idSchema = z.string().regex(/^[\w-]{1,100}$/);
const datasetWatch = z.strictObject({
  kind: z.literal('dataset').describe('A dataset.'),
  did: idSchema.describe('Identifier of the dataset.'),
});
const searchWatch = z.strictObject({
  kind: z.literal('search').describe('The results of a search.'),
  query: z.string().trim().min(1).max(500).describe('Query whose results are watched.'),
  limit: z.int().min(1).max(50).default(10).describe('Number of results. Default: 10.'),
});
const workflowWatch = z.strictObject({
  kind: z.literal('workflow').describe('The records of a workflow.'),
  id: idSchema.describe('Workflow whose records are watched: those of its last completed run.'),
});

const watchSchema = z
  .discriminatedUnion('kind', [
    pageWatch,
    sectionWatch,
    fieldsWatch,
    datasetWatch,
    searchWatch,
    workflowWatch,
  ])
  .describe(
    'The watched content: the page, a section of it, values on it, a dataset, the results of a search, or the records of a workflow. Default: the main content of the page.',
  );

const ignoreSchema: z.ZodType<IgnoreRule> = withSchemaName(
  'IgnoreRule',
  z
    .union([
      z.string().min(1).max(2_000),
      z.strictObject({
        expression: z.string().min(1).max(1_000).describe('RE2 expression without slashes.'),
        shown: z
          .boolean()
          .default(true)
          .describe('`true`: matches are shown in differences but do not count as changes. Default: `true`.'),
      }),
    ])
    .check((context) => {
      const error = ignoreRuleError(context.value);
      if (error !== null) context.issues.push({ code: 'custom', message: error, input: context.value });
    })
    .describe(
      'A selector (CSS, XPath that starts with `//`, or for JSON a JSONPath query), or an RE2 expression between slashes such as `/updated [0-9:]+/i`. Matches are neither compared nor shown.',
    ),
);

const conditionSchema: z.ZodType<Condition> = withSchemaName(
  'Condition',
  z
    .strictObject({
      field: z
        .string()
        .min(1)
        .max(500)
        .describe(
          'For values: a name, dotted path or JSON Pointer. For a text: `text`, `added`, `removed` or `previous`.',
        ),
      op: z.enum(conditionOps).describe('Comparison.'),
      value: z
        .union([z.string().max(2_000), z.number(), z.boolean(), z.null()])
        .default(null)
        .describe('Value to compare with.'),
    })
    .check((context) => {
      const error = conditionValueError(context.value);
      if (error === null) return;
      context.issues.push({ code: 'custom', path: ['value'], message: error, input: context.value });
    }),
);

const webhookSchema = z.strictObject({
  url: webhookUrlSchema.describe('URL of the receiver.'),
  form: z
    .enum(messageFormats)
    .optional()
    .describe(
      'Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram, ntfy.sh, Matrix or Teams), otherwise `standard`.',
    ),
});
const emailSchema = z.email().max(254).describe('E-mail address. Requires WEBDATA_SMTP_URL.');

const template = (maxLength: number) =>
  z
    .string()
    .min(1)
    .max(maxLength)
    .check((context) => {
      const error = templateError(context.value);
      if (error !== null) context.issues.push({ code: 'custom', message: error, input: context.value });
    });
const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 08:00 or 22:30');

const notifySchema = z
  .strictObject({
    webhook: z
      .union([webhookUrlSchema, webhookSchema, z.array(z.union([webhookUrlSchema, webhookSchema])).max(5)])
      .nullish()
      .describe('Up to 5 receivers of events.'),
    email: z
      .union([emailSchema, z.array(emailSchema).max(5)])
      .nullish()
      .describe('Up to 5 recipients.'),
    muted: z
      .boolean()
      .optional()
      .describe('`true`: checks continue, but no notification is sent. Default: `false`.'),
    template: z
      .strictObject({
        title: template(200).optional().describe('Title of the message.'),
        text: template(1_000).optional().describe('Text of the message.'),
      })
      .nullish()
      .describe('Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`.'),
    digest: z
      .enum(['hourly', 'daily'])
      .nullish()
      .describe('Send the events together. Default: each at once.'),
    digest_at: timeOfDay.nullish().describe('Time of the daily digest. Default: 08:00.'),
    quiet_hours: z
      .strictObject({
        from: timeOfDay.describe('Start, such as 22:30.'),
        to: timeOfDay.describe('End, such as 08:00.'),
      })
      .refine(({ from, to }) => from !== to, 'must have two different times')
      .nullish()
      .describe('Events between these times are sent at their end.'),
    timezone: z
      .string()
      .max(100)
      .refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin')
      .nullish()
      .describe('Time zone of these times. Default: UTC.'),
  })
  .describe(
    'Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and recovered.',
  );

/** Label of monitors. */
export const tagSchema = z
  .string()
  .trim()
  .min(1)
  .max(50)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters');

const settingsFields = {
  name: z.string().min(1).max(200).nullable().describe('Name in lists and messages.'),
  url: z.string().max(8_192).nullable().describe('URL of the page; null if no page is watched.'),
  tags: z
    .array(tagSchema)
    .max(20)
    .transform((tags) => [...new Set(tags)])
    .optional()
    .describe('Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed.'),
  watch: watchSchema,
  schedule: scheduleSchema,
  country: countrySchema.nullable().describe('Country of the exit, two-letter code.'),
  strict_country: z.boolean().describe('Fail instead of using an exit in another country.'),
  render: z
    .enum(['auto', 'never', 'always'])
    .describe('Whether a browser loads the page. `auto`: if the page has no content without its scripts.'),
  login: z.string().min(1).max(100).nullable().describe('Id of a saved login for the site of `url`.'),
  request: pageRequestSchema.optional(),
  ignore: z.array(ignoreSchema).max(50).describe('Parts of the page that are not compared.'),
  conditions: z
    .array(conditionSchema)
    .max(20)
    .describe(
      'Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops and rises count from the last notified value.',
    ),
  goal: z
    .string()
    .trim()
    .min(3)
    .max(500)
    .nullable()
    .optional()
    .describe(
      'What a change must mean to be notified, such as `the price falls or a new size is added`. Decided by values where they show it, otherwise by a language model.',
    ),
  match: z.enum(['all', 'any']).describe('All conditions must hold, or any one. Default: `all`.'),
  confirm: z
    .int()
    .min(0)
    .max(3)
    .describe(
      'Number of times a changed page is read again before the change is notified, 0 to 3. Each reading is charged as a page. Default: 2.',
    ),
  failing_after: z
    .int()
    .min(1)
    .max(100)
    .describe(
      'Number of failed checks in a row, 1 to 100, after which the monitor is reported as failing. Default: 3.',
    ),
  screenshot: z
    .boolean()
    .describe('Take a screenshot of each version and mark the differences. Default: `false`.'),
  only_changed: z
    .boolean()
    .optional()
    .describe(
      'Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the site answers that the page has not changed, the page is not read. Default: `false`.',
    ),
  notify: notifySchema,
};

/** Strict body of `POST /v1/monitors`. */
export const createBody = z.strictObject({
  name: settingsFields.name.default(null),
  tags: settingsFields.tags,
  url: settingsFields.url.default(null),
  watch: settingsFields.watch.default({ kind: 'page' }),
  // The default is set in code, since a named schema with a default would be another schema.
  schedule: settingsFields.schedule.optional(),
  country: settingsFields.country.default(null),
  strict_country: settingsFields.strict_country.default(false),
  render: settingsFields.render.default('auto'),
  login: settingsFields.login.default(null),
  request: settingsFields.request,
  ignore: settingsFields.ignore.default([]),
  conditions: settingsFields.conditions.default([]),
  goal: settingsFields.goal,
  match: settingsFields.match.default('all'),
  confirm: settingsFields.confirm.default(2),
  failing_after: settingsFields.failing_after.default(3),
  screenshot: settingsFields.screenshot.default(false),
  only_changed: settingsFields.only_changed,
  notify: settingsFields.notify.default({}),
});

/** Strict body of `PATCH /v1/monitors/{mid}`. Given fields are changed. */
export const changeBody = z.strictObject(settingsFields).partial();

/** Strict body of `POST /v1/monitors/import`. */
export const importBody = z.strictObject({
  monitors: z
    .array(createBody)
    .min(1)
    .max(1_000)
    .describe('Up to 1000 monitors, in the format of GET /v1/monitors/export.'),
});

function toList<Value>(value: Value | Value[] | null | undefined): Value[] {
  return value == null ? [] : ([value].flat() as Value[]);
}

/** Options of {@link Notify} that are the same in requests, settings and responses. */
const optionNames = ['template', 'digest', 'digest_at', 'quiet_hours', 'timezone'] as const;

/** Returns the options that are set. */
function optionsOf(
  notify: z.output<typeof notifySchema> | Notify,
): Pick<Notify, (typeof optionNames)[number]> {
  const set = optionNames.flatMap((name) => (notify[name] == null ? [] : [[name, notify[name]]]));
  return Object.fromEntries(set);
}

function toNotify(notify: z.output<typeof notifySchema>): Notify {
  const { webhook, email, muted } = notify;
  const webhooks = toList<string | z.output<typeof webhookSchema>>(webhook).map((hook) => {
    const { url, form } = typeof hook === 'string' ? { url: hook } : hook;
    return { url, form: form ?? defaultFormatOf(url) };
  });
  return {
    webhook: webhooks,
    email: [...new Set(toList(email))],
    ...(muted === true && { muted }),
    ...optionsOf(notify),
  };
}

/** Returns the JSON Pointers of the webhooks' URLs, in the order of {@link toNotify}. */
function webhookPointersOf(notify: z.output<typeof notifySchema> | undefined): string[] {
  const webhook = notify?.webhook;
  const isList = Array.isArray(webhook);
  return toList<string | z.output<typeof webhookSchema>>(webhook).map(
    (hook, index) => `/notify/webhook${isList ? `/${index}` : ''}${typeof hook === 'string' ? '' : '/url'}`,
  );
}

function toWatch(watch: z.output<typeof watchSchema>): Watch {
  if (watch.kind === 'fields')
    return { kind: 'fields', schema: watch.schema ?? null, prompt: watch.prompt ?? null };
  return watch as Watch;
}

/** Converts the validated body to the settings of a monitor. */
export function toSettings(body: z.output<typeof createBody>): RequestedSettings {
  const { schedule = { every: '1h' }, notify } = body;
  const settings = { ...body, schedule, watch: toWatch(body.watch), notify: toNotify(notify) };
  return { settings, webhookPointers: webhookPointersOf(notify) };
}

/** Applies a change to the settings. */
export function changedSettings(
  settings: MonitorSettings,
  { watch, notify, ...rest }: z.output<typeof changeBody>,
): RequestedSettings {
  const changes = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const changed = {
    ...settings,
    ...changes,
    ...(watch !== undefined && { watch: toWatch(watch) }),
    ...(notify !== undefined && { notify: toNotify(notify) }),
  };
  return { settings: changed, webhookPointers: webhookPointersOf(notify) };
}

/** Recipients in the form of requests and responses. */
export type WireNotify = Omit<Notify, 'webhook' | 'email'> & { webhook?: unknown; email?: unknown };

/** Converts recipients to the wire form: a single value, or a list of several. */
export function toWireNotify(notify: Notify): WireNotify {
  const { webhook, email, muted } = notify;
  const webhooks = webhook.map(({ url, form }) => (form === defaultFormatOf(url) ? url : { url, form }));
  const unwrapSingle = <Value>(list: Value[]) => (list.length === 1 ? list[0] : list);
  return {
    ...(webhooks.length > 0 && { webhook: unwrapSingle(webhooks) }),
    ...(email.length > 0 && { email: unwrapSingle(email) }),
    ...(muted === true && { muted }),
    ...optionsOf(notify),
  };
}
