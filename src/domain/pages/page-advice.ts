import type { Network } from '../resources/exit.ts';
import type { Attempt } from '../resources/receipt.ts';
import { type PageErrorCode, type PageErrorStatus, statusOf } from './outcome.ts';
import type { PageCommand } from './page-command.ts';

/** What a request asked for, what was tried, and what this instance has. */
export interface AdviceFacts {
  asked: PageCommand;
  attempts: readonly Pick<Attempt, 'route' | 'exit_country'>[];
  instance: {
    hasBrowser: boolean;
    /** The networks with exits, and the countries of these, ISO 3166-1 alpha-2. */
    networks: readonly { network: Network; countries: readonly string[] }[];
  };
}

/** Error codes for which a browser may help that was not used yet. */
export const codesOfBrowser: ReadonlySet<PageErrorCode> = new Set(['challenge', 'redirects', 'document']);

const maxNamedCountries = 8;

const adviceOfStatus: Readonly<Record<PageErrorStatus, string>> = {
  not_found: 'The page does not exist. Find the right URL with map or search.',
  blocked: 'The site refused this request. Use another source.',
  failed: 'The error may be temporary. Try once more.',
  unavailable: 'This service lacks what the request needs. Send it without that option.',
  budget_exhausted: 'Raise `max_credits`, or tell the user what the error says about credits.',
  invalid: 'Use an absolute public http or https URL.',
};

/** Advice that holds whatever was asked and tried. */
const adviceOfCode: Readonly<Partial<Record<PageErrorCode, string>>> = {
  dns: 'The host does not exist. Check its spelling; no page of this host can be read.',
  challenge: 'The site checks browsers. Use another source, or tell the user.',
  captcha: 'The site demands a CAPTCHA. No option passes it: use another source, or tell the user.',
  login_required:
    'The page requires a login. Ask the user for a saved login (`login`), or use another source.',
  rate_limited: 'The site limits requests. Try again in some minutes, with fewer pages at a time.',
  geo: 'The site refuses this country. Use another source.',
  robots: 'robots.txt forbids the page, and `robots` is `respect`. Use another source, or ask the user.',
  http_5xx: 'The site has an error of its own. Try once more later.',
  timeout: 'The page took too long. Try once more later.',
  tls: 'No option helps: the message names what is wrong with the certificate, and its issuer. Tell the user.',
  redirects: 'The redirects of the page do not end. Use the URL of the target.',
  too_large: 'The page exceeds the size limit of this service. Read a smaller part of the site.',
  document:
    'The document cannot be read: it is damaged, protected or of an unsupported type. No option helps.',
  step: 'The step failed: the message says what the page shows instead. Look at the page, then correct the step.',
  country_unavailable: 'No exit of this country works now.',
  not_configured: 'This service has no exit for the request. Tell the user.',
  no_browser: 'No browser is available here.',
  max_credits: 'The page costs more than `max_credits`. Raise or omit it.',
  account_credits: 'Tell the user what the error says about credits.',
  private_address: 'The URL is in a private network. Only the operator of this service can allow it.',
};

/** Advice about errors of a page that a caller controls in a browser session or workflow. */
const adviceInSession: Readonly<Partial<Record<PageErrorCode, string>>> = {
  document: 'The browser cannot display this file. Get it with the step `download`.',
  login_required:
    'The page requires a login. Log in with the steps, or use a saved login (`login`) that is valid.',
};

/** Returns the next step about a page that is not `ok`, if nothing is known of the request. */
export function adviseInGeneral(code: PageErrorCode): string {
  return adviceOfCode[code] ?? adviceOfStatus[statusOf(code)];
}

/** Returns the next step about a page in a browser session or workflow. */
export function adviseInSession(code: PageErrorCode): string {
  return adviceInSession[code] ?? adviseInGeneral(code);
}

const isBrowserRoute = (route: Attempt['route']) => route === 'browser' || route === 'residential_browser';

/** Returns the options that were not tried, that this instance has, and that may change the answer of the site. */
function untriedOptions({ asked, attempts, instance }: AdviceFacts): string[] {
  const options: string[] = [];
  const usedBrowser = asked.render === 'always' || attempts.some(({ route }) => isBrowserRoute(route));
  if (instance.hasBrowser && !usedBrowser) options.push('`render: "always"`');
  const hasTried = (network: Network) =>
    network === 'unblock'
      ? attempts.some(({ route }) => route === 'unblock')
      : attempts.some(({ route }) => route.startsWith('residential'));
  for (const network of ['residential', 'unblock'] as const)
    if (
      instance.networks.some((one) => one.network === network) &&
      asked.network !== network &&
      !hasTried(network)
    )
      options.push(`\`network: "${network}"\``);
  return options;
}

