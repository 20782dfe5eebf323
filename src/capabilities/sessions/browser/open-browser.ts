import type { Warning } from '../../../domain/pages/outcome.ts';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import type { Clock } from '../../../domain/system/clock.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { notConfigured } from '../../../domain/system/not-configured.ts';
import type { NetworkChoice } from '../../../domain/system/settings.ts';
import type { ShownPage } from '../../../fetching/browser/shown-page.ts';
import type { FetchPage } from '../../../fetching/fetch-request.ts';
import type { DeviceOptions } from '../../../web/browser/page/device.ts';
import type { SavedState } from '../../../web/browser/page/saved-state.ts';
import type { UploadedFile } from '../../../web/browser/steps/action-handler.ts';
import type {
  ControlledBrowser,
  ControlledBrowserOptions,
} from '../../../web/browser/steps/controlled-browser.ts';
import { chooseExit, explainRefusal, findRemedy } from '../../../web/exits/choose-exit.ts';
import type { Exit, Exits } from '../../../web/exits/exits.ts';
import type { LoginRenewals } from '../logins/login-renewals.ts';
import { type LoginVault, missingLogin } from '../logins/login-vault.ts';

/** A stored file of an account. */
export interface StoredFile {
  /** Blob id. */
  fileId: string;
  name: string;
  mediaType: string;
  bytes: number;
  /** The content of a small text file; null for any other file. */
  text: string | null;
}

/** Dependencies for opening browsers and performing steps in them. */
export interface BrowserPorts {
  /** Opens a browser. Rejects as `openControlledBrowser` does. */
  openBrowser(options: ControlledBrowserOptions, signal: AbortSignal): Promise<ControlledBrowser>;
  /** Returns the device of a browser. Rejects with Failure `unavailable` when there is none. */
  device(requirements: DeviceOptions): Promise<ControlledBrowserOptions['device']>;
  exits: Exits;
  logins: LoginVault & LoginRenewals;
  /** Returns a fetcher that reads a document the browser shows, with the values that a command requests. */
  readShown(shownPage: ShownPage): FetchPage;
  /** Returns a quote of the first passage of a text that gives instructions to a language model, or null. */
  findInstructions(text: string, signal: AbortSignal): Promise<string | null>;
  /** Stores a screenshot or download. Rejects with Failure `too_large`. */
  storeFile(
    accountId: string,
    file: { name: string; mediaType: string; content: Uint8Array | AsyncIterable<Uint8Array> },
  ): Promise<Omit<StoredFile, 'text'>>;
  /**
   * Finds a stored file of the account by its id or link; null when there is none. Rejects with Failure `too_large`.
   */
  loadFile(accountId: string, idOrLink: string): Promise<UploadedFile | null>;
  clock: Clock;
}

/** Options of a browser to open. */
export interface OpenBrowserOptions {
  accountId: string;
  /** Owner of the exit: the id of the session or run, which keeps the same IP address. */
  exitOwner: string;
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  device: Omit<DeviceOptions, 'country'>;
  /** Id of a saved login, or null. */
  login: string | null;
  /** URL of the first page, which must belong to the login's site; null for none. */
  url: URL | null;
  /** Cookies and storage to start with instead of the login's, when a run resumes. */
  state: SavedState | null;
  /** Waits for a free browser until the signal aborts. */
  mayWait: boolean;
  /** Steps report their element by a lasting selector or text, for a recording. */
  isRecorded: boolean;
  /** Secret values that are known already. */
  secrets?: SecretFilter;
}

/** An open browser of an account, with its own exit. */
export interface OpenBrowser {
  browser: ControlledBrowser;
  exit: Exit;
  /** The login that was loaded, or null. */
  login: { loginId: string; domain: string; savedAt: Date } | null;
  warnings: Warning[];
}

/** Chooses the exit. With network `auto`, the first network with an exit in the country is used. */
async function chooseExitOf(
  exits: Exits,
  { strictCountry, exitOwner, network: requestedNetwork }: OpenBrowserOptions,
  country: string | null,
  signal: AbortSignal,
) {
  const networks = exits.networks.filter(
    (network) => network !== 'unblock' && (requestedNetwork === 'auto' || network === requestedNetwork),
  );
  const choice = await chooseExit(exits, { country, strictCountry, sticksTo: exitOwner, networks }, signal);
  if (choice.exit !== null) return choice;
  if (choice.code === 'not_configured') {
    const place = country === null ? '' : ` in ${country}`;
    const remedy = findRemedy(choice);
    const advice = remedy === null ? '' : ` The network ${remedy.networks} has one: set \`network\` to auto.`;
    throw notConfigured('exits', `No exit of network ${requestedNetwork}${place} is configured.${advice}`);
  }
  throw new Failure('unavailable', explainRefusal(choice));
}

/**
 * Opens a browser for an account, with its own context, exit, cookies and storage. Rejects with Failure `unavailable`
 * when no browser or exit is free, and `invalid` for a login that does not exist or belongs to another site.
 */
export async function openBrowserFor(
  ports: BrowserPorts,
  options: OpenBrowserOptions,
  signal: AbortSignal,
): Promise<OpenBrowser> {
  const { accountId, login: loginId } = options;
  const opened = loginId === null ? null : await ports.logins.open(accountId, loginId, options.url);
  if (loginId !== null && opened === null) throw missingLogin(loginId);
  const country = options.country ?? opened?.country ?? null;
  const { exit, warnings } = await chooseExitOf(ports.exits, options, country, signal);
  const device = await ports.device({ ...options.device, country: exit.report.country });
  const state = options.state ?? opened?.state ?? null;
  const browser = await ports.openBrowser(
    {
      device,
      via: exit.upstream,
      state,
      canWait: options.mayWait,
      isRecorded: options.isRecorded,
      ...(options.secrets !== undefined && { secrets: options.secrets }),
    },
    signal,
  );
  const loginWarnings: Warning[] =
    opened?.isExpired === true
      ? [
          {
            code: 'login_expired',
            message:
              'The site asked for a login when this saved login was last used. Log in again and save it with `save_login`.',
          },
        ]
      : [];
  return {
    browser,
    exit,
    login:
      opened === null ? null : { loginId: opened.loginId, domain: opened.domain, savedAt: opened.savedAt },
    warnings: [...warnings, ...loginWarnings],
  };
}
