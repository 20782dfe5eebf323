import { z } from 'zod';
import type { Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { Passage, Section } from '../../domain/page.ts';
import { defineOperation, freeOutcome, type Operation } from '../../operations/operation.ts';
import { passageSchema, sectionSchema } from '../../operations/schemas/page-result.ts';
import { countCodePoints, sliceCodePoints } from '../../page/code-points.ts';
import { findSection } from '../../page/sections.ts';
import type { FoundContent } from '../../store/contents.ts';

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
  /** Ranks passages off the main thread; offsets count from the start of `markdown`. */
  rankPassages(markdown: string, sections: Section[], focus: string, limit: number): Promise<Passage[]>;
  clock: Clock;
}

const answerSchema: z.ZodType<ReadAnswer> = z.object({
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
});
