import { z } from 'zod';
import { blobIdOf } from '../../domain/pages/blob-link.ts';
import type { ContentThreads, PassageJob } from '../../domain/pages/content.ts';
import { focusNotFoundWarning } from '../../domain/pages/focus-warning.ts';
import { createInstructionsWarning } from '../../domain/pages/instructions-warning.ts';
import type { Passage, Section } from '../../domain/pages/page.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { freeOutcome, type Operation, type OtherCall } from '../../operations/declaration/operation.ts';
import { defineReadOperation } from '../../operations/declaration/read-operation.ts';
import { fromPage } from '../../operations/page-origin.ts';
import { withSchemaName } from '../../operations/schema-names.ts';
import { passageSchema, sectionSchema, warningSchema } from '../../operations/schemas/page-result.ts';
import { passagesText } from '../../operations/views/passages-text.ts';
import { countCodePoints, cutCodePoints, sliceCodePoints } from '../../page/text/code-points.ts';
import { instructionQuoteWork } from '../../page/text/thread-work.ts';
import type { FoundContent } from '../../store/pages/contents.ts';
import { createPartReader, findPartScope, type PartScope } from './read-part.ts';
import { type ReadAnswer, readView } from './read-view.ts';

/** A stored page. */
type StoredPage = Extract<FoundContent, { kind: 'found' }>;

interface ReadCommand {
  ref: string;
  offset: number;
  length: number;
  maxTokens: number | null;
  section: string | null;
  focus: string | null;
}

/** Dependencies of the read operation. */
export interface ReadPorts {
  findContent(accountId: string, ref: string, now: Date): Promise<FoundContent>;
  /** Ranks passages in a content thread. */
  rankPassages(job: PassageJob, signal: AbortSignal): Promise<Passage[]>;
  threads: Pick<ContentThreads, 'run'>;
  clock: Clock;
}

const readResponseSchema: z.ZodType<ReadAnswer> = withSchemaName(
  'ReadAnswer',
  z.object({
    ref: z.string().describe('Identifier of the stored text.'),
    url: z.string().describe('URL of the page.'),
    title: fromPage(z.string().nullable()).describe('Title of the page. null: it has none.'),
    content: fromPage(z.string()).describe('Part of the Markdown of the page.'),
    offset: z
      .int()
      .describe(
        'Offset of `content` in Unicode code points, from the start of the page or of the requested section.',
      ),
    length: z.int().describe('Length of `content` in Unicode code points.'),
    total_length: z.int().describe('Length of the page or of the requested section in Unicode code points.'),
    next_offset: z
      .int()
      .nullable()
      .describe('Value of `offset` for the next request. null: the end is reached.'),
    section: z.string().nullable().describe('Identifier of the requested section. null: none was requested.'),
    sections: z.array(sectionSchema).describe('Sections of the page.'),
    passages: z
      .array(passageSchema)
      .optional()
      .describe('Passages about `focus`, best first. Offsets count from the start of the page.'),
    warnings: z.array(warningSchema).optional().describe('Present if there are any.'),
  }),
);

/**
 * Selects the best passages that together fit into `length` code points, in page order. If the best passage is
 * longer, returns its beginning.
 */
function selectFitting(ranked: readonly Passage[], length: number): Passage[] {
  let remaining = length;
  const selected = ranked.filter((passage) => {
    if (passage.length > remaining) return false;
    remaining -= passage.length;
    return true;
  });
  const [best] = ranked;
  if (selected.length === 0 && best !== undefined)
    return [{ ...best, text: sliceCodePoints(best.text, 0, length), length }];
  return selected.toSorted((one, other) => one.offset - other.offset);
}

/** Maximum number of code points of one answer. */
const maxLength = 1_000_000;
/** Tokens of an answer to an agent beside the text of the page: the list of sections, and what to do next. */
const frameTokens = 150;

/** Returns the call that reads a stored file, if `ref` names one; agents read everything by the same tool. */
function parseCall({ ref, length, ...fields }: Readonly<Record<string, unknown>>): OtherCall | null {
  return typeof ref === 'string' && blobIdOf(ref) !== null
    ? {
        operation: 'parse',
        fields: { file: ref, ...(length !== undefined && { max_length: length }), ...fields },
      }
    : null;
}

