import type { FailureKind } from '../../domain/failure.ts';
import { type PageErrorCode, type PageErrorStatus, statusOf } from '../../domain/outcome.ts';

const failureAdvice: Readonly<Record<FailureKind, string>> = {
  unauthorized: 'Ask the user for a key of this service; calling again with the same one will not help.',
  insufficient_credits:
    'Ask for less (fewer addresses, a lower limit), or tell the user that the account needs credits.',
  forbidden: 'Ask the user for a key with this scope.',
  not_found: 'Check the id: it may be mistyped or belong to another account.',
  conflict:
    'Look at the present state (for a job: the tool job, action get) and choose an action that fits it.',
  expired: 'Read the page again with scrape to get a new ref.',
  too_large: 'Send less in one call.',
  unsupported_media_type: 'Send the arguments as JSON.',
  invalid: 'Correct the fields that are named and call again.',
  malformed_json: 'Send the arguments as a JSON object.',
  rate_limited: 'Wait, then call again.',
  internal: 'Call again once; if it fails again, tell the user the request id.',
  unavailable: 'Wait a little, then call again.',
};

/** Where ids come from, by the field that took one nobody knows. */
const idAdvice: Readonly<Record<string, string>> = {
  ref: 'A ref comes with a long page from scrape or the results of a job: copy it whole, or read the page again with scrape.',
  jid: 'Check the id; the tool job (action list) shows the jobs of this account.',
  rid: 'Check the id; the tool recipe (action list) shows the recipes of this account.',
  did: 'Check the id; the tool dataset (action list) shows the datasets of this account.',
  mid: 'Check the id; the tool monitor (action list) shows the monitors of this account.',
  sid: 'This browser is closed or belongs to another account: open another with the action open.',
  run_id: 'Check the id; the tool workflow (action runs) shows the runs of a workflow.',
};

/** What an agent does best after a call with these fields that failed. */
export function adviceAfter(kind: FailureKind, fields: Readonly<Record<string, unknown>>): string {
  if (kind === 'not_found' && 'section' in fields)
    return 'Take the id of a section from `sections` (read without section shows them), or use focus. If the ref itself is unknown, read the page again with scrape.';
  if (kind === 'conflict' && 'sid' in fields)
    return 'A step is under way in this browser: wait, then call again.';
  const id =
    kind === 'not_found' || kind === 'expired'
      ? Object.keys(idAdvice).find((name) => name in fields)
      : undefined;
  return (id === undefined ? undefined : idAdvice[id]) ?? failureAdvice[kind];
}

const pageAdvice: Readonly<Record<PageErrorStatus, string>> = {
  not_found: 'There is no such page: look for the right address with map.',
  blocked: 'The site does not give this page to us as it was asked: try another country, or another source.',
  failed: 'It may work later: try once more.',
  unavailable: 'This service has not what the request needs: ask without it.',
  budget_exhausted: 'Raise max_credits, or tell the user that the account needs credits.',
  invalid: 'Give an absolute public http or https address.',
};

/** Where the cause says more than the status. */
const causeAdvice: Readonly<Partial<Record<PageErrorCode, string>>> = {
  dns: 'No such host: check how its name is spelled; no other page of it can be read either.',
  challenge:
    'A check of the browser stands before it: try render "always", another country, or another source.',
  captcha: 'Only a person passes there: use another source, or tell the user.',
  login_required:
    'It is for those who have logged in: use another source, or ask the user for a saved login.',
  rate_limited: 'The site asks us to wait: try again in some minutes, with fewer pages at a time.',
  geo: 'It is not given to the country that we came from: ask with another country.',
  robots: 'The rules of the site keep robots away from it: use another source.',
  http_5xx: 'The site has a fault of its own: try once more later.',
  timeout: 'Try once more with a longer timeout_ms.',
  tls: 'The certificate of the site is not good: trying again will not help.',
  redirects: 'Its redirects do not end: trying again will not help.',
  too_large: 'It is larger than this service reads: ask for a smaller part of it.',
  document: 'The file cannot be read: it is damaged, protected or of a kind that is not supported.',
  step: 'The step could not be done: the message says what there is instead; look at the page as it is, then correct it.',
  country_unavailable: 'There is no exit in that country: ask for another, or without strict_country.',
  no_browser: 'No browser is set up here: ask without steps, screenshot, network and render "always".',
  max_credits: 'What it takes costs more than max_credits: raise it, or leave it out.',
  account_credits: 'Tell the user that the account needs credits.',
  private_address: 'It lies in a private network, which this service does not reach into.',
};

/** What an agent does best about a page that is not `ok`. */
export function adviceOn(code: PageErrorCode): string {
  return causeAdvice[code] ?? pageAdvice[statusOf(code)] ?? '';
}
