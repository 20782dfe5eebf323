import type { Flow } from '../tree/flow.ts';
import type { Candidates, PageKind } from './forest/candidates.ts';

/**
 * State of the selection of the main content. Steps change `probabilities` until the most probable leaves are kept, and
 * `isKept` afterwards.
 */
export interface Selection extends Candidates {
  /** Content that can be selected; it may omit candidates, which count as context only. */
  readonly flow: Flow;
  readonly body: number;
  readonly url: string;
  /** Hidden parts of the content that a control opens, such as tabs. */
  readonly panels: readonly number[];
  /** Probabilities of the kinds of pages, in the order of `pageKinds`, and the most probable kind. */
  readonly kinds: Float32Array;
  readonly kind: PageKind;
  /** Probability of each leaf, from 0 to 1, that it is main content. */
  readonly probabilities: Float32Array;
  /** 1 for kept leaves. */
  readonly isKept: Uint8Array;
  /** Expected F1 score of the words of the most probable leaves that the flow contains, from 0 to 1. */
  expected: number;
}

/** A step of the selection. The bench `ablation` states what each of them gains (`bench/ablation/table.md`). */
export interface SelectionStep {
  /** What the step is for. */
  purpose: string;
  apply: (selection: Selection) => void;
}