/** Returns a part of a stored page: by offset, by section, or by relevance. Free. */
export function readOperation(ports: ReadPorts): Operation {
  const parts = createPartReader(ports.threads);

  async function loadPage(accountId: string, ref: string): Promise<StoredPage> {
    if (blobIdOf(ref) !== null)
      throw new Failure(
        'not_found',
        'This is the identifier of a stored file. Read it with POST /v1/parse, which takes it in `file`.',
      );
    const found = await ports.findContent(accountId, ref, ports.clock.now());
    if (found.kind === 'expired')
      throw new Failure('expired', 'This ref has expired. Scrape the page again to get a new one.');
    if (found.kind === 'missing')
      throw new Failure('not_found', 'There is no stored page with this ref. Use the ref of a page result.');
    return found;
  }

  async function readFocused(
    scope: PartScope,
    { markdown, sections }: Pick<StoredPage, 'markdown'> & { sections: Section[] },
    { focus, length, maxTokens }: ReadCommand & { focus: string },
    signal: AbortSignal,
  ) {
    const scopedSections = sections
      .filter(({ offset }) => offset >= scope.start && offset < scope.start + scope.length)
      .map((section) => ({ ...section, offset: section.offset - scope.start }));
    const text = scope.section === null ? markdown : await parts.readAll(scope, markdown, signal);
    const ranked = await ports.rankPassages(
      { markdown: text, sections: scopedSections, focus, limit: 20 },
      signal,
    );
    const selected = selectFitting(ranked, length);
    const passageTexts = passagesText(selected);
    const { text: passages } = cutCodePoints(passageTexts, length, maxTokens);
    return {
      content: passages,
      length: countCodePoints(passages),
      total_length: scope.length,
      next_offset: null,
      passages: ranked.map((passage) => ({ ...passage, offset: passage.offset + scope.start })),
    };
  }

  return defineReadOperation({
    name: 'read',
    title: 'Read a stored page',
    description:
      'Returns a part of a stored page by its `ref`: a range by `offset` and `length` (in Unicode code points), a `section` by its id or heading, or the passages about `focus`, best first.',
    path: '/v1/read',
    agent: {
      instead: parseCall,
      bound: (fields, maxTokens) => ({
        length: maxLength,
        max_tokens: Math.max(1, maxTokens - frameTokens),
        ...fields,
      }),
      advice: {
        not_found:
          'Use the ref of a long page from scrape or job results. `read` without `section` lists the sections. For a new ref, read the page again with scrape.',
      },
    },
    errors: ['not_found', 'expired'],
    input: {
      query: z.strictObject({
        ref: z.string().min(1).max(200).describe('Identifier of the stored text, from a page result.'),
        offset: z.int().min(0).default(0).describe('Number of Unicode code points to skip.'),
        length: z
          .int()
          .min(1)
          .max(maxLength)
          .default(20_000)
          .describe('Maximum number of Unicode code points to return.'),
        max_tokens: z
          .int()
          .min(1)
          .max(10_000_000)
          .optional()
          .describe('Maximum tokens to return, estimated, for a model that reads them.'),
        section: z.string().min(1).max(500).optional().describe('Identifier or heading of a section.'),
        focus: z
          .string()
          .min(1)
          .max(1_000)
          .optional()
          .describe('Words to search for; returns the passages about them.'),
      }),
    },
    toCommand: ({ query: { max_tokens: maxTokens, ...query } }): ReadCommand => ({
      ...query,
      maxTokens: maxTokens ?? null,
      section: query.section ?? null,
      focus: query.focus ?? null,
    }),
    output: readResponseSchema,
    view: readView,
    example: { query: { ref: 'ref_0123456789', offset: 0, length: 20_000 } },
    run: async (command, context) => {
      const content = await loadPage(context.principal.accountId, command.ref);
      const { markdown, length } = content;
      const sections = await parts.sectionsOf(markdown, context.signal);
      const scope = findPartScope({ length, sections }, command.section);
      const part =
        command.focus === null
          ? await parts.read(scope, markdown, command, context.signal)
          : await readFocused(
              scope,
              { markdown, sections },
              { ...command, focus: command.focus },
              context.signal,
            );
      const quote = await ports.threads.run(instructionQuoteWork, part.content, context.signal);
      const hasNothing = command.focus !== null && part.length === 0 && scope.length > 0;
      const warnings = [
        ...(hasNothing ? [focusNotFoundWarning] : []),
        ...(quote === null ? [] : [createInstructionsWarning(quote)]),
      ];
      const outcome = freeOutcome({
        ref: command.ref,
        url: content.url,
        title: content.title,
        offset: command.focus === null ? command.offset : 0,
        ...part,
        section: scope.section?.id ?? null,
        sections,
        ...(warnings.length > 0 && { warnings }),
      });
      return { ...outcome, url: content.url };
    },
  });
}
