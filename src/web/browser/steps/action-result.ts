import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { PageErrorCode, Warning } from '../../../domain/pages/outcome.ts';
import type { DownloadedFile } from '../page/browser-downloads.ts';
import type { DialogView } from '../page/browser-tabs.ts';
import type { Screenshot } from '../page/network/browser-request.ts';
import type { DurableTarget } from './durable-target.ts';

/** Result of an action. */
export interface ActionResult {
  /** Reason of the failure, or null. */
  error: { code: PageErrorCode; message: string } | null;
  /** Result of `evaluate` and `select`. */
  value?: unknown;
  picture: Screenshot | null;
  /** Target of the action; null without recording, or if the action has no target. */
  target: DurableTarget | null;
  /** The same for the element at which a drag ends. */
  to: DurableTarget | null;
  /** The controls that a `fill` has set, in order, each with the part of the form that names it; `submit` if Enter was pressed in it. */
  filled: {
    form: NonNullable<BrowserAction['form']>;
    submit: boolean;
    target: DurableTarget | null;
    isSecret: boolean;
  }[];
  /** True if the action wrote into a secret field, such as a password. */
  isSecret: boolean;
  /** Downloaded files, which the caller stores and then removes. */
  files: DownloadedFile[];
  dialogs: DialogView[];
  warnings: Warning[];
}
