import type { TextWork } from '../../../../domain/pages/content.ts';
import type { CompareRequest, EvaluatedCheck, EvaluateRequest, NoiseRequest } from './compare-in-thread.ts';
import type { Comparison } from './compare-versions.ts';
import type { JsonPart, JsonPartRequest } from './json-part.ts';
import type { NoiseMemory } from './noise-memory.ts';
import type { PageFacts, PageFactsRequest } from './page-facts.ts';

/** Compares a version with later readings of it. */
export const compareVersionsWork: TextWork<CompareRequest, Comparison> = { name: 'compare_versions' };

/** Lists the blocks of a whole page, and reads what its controls say. */
export const pageFactsWork: TextWork<PageFactsRequest, PageFacts> = { name: 'page_facts' };

/** Reads the watched part of an answer in JSON. */
export const jsonPartWork: TextWork<JsonPartRequest, JsonPart> = { name: 'json_part' };

/** Updates the noise memory after a check. */
export const updateNoiseWork: TextWork<NoiseRequest, NoiseMemory> = { name: 'remember_noise' };

/** Evaluates the finding of a check. */
export const evaluateCheckWork: TextWork<EvaluateRequest, EvaluatedCheck> = { name: 'judge_check' };
