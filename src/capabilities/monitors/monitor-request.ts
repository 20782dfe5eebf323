import { z } from 'zod';
import { named } from '../../operations/schema-names.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { scheduleSchema } from '../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import { schemaSchema } from '../extract/extract-request.ts';
import { conditionFault } from './conditions.ts';
import { ignoreFault } from './ignored.ts';
import { formOf } from './message-form.ts';
import {
  type Condition,
  conditionOps,
  type IgnoreRule,
  type MonitorSettings,
  messageForms,
  type Notify,
  type Watch,
} from './watch.ts';

const words = z.string().min(1).max(1_000);

const pageWatch = z.strictObject({
  kind: z.literal('page'),
  whole: z.boolean().optional().describe('true: all of the page, not only its main content'),
});
const sectionWatch = z
  .strictObject({
    kind: z.literal('section'),
    focus: words.optional().describe('the heading of the section, or words that it is about'),
    selector: z.string().min(1).max(2_000).optional().describe('a CSS selector'),
  })
  .refine(
    ({ focus, selector }) => (focus === undefined) !== (selector === undefined),
    'give exactly one of focus and selector',
  );
const fieldsWatch = z
  .strictObject({
    kind: z.literal('fields'),
    schema: schemaSchema.nullish(),
    prompt: z.string().min(1).max(4_000).nullish().describe('what to find, in words'),
  })
  .refine(({ schema, prompt }) => schema != null || prompt != null, 'give a schema or a prompt');
const datasetWatch = z.strictObject({ kind: z.literal('dataset'), did: z.string().regex(/^[\w-]{1,100}$/) });

const watchSchema = z
  .discriminatedUnion('kind', [pageWatch, sectionWatch, fieldsWatch, datasetWatch])
  .describe('what is watched: the page, a section of it, values on it, or a dataset');

const ignoreSchema: z.ZodType<IgnoreRule> = named(
  'IgnoreRule',
  z
    .union([
      z.string().min(1).max(2_000),
      z.strictObject({
        expression: z.string().min(1).max(1_000),
        shown: z.boolean().default(true).describe('true: it is shown in differences, and decides nothing'),
      }),
    ])
    .check((context) => {
      const fault = ignoreFault(context.value);
      if (fault !== null) context.issues.push({ code: 'custom', message: fault, input: context.value });
    })
    .describe(
      'a CSS selector, or an RE2 expression between slashes such as `/updated [0-9:]+/i`: what it matches is neither compared nor shown',
    ),
);

const conditionSchema: z.ZodType<Condition> = named(
  'Condition',
  z
    .strictObject({
      field: z
        .string()
        .min(1)
        .max(500)
        .describe(
          'of values: a name, dotted path or JSON pointer; of a text: `text`, `added`, `removed` or `previous`',
        ),
      op: z.enum(conditionOps),
      value: z.union([z.string().max(2_000), z.number(), z.boolean(), z.null()]).default(null),
    })
    .check((context) => {
      const fault = conditionFault(context.value);
      if (fault === null) return;
      context.issues.push({ code: 'custom', path: ['value'], message: fault, input: context.value });
    }),
);

const hookSchema = z.strictObject({
  url: webhookUrlSchema,
  form: z
    .enum(messageForms)
    .optional()
    .describe(
      'how messages are written; told from the address where it is one of Slack, Discord, Telegram or ntfy',
    ),
});
const mailSchema = z.email().max(254).describe('needs WEBDATA_SMTP_URL');

const notifySchema = z
  .strictObject({
    webhook: z
      .union([webhookUrlSchema, hookSchema, z.array(z.union([webhookUrlSchema, hookSchema])).max(5)])
      .nullish(),
    email: z.union([mailSchema, z.array(mailSchema).max(5)]).nullish(),
  })
  .describe('who is told of changes, of failing and of recovery');

