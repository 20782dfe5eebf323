import type { Clock } from '../../domain/clock.ts';
import { Failure } from '../../domain/failure.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import type { ShownPage } from '../../fetching/shown-page.ts';
import type { ControlledBrowser, ControlledBrowserOptions } from '../../web/browser/controlled-browser.ts';
import type { DeviceWish } from '../../web/browser/device.ts';
import type { UploadedFile } from '../../web/browser/run-action.ts';
import type { SavedState } from '../../web/browser/saved-state.ts';
import type { Exit, Exits } from '../../web/exits/exits.ts';
import { type LoginVault, noLogin } from './login-vault.ts';

/** A file that is stored for an account. */
export interface StoredFile {
  /** Id of its blob. */
  fileId: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** What opening browsers for callers, and acting in them, needs of the other rooms. */
export interface DeskPorts {
  /** Opens a browser; rejects as `openControlledBrowser` does. */
  openBrowser(options: ControlledBrowserOptions, signal: AbortSignal): Promise<ControlledBrowser>;
  /** The device of a browser; rejects with Failure `unavailable` when there is none. */
  device(wish: DeviceWish): Promise<ControlledBrowserOptions['device']>;
  exits: Exits;
  logins: LoginVault;
  /** Reads a document that is shown, with the values that a command asks for. */
  readShown(shown: ShownPage): FetchPage;
  /** Stores what a browser brought; rejects with Failure `too_large`. */
  storeFile(
    accountId: string,
    file: { name: string; mediaType: string; content: Uint8Array | AsyncIterable<Uint8Array> },
  ): Promise<StoredFile>;
  /** A stored file of the account by its id or link; null when there is none. Throws Failure `too_large`. */
  loadFile(accountId: string, idOrLink: string): Promise<UploadedFile | null>;
  clock: Clock;
}

/** A browser that is wanted. */
export interface DeskOrder {
  accountId: string;
  /** Names who keeps its exit: an id of the session or run. */
  holder: string;
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  device: Omit<DeviceWish, 'country'>;
  /** Id of a saved login. */
  login: string | null;
  /** Where it is to begin, for the login's sake; null for nowhere yet. */
  url: URL | null;
  /** What it begins with in place of a login's, as when a run goes on. */
  state: SavedState | null;
  /** Whether a place is waited for until the signal says stop. */
  mayWait: boolean;
  /** Whether steps tell what they were done to in words that last. */
  isRecorded: boolean;
}

/** A browser at work for an account, through its own exit. */
export interface DeskBrowser {
  browser: ControlledBrowser;
  exit: Exit;
  /** The login that it began with, or null. */
  login: { loginId: string; domain: string } | null;
  warnings: Warning[];
}

/** Chooses the exit: where the choice is left to us, the first network that has one in the country. */
async function chooseExit(exits: Exits, order: DeskOrder, country: string | null, signal: AbortSignal) {
  const { strictCountry, holder: sticksTo } = order;
  const networks = exits.networks.filter((network) => network !== 'unblock');
  const asked = order.network;
  const tried = asked === 'auto' ? networks : networks.filter((network) => network === asked);
  let message = `no exit of network ${asked} is configured`;
  for (const network of tried) {
    const wish = { country, strictCountry, network, sticksTo, mayBeElsewhere: false };
    const choice = await exits.choose(wish, signal);
    if (choice.exit !== null) return choice;
    message = choice.message;
  }
  const [first] = tried;
  if (first !== undefined && !strictCountry && country !== null) {
    const choice = await exits.choose({ country, strictCountry, network: first, sticksTo }, signal);
    if (choice.exit !== null) return choice;
  }
  throw new Failure('unavailable', message);
}

/**
 * Opens a browser for an account: its own context, exit, cookies and storage. Rejects with Failure `unavailable` when there
 * is no place, browser or exit, and `invalid` for a login that is not there or of another site.
 */
export async function openAtDesk(
  ports: DeskPorts,
  order: DeskOrder,
  signal: AbortSignal,
): Promise<DeskBrowser> {
  const { accountId, login: loginId } = order;
  const opened = loginId === null ? null : await ports.logins.open(accountId, loginId, order.url);
  if (loginId !== null && opened === null) throw noLogin();
  const country = order.country ?? opened?.country ?? null;
  const { exit, warnings } = await chooseExit(ports.exits, order, country, signal);
  const device = await ports.device({ ...order.device, country: exit.report.country });
  const state = order.state ?? opened?.state ?? null;
  const browser = await ports.openBrowser(
    { device, via: exit.upstream, state, mayWait: order.mayWait, isRecorded: order.isRecorded },
    signal,
  );
  const told: Warning[] =
    opened?.isExpired === true
      ? [{ code: 'login_expired', message: 'The site asked to log in when this login was last used.' }]
      : [];
  return {
    browser,
    exit,
    login: opened === null ? null : { loginId: opened.loginId, domain: opened.domain },
    warnings: [...warnings, ...told],
  };
}