/** Returns the countries of other exits that the request may use, in words; null if there are none. */
function otherCountries({ asked, attempts, instance }: AdviceFacts): string | null {
  const used = new Set([asked.country, ...attempts.map(({ exit_country: country }) => country)]);
  const usable = instance.networks.filter(
    ({ network }) => asked.network === 'auto' || asked.network === network,
  );
  const countries = new Set(usable.flatMap((one) => one.countries));
  const others = [...countries].filter((country) => !used.has(country));
  if (others.length === 0) return null;
  const named = others.slice(0, maxNamedCountries).join(', ');
  return `another \`country\` (${named}${others.length > maxNamedCountries ? ' and more' : ''})`;
}

function listOr(options: readonly string[]): string {
  return options.length < 2 ? options.join('') : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;
}

/** Returns a sentence that names the options, or one without any. */
function tryOptions(options: readonly (string | null)[], otherwise: string): string {
  const known = options.filter((option) => option !== null);
  return known.length === 0
    ? `No option of this service is left. ${otherwise}`
    : `Try ${listOr(known)}. ${otherwise}`;
}

/** Returns the options of a request that need a browser, in words. */
function browserOptions({ steps, screenshot, formats, render }: PageCommand): string[] {
  return [
    ...(steps.length > 0 ? ['`steps`'] : []),
    ...(screenshot !== null || formats.includes('screenshot') ? ['`screenshot`'] : []),
    ...(formats.includes('network') ? ['the format `network`'] : []),
    ...(render === 'always' ? ['`render: "always"`'] : []),
  ];
}

function adviseOnExit(facts: AdviceFacts): string {
  const { asked } = facts;
  const network = facts.instance.networks.some((one) => one.network !== asked.network);
  const options = [
    otherCountries(facts),
    asked.network !== 'auto' && network ? '`network: "auto"`' : null,
    asked.strictCountry ? '`strict_country: false`' : null,
  ];
  return tryOptions(options, 'The operator configures exits (docs/exits.md).');
}

function adviseOnFile({ asked, attempts, instance }: AdviceFacts): string {
  const { route = null } = attempts.at(-1) ?? {};
  if (route === null || !isBrowserRoute(route)) return adviseInGeneral('document');
  if (asked.login === null && asked.render === 'always')
    return 'The browser cannot display this file. Send the request without `render: "always"`.';
  return instance.hasBrowser
    ? 'The browser cannot display this file. Open a browser session on a page of the site, with the same `login`, and get the file with the step `download`.'
    : adviseInGeneral('document');
}

/** Maximum of `timeout_ms`, in milliseconds. */
const maxTimeoutMs = 300_000;

/**
 * Returns the next step about a page that is not `ok`, if it depends on the request; else null. It names only options that
 * were not tried and that are possible on this instance.
 */
export function adviseOn(code: PageErrorCode, facts: AdviceFacts): string | null {
  const { asked } = facts;
  switch (code) {
    case 'challenge':
      return `The site checks browsers. ${tryOptions([...untriedOptions(facts), otherCountries(facts)], 'Otherwise use another source.')}`;
    case 'refused': {
      const login = asked.login === null ? 'a `login`' : null;
      return `The site refused this request. ${tryOptions([...untriedOptions(facts), otherCountries(facts), login], 'Otherwise use another source.')}`;
    }
    case 'geo':
      return `The site refuses this country. ${tryOptions([otherCountries(facts)], 'Otherwise use another source.')}`;
    case 'login_required':
      return asked.login === null
        ? adviseInGeneral(code)
        : 'The site no longer accepts the saved login. Log in again in a browser session, and save the login with the step `save_login`.';
    case 'redirects': {
      const [render] = untriedOptions(facts).filter((option) => option.startsWith('`render'));
      return `${adviseInGeneral(code)}${render === undefined ? '' : ` A site that needs cookies for them may work with ${render}.`}`;
    }
    case 'timeout':
      return asked.timeoutMs < maxTimeoutMs
        ? `The page took too long. Try once more with a longer \`timeout_ms\` (this request: ${asked.timeoutMs}, at most ${maxTimeoutMs}).`
        : adviseInGeneral(code);
    case 'document':
      return adviseOnFile(facts);
    case 'no_browser':
      return `No browser is available here. Send the request without ${listOr(browserOptions(asked)) || '`login`'}.`;
    case 'country_unavailable':
    case 'not_configured':
    case 'no_exit':
      return `This service has no exit that works for the request. ${adviseOnExit(facts)}`;
    default:
      return null;
  }
}
