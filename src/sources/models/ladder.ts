import type { JsonSchema } from '../../domain/extraction.ts';
import { modelRungs } from '../../domain/model.ts';
import type { Manners } from './chat-exchange.ts';

// What is learned from how an endpoint takes a question. The first questions are the probe: nothing is sent for its sake.

/** The same, one rung lower; null from the last one. */
export function oneRungLower(manners: Manners): Manners | null {
  const rung = modelRungs[modelRungs.indexOf(manners.rung) + 1];
  return rung === undefined ? null : { ...manners, rung, isProven: false };
}

/**
 * How to ask after a request was refused as such (400 and its kind), by what the refusal says; null when no other way of
 * asking could help.
 */
export function afterRefusal(manners: Manners, said: string): Manners | null {
  if (isAboutLength(said) || isAboutModel(said)) return null;
  if (/max_completion_tokens|max_tokens/i.test(said) && manners.tokenLimit === 'max_tokens') {
    return { ...manners, tokenLimit: 'max_completion_tokens' };
  }
  if (/temperature/i.test(said) && manners.takesTemperature) return { ...manners, takesTemperature: false };
  return oneRungLower(manners);
}

/** Whether a refusal means that question and answer do not fit the model's window. */
function isAboutLength(said: string): boolean {
  return /context (length|size|window)|too (long|many tokens)|exceeds? the (available )?context/i.test(said);
}

function isAboutModel(said: string): boolean {
  return /model\b[^.]{0,80}\b(not found|does not exist|not exist|unknown)|(unknown|no such|invalid) model/i.test(
    said,
  );
}

/**
 * What an answer teaches: by the book and of the shape that was asked for, its rung holds; else, unless it has held
 * before or the answer just got too long, the next question is asked one rung lower.
 */
export function afterAnswer(
  manners: Manners,
  answer: { value: unknown; isWhole: boolean; isCut: boolean },
  schema: JsonSchema,
): Manners {
  if (manners.isProven || answer.isCut || manners.rung === 'text') return manners;
  if (answer.isWhole && hasShape(answer.value, schema)) return { ...manners, isProven: true };
  return oneRungLower(manners) ?? manners;
}

function hasShape(value: unknown, schema: JsonSchema): boolean {
  if (schema.type === 'array') return Array.isArray(value);
  if (schema.type !== 'object') return true;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const required = Array.isArray(schema.required) ? (schema.required as unknown[]) : [];
  return required.every((name) => Object.hasOwn(value, String(name)));
}