const settingsFields = {
  name: z.string().min(1).max(200).nullable(),
  url: z.string().max(8_192).nullable().describe('the page; null where a dataset is watched'),
  watch: watchSchema,
  schedule: scheduleSchema,
  country: countrySchema.nullable(),
  strict_country: z.boolean(),
  render: z.enum(['auto', 'never', 'always']),
  login: z.string().min(1).max(100).nullable().describe('id of a saved login'),
  ignore: z.array(ignoreSchema).max(50),
  conditions: z
    .array(conditionSchema)
    .max(20)
    .describe(
      'asked after something has changed: it is told of only when they hold; drops and rises count from what was last told of',
    ),
  match: z.enum(['all', 'any']).describe('whether all conditions must hold, or one of them'),
  confirm: z
    .int()
    .min(0)
    .max(3)
    .describe('times that a page that differs is read again before that is told; each is charged as a page'),
  failing_after: z.int().min(1).max(100).describe('failed checks in a row after which that is told of'),
  screenshot: z.boolean().describe('keep a picture of each version, and show what differs'),
  notify: notifySchema,
};

/** The strict body of `POST /v1/monitors`. */
export const createBody = z.strictObject({
  name: settingsFields.name.default(null),
  url: settingsFields.url.default(null),
  watch: settingsFields.watch.default({ kind: 'page' }),
  // Its default stands in the code: a named schema with a default is another schema.
  schedule: settingsFields.schedule.optional(),
  country: settingsFields.country.default(null),
  strict_country: settingsFields.strict_country.default(false),
  render: settingsFields.render.default('auto'),
  login: settingsFields.login.default(null),
  ignore: settingsFields.ignore.default([]),
  conditions: settingsFields.conditions.default([]),
  match: settingsFields.match.default('all'),
  confirm: settingsFields.confirm.default(2),
  failing_after: settingsFields.failing_after.default(3),
  screenshot: settingsFields.screenshot.default(false),
  notify: settingsFields.notify.default({}),
});

/** The strict body of `PATCH /v1/monitors/{mid}`: what is given is changed. */
export const changeBody = z.strictObject(settingsFields).partial();

/** The strict body of `POST /v1/monitors/import`. */
export const importBody = z.strictObject({
  monitors: z.array(createBody).min(1).max(1_000).describe('as GET /v1/monitors/export gives them'),
});

function listOf<Value>(value: Value | Value[] | null | undefined): Value[] {
  return value == null ? [] : ([value].flat() as Value[]);
}

function toNotify({ webhook, email }: z.output<typeof notifySchema>): Notify {
  const hooks = listOf<string | z.output<typeof hookSchema>>(webhook).map((hook) => {
    const { url, form } = typeof hook === 'string' ? { url: hook } : hook;
    return { url, form: form ?? formOf(url) };
  });
  return { webhook: hooks, email: [...new Set(listOf(email))] };
}

function toWatch(watch: z.output<typeof watchSchema>): Watch {
  if (watch.kind === 'fields')
    return { kind: 'fields', schema: watch.schema ?? null, prompt: watch.prompt ?? null };
  return watch as Watch;
}

/** From the validated body to the settings of a monitor. */
export function toSettings(body: z.output<typeof createBody>): MonitorSettings {
  const { schedule = { every: '1h' } } = body;
  return { ...body, schedule, watch: toWatch(body.watch), notify: toNotify(body.notify) };
}

/** The settings with what a change gives. */
export function changedSettings(
  settings: MonitorSettings,
  { watch, notify, ...rest }: z.output<typeof changeBody>,
): MonitorSettings {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  return {
    ...settings,
    ...given,
    ...(watch !== undefined && { watch: toWatch(watch) }),
    ...(notify !== undefined && { notify: toNotify(notify) }),
  };
}

/** Who is told, as callers write it. */
export type WireNotify = { webhook?: unknown; email?: unknown };

/** One address stands alone, several are a list. */
export function notifyOf({ webhook, email }: Notify): WireNotify {
  const hooks = webhook.map(({ url, form }) => (form === formOf(url) ? url : { url, form }));
  const alone = <Value>(list: Value[]) => (list.length === 1 ? list[0] : list);
  return {
    ...(hooks.length > 0 && { webhook: alone(hooks) }),
    ...(email.length > 0 && { email: alone(email) }),
  };
}
