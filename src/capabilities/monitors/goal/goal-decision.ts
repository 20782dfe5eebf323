/** Decision whether a change meets the goal of a monitor. A document. */
export interface GoalDecision {
  /** Null if it could not be decided; such a change is notified. */
  met: boolean | null;
  /** `values`: by values of the page; `model`: by the language model; `none`: by neither. */
  by: 'values' | 'model' | 'none';
  /** The changed values or texts that the decision rests on; empty if none meets the goal. */
  evidence: GoalEvidence[];
  /** Reason, if it could not be decided. */
  reason?: string;
}

/** One change that a decision rests on. */
export interface GoalEvidence {
  /** JSON Pointer of a value, or heading of a section; null for a text without a heading. */
  place: string | null;
  old: string | null;
  new: string | null;
}

const maxShownLength = 300;

/** Returns evidence with texts of limited length. */
export function toEvidence(place: string | null, old: unknown, now: unknown): GoalEvidence {
  return { place, old: toText(old), new: toText(now) };
}

function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxShownLength);
}
