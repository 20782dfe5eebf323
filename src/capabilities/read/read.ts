import { z } from 'zod';
import type { Clock } from '../../domain/clock.ts';
import type { PassageJob } from '../../domain/content.ts';
import { Failure } from '../../domain/failure.ts';
import type { Passage, Section } from '../../domain/page.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { named } from '../../operations/schema-names.ts';
import { passageSchema, sectionSchema } from '../../operations/schemas/page-result.ts';
import { countCodePoints, sliceCodePoints } from '../../page/code-points.ts';
import { findSection } from '../../page/sections.ts';
import type { FoundContent } from '../../store/contents.ts';

/** A page that was found. */
type StoredPage = Extract<FoundContent, { kind: 'found' }>;

interface ReadCommand {
  ref: string;
  offset: number;
  length: number;
  section: string | null;
  focus: string | null;
}

interface ReadAnswer {
  ref: string;
  url: string;
  title: string | null;
  content: string;
  offset: number;
  length: number;
  total_length: number;
  next_offset: number | null;
  section: string | null;
  sections: Section[];
  passages?: Passage[] | undefined;
}

/** What reading needs of the other rooms. */
export interface ReadPorts {
  findContent(accountId: string, ref: string, now: Date): Promise<FoundContent>;
  /** Ranks passages off the main thread. */
  rankPassages(job: PassageJob, signal: AbortSignal): Promise<Passage[]>;
  clock: Clock;
}

const answerSchema: z.ZodType<ReadAnswer> = named(
  'ReadAnswer',
  z.object({
    ref: z.string(),
    url: z.string(),
    title: z.string().nullable(),
    content: z.string(),
    offset: z
      .int()
      .describe('code points before `content`, from the start of the page or of the section asked'),
    length: z.int().describe('code points of `content`'),
    total_length: z.int().describe('code points of the page, or of the section asked'),
    next_offset: z.int().nullable().describe('the `offset` to read on with; null at the end'),
    section: z.string().nullable(),
    sections: z.array(sectionSchema),
    passages: z
      .array(passageSchema)
      .optional()
      .describe('best first; their offsets count from the start of the page'),
  }),
);

/** The part of the page that was asked for, before offset and length. */
interface Scope {
  text: string;
  /** Code points of the page before it. */
  start: number;
  section: Section | null;
}

function scopeOf(content: StoredPage, wanted: string | null): Scope {
  if (wanted === null) return { text: content.markdown, start: 0, section: null };
  const section = findSection(content.sections, wanted);
  if (section === null) throw new Failure('not_found', `this page has no section "${wanted}"`);
  const text = sliceCodePoints(content.markdown, section.offset, section.length);
  return { text, start: section.offset, section };
}

/** The best passages that fit into `length` code points together, in page order; of a best one that is longer, its start. */
function fitting(ranked: readonly Passage[], length: number): Passage[] {
  let left = length;
  const kept = ranked.filter((passage) => {
    if (passage.length > left) return false;
    left -= passage.length;
    return true;
  });
  const [best] = ranked;
  if (kept.length === 0 && best !== undefined)
    return [{ ...best, text: sliceCodePoints(best.text, 0, length), length }];
  return kept.toSorted((one, other) => one.offset - other.offset);
}

/** Reading on in a long page: by offset, by section, or by what it is about. Free. */
export function readOperation(ports: ReadPorts): Operation {
  async function load(accountId: string, ref: string): Promise<StoredPage> {
    const found = await ports.findContent(accountId, ref, ports.clock.now());
    if (found.kind === 'expired') throw new Failure('expired', 'this ref has expired: scrape the page again');
    if (found.kind === 'missing') throw new Failure('not_found', 'there is no such ref');
    return found;
  }

  function window(scope: Scope, { offset, length }: ReadCommand) {
    const content = sliceCodePoints(scope.text, offset, length);
    const given = countCodePoints(content);
    const total = scope.section?.length ?? countCodePoints(scope.text);
    return {
      content,
      length: given,
      total_length: total,
      next_offset: offset + given < total ? offset + given : null,
    };
  }

  async function focused(
    scope: Scope,
    content: StoredPage,
    focus: string,
    length: number,
    signal: AbortSignal,
  ) {
    const inScope = content.sections
      .filter(
        ({ offset }) => offset >= scope.start && offset < scope.start + (scope.section?.length ?? Infinity),
      )
      .map((section) => ({ ...section, offset: section.offset - scope.start }));
    const ranked = await ports.rankPassages(
      { markdown: scope.text, sections: inScope, focus, limit: 20 },
      signal,
    );
    const kept = fitting(ranked, length);
    const text = kept.map((passage) => passage.text).join('\n\n');
    return {
      content: text,
      length: countCodePoints(text),
      total_length: scope.section?.length ?? content.length,
      next_offset: null,
      passages: ranked.map((passage) => ({ ...passage, offset: passage.offset + scope.start })),
    };
  }

  return defineOperation({
    name: 'read',
    title: 'Read on in a long page',
    description:
      'Reads stored Markdown by its `ref`: a window by `offset` and `length` (Unicode code points), a `section` by id or by its heading, or the passages about `focus`, best first.',
    price: 'free',
    method: 'GET',
    path: '/v1/read',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    agent: {},
    refuses: ['not_found', 'expired'],
    input: {
      query: z.strictObject({
        ref: z.string().min(1).max(200).describe('as a long page came with it'),
        offset: z.int().min(0).default(0).describe('code points to leave out at the beginning'),
        length: z.int().min(1).max(1_000_000).default(20_000).describe('code points to give at most'),
        section: z.string().min(1).max(500).optional().describe('id of a section, or words of its heading'),
        focus: z.string().min(1).max(1_000).optional().describe('words: the passages about them are given'),
      }),
    },
    toCommand: ({ query }): ReadCommand => ({
      ...query,
      section: query.section ?? null,
      focus: query.focus ?? null,
    }),
    output: answerSchema,
    example: { query: { ref: 'ref_0123456789', offset: 0, length: 20_000 } },
    run: async (command, context) => {
      const content = await load(context.principal.accountId, command.ref);
      const scope = scopeOf(content, command.section);
      const part =
        command.focus === null
          ? window(scope, command)
          : await focused(scope, content, command.focus, command.length, context.signal);
      const outcome = freeOutcome({
        ref: command.ref,
        url: content.url,
        title: content.title,
        offset: command.focus === null ? command.offset : 0,
        ...part,
        section: scope.section?.id ?? null,
        sections: content.sections,
      });
      return { ...outcome, url: content.url };
    },
  });
}
