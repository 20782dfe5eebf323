import { z } from 'zod';
import { schemaSchema } from '../../capabilities/extract/extract-request.ts';
import type { Format } from '../../domain/page.ts';
import type { AttributeWish, ScreenshotOptions, ValuesWish } from '../../domain/page-command.ts';

/** Formats of `/v2` and what each is called in a page command; `json` and `attributes` are asked for otherwise. */
export const formatsOfPages: Readonly<Record<string, Format | null>> = {
  markdown: 'markdown',
  html: 'html',
  rawHtml: 'raw_html',
  links: 'links',
  images: 'images',
  screenshot: 'screenshot',
  json: null,
  attributes: null,
};

/** Formats that are refused, and what does the same here. */
export const refusedFormats: Readonly<Record<string, string>> = {
  changeTracking: 'use a monitor, or POST /v1/scrape and compare',
  branding: 'use the format json with a schema of what you want to know (extraction)',
  summary: 'use the format json with the prompt you have for it (extraction)',
  audio: 'use the format links or rawHtml and fetch the file',
  question: 'use the format json with the question as its prompt (extraction)',
  highlights: 'use POST /v1/scrape with focus, which ranks passages',
  query: 'use the format json with a prompt (extraction)',
  product: 'use the format json with a schema of a product (extraction)',
  menu: 'use the format json with a schema of a menu (extraction)',
  video: 'use the format links or rawHtml and fetch the file',
  rawBase64: 'use the format rawHtml',
  deterministicJson: 'use the format json with a schema: values that selectors find need no model here',
};

const side = (most: number) => z.int().min(1).max(most);

const formatObject = z.looseObject({
  type: z.string().max(50),
  prompt: z.string().max(10_000).nullish(),
  schema: schemaSchema.nullish(),
  fullPage: z.boolean().nullish(),
  quality: z.int().min(1).max(100).nullish(),
  viewport: z.looseObject({ width: side(7_680), height: side(4_320) }).nullish(),
  selectors: z
    .array(z.looseObject({ selector: z.string().min(1).max(2_000), attribute: z.string().min(1).max(200) }))
    .max(50)
    .nullish(),
});

type FormatObject = z.output<typeof formatObject>;

/** What is wrong with one format, or null. */
function faultOf(format: FormatObject): string | null {
  const { type, prompt, schema, selectors } = format;
  const instead = Object.hasOwn(refusedFormats, type) ? refusedFormats[type] : undefined;
  if (instead !== undefined) return `the format "${type}" is not supported by this server; ${instead}`;
  if (!Object.hasOwn(formatsOfPages, type)) {
    return `the format "${type}" is not supported by this server; it knows ${Object.keys(formatsOfPages).join(', ')}`;
  }
  if (type === 'json' && !prompt && !schema) return 'the format json needs a prompt or a schema';
  if (type === 'attributes' && !selectors?.length) return 'the format attributes needs selectors';
  return null;
}

/** The `formats` of a request: names, or objects with a `type`. */
export const formatsSchema = z
  .array(z.union([z.string().max(50), formatObject]))
  .max(20)
  .transform((formats) =>
    formats.map((format): FormatObject => (typeof format === 'string' ? { type: format } : format)),
  )
  .superRefine((formats, context) => {
    for (const [at, format] of formats.entries()) {
      const fault = faultOf(format);
      if (fault !== null) context.addIssue({ code: 'custom', path: [at], message: fault });
    }
    if (formats.filter(({ type }) => type === 'screenshot').length > 1) {
      context.addIssue({ code: 'custom', message: 'at most one screenshot format' });
    }
  });

/** What formats ask of a page. */
export interface FormatWishes {
  formats: Format[];
  screenshot: ScreenshotOptions | null;
  json?: ValuesWish;
  attributes?: AttributeWish[];
}

/** How a picture is to be taken, from a format or an action. */
export function toScreenshot(options: {
  fullPage?: boolean | null | undefined;
  quality?: number | null | undefined;
  viewport?: { width: number; height: number } | null | undefined;
}): ScreenshotOptions {
  const { fullPage, quality, viewport } = options;
  return {
    fullPage: fullPage ?? false,
    quality: quality ?? null,
    width: viewport?.width ?? null,
    height: viewport?.height ?? null,
  };
}

/** From validated formats to what a page command asks for; no formats at all ask for metadata alone. */
export function toFormatWishes(formats: readonly FormatObject[]): FormatWishes {
  const named = formats.flatMap(({ type }) => formatsOfPages[type] ?? []);
  const picture = formats.find(({ type }) => type === 'screenshot');
  const json = formats.find(({ type }) => type === 'json');
  const attributes = formats.flatMap(({ type, selectors }) =>
    type === 'attributes' ? (selectors ?? []) : [],
  );
  return {
    formats: named.length === 0 ? ['metadata'] : [...new Set(named)],
    screenshot: picture === undefined ? null : toScreenshot(picture),
    ...(json !== undefined && {
      json: { schema: json.schema ?? null, prompt: json.prompt ?? null },
    }),
    ...(attributes.length > 0 && {
      attributes: attributes.map(({ selector, attribute }) => ({ selector, attribute })),
    }),
  };
}
