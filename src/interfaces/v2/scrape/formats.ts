import { z } from 'zod';
import { extractionSchema } from '../../../capabilities/extract/extract-request.ts';
import type { Format } from '../../../domain/pages/page.ts';
import type {
  AttributeRequest,
  ExtractRequest,
  ScreenshotOptions,
} from '../../../domain/pages/page-command.ts';

/** Formats of `/v2` with their names in a page command; `json` and `attributes` have separate options. */
export const formatNames: Readonly<Record<string, Format | null>> = {
  markdown: 'markdown',
  html: 'html',
  rawHtml: 'raw_html',
  links: 'links',
  images: 'images',
  screenshot: 'screenshot',
  json: null,
  attributes: null,
};

/** Rejected formats with their alternatives. */
export const rejectedFormats: Readonly<Record<string, string>> = {
  changeTracking: 'Use a monitor, or POST /v1/scrape and compare.',
  branding: 'Use the format json with a schema of the information you need.',
  summary: 'Use the format json with a prompt.',
  audio: 'Use the format links or rawHtml and download the file.',
  question: 'Use the format json with the question as its prompt.',
  highlights: 'Use POST /v1/scrape with focus, which ranks passages.',
  query: 'Use the format json with a prompt.',
  product: 'Use the format json with a schema of a product.',
  menu: 'Use the format json with a schema of a menu.',
  video: 'Use the format links or rawHtml and download the file.',
  rawBase64: 'Use the format rawHtml.',
  deterministicJson: 'Use the format json with a schema. Values found by selectors need no model here.',
};

const dimension = (maxValue: number) => z.int().min(1).max(maxValue);

const formatObject = z.looseObject({
  type: z.string().max(50),
  prompt: z.string().max(10_000).nullish(),
  schema: extractionSchema.nullish(),
  fullPage: z.boolean().nullish(),
  quality: z.int().min(1).max(100).nullish(),
  viewport: z.looseObject({ width: dimension(7_680), height: dimension(4_320) }).nullish(),
  selectors: z
    .array(z.looseObject({ selector: z.string().min(1).max(2_000), attribute: z.string().min(1).max(200) }))
    .max(50)
    .nullish(),
});

type FormatObject = z.output<typeof formatObject>;

/** Returns the validation error of a format, or null. */
function formatError(format: FormatObject): string | null {
  const { type, prompt, schema, selectors } = format;
  const alternative = Object.hasOwn(rejectedFormats, type) ? rejectedFormats[type] : undefined;
  if (alternative !== undefined)
    return `The format "${type}" is not supported by this server. ${alternative}`;
  if (!Object.hasOwn(formatNames, type)) {
    return `The format "${type}" is not supported by this server. Supported formats: ${Object.keys(formatNames).join(', ')}.`;
  }
  if (type === 'json' && !prompt && !schema) return 'The format json needs a prompt or a schema.';
  if (type === 'attributes' && !selectors?.length) return 'The format attributes needs selectors.';
  return null;
}

/** Schema of `formats`: names, or objects with a `type`. */
export const formatsSchema = z
  .array(z.union([z.string().max(50), formatObject]))
  .max(20)
  .transform((formats) =>
    formats.map((format): FormatObject => (typeof format === 'string' ? { type: format } : format)),
  )
  .superRefine((formats, context) => {
    for (const [at, format] of formats.entries()) {
      const error = formatError(format);
      if (error !== null) context.addIssue({ code: 'custom', path: [at], message: error });
    }
    if (formats.filter(({ type }) => type === 'screenshot').length > 1) {
      context.addIssue({ code: 'custom', message: 'Only one screenshot format is allowed.' });
    }
  });

/** Page options of the formats. */
export interface FormatOptions {
  formats: Format[];
  screenshot: ScreenshotOptions | null;
  json?: ExtractRequest;
  attributes?: AttributeRequest[];
}

/** Converts the screenshot options of a format or an action. */
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

/** Converts validated formats to page options; without formats, only metadata is requested. */
export function toFormatOptions(formats: readonly FormatObject[]): FormatOptions {
  const pageFormats = formats.flatMap(({ type }) => formatNames[type] ?? []);
  const screenshotFormat = formats.find(({ type }) => type === 'screenshot');
  const json = formats.find(({ type }) => type === 'json');
  const attributes = formats.flatMap(({ type, selectors }) =>
    type === 'attributes' ? (selectors ?? []) : [],
  );
  return {
    formats: pageFormats.length === 0 ? ['metadata'] : [...new Set(pageFormats)],
    screenshot: screenshotFormat === undefined ? null : toScreenshot(screenshotFormat),
    ...(json !== undefined && {
      json: { schema: json.schema ?? null, prompt: json.prompt ?? null },
    }),
    ...(attributes.length > 0 && {
      attributes: attributes.map(({ selector, attribute }) => ({ selector, attribute })),
    }),
  };
}
