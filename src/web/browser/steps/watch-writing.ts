import type { Locator, Page } from 'playwright-core';
import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import { addressSecrets } from '../../../domain/secrets/mask-address.ts';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import { addSecretFields, isFocusSecret, isSecretTarget } from './secret-fields.ts';

/** Finds out whether an action writes into a secret field, before it writes and after it. */
export interface WriteWatch {
  /** Adds the secrets of the action and of the page. Call it before the action. */
  begin(): Promise<void>;
  /** Inspects the element that the action has found. */
  found(locator: Locator): Promise<void>;
  /** Inspects the field again, adds what was written, and returns true if it is secret. Call it after the action. */
  end(): Promise<boolean>;
}

/** Actions that neither write into a page nor let it run into another state. */
const quietTypes: ReadonlySet<string> = new Set([
  'wait',
  'scroll',
  'screenshot',
  'live',
  'snapshot',
  'read',
  'extract',
  'log',
]);
const focusTimeoutMs = 2_000;

/** Watches one action on a page; secret texts are added to `secrets`. */
export function watchWriting(page: Page, action: BrowserAction, secrets: SecretFilter): WriteWatch {
  const isWriting = action.type === 'type' || action.type === 'press' || action.type === 'fill';
  const text =
    action.text ?? Object.values(action.form ?? {}).find((value) => typeof value === 'string') ?? null;
  const isQuiet = quietTypes.has(action.type);
  let isSecret = action.secret;
  let written: Locator | null = null;
  const inspect = () => (written === null ? isFocusSecret(page) : isSecretTarget(written));

  return {
    async begin() {
      if (action.dialog?.text != null) secrets.add(action.dialog.text);
      for (const secret of addressSecrets(action.url ?? '')) secrets.add(secret);
      if (!isQuiet) await addSecretFields(page, secrets);
      if (isWriting && action.target === null) isSecret ||= await inspect();
    },
    async found(locator) {
      if (!isWriting) return;
      written = locator;
      // A field can become a password field when it is focused. The action reports an element that cannot be focused.
      if (action.type !== 'press') await locator.focus({ timeout: focusTimeoutMs }).catch(() => undefined);
      isSecret ||= await inspect();
    },
    async end() {
      // The page may make the field secret while it is written.
      if (isWriting) isSecret ||= await inspect();
      if (isSecret && text !== null) secrets.add(text);
      if (!isQuiet) await addSecretFields(page, secrets);
      return isSecret;
    },
  };
}
