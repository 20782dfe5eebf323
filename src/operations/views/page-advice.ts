import { type PageErrorCode, type PageErrorStatus, statusOf } from '../../domain/pages/outcome.ts';

const pageAdvice: Readonly<Record<PageErrorStatus, string>> = {
  not_found: 'The page does not exist. Find the right URL with map or search.',
  blocked: 'The site refused this request. Try another `country`, or another source.',
  failed: 'The error may be temporary. Try once more.',
  unavailable: 'This service lacks what the request needs. Send it without that option.',
  budget_exhausted: 'Raise `max_credits`, or tell the user that the account needs credits.',
  invalid: 'Use an absolute public http or https URL.',
};

/** Advice for error codes that are more specific than the status. */
const causeAdvice: Readonly<Partial<Record<PageErrorCode, string>>> = {
  dns: 'The host does not exist. Check its spelling; no page of this host can be read.',
  challenge: 'The site checks browsers. Try `render: "always"`, another `country`, or another source.',
  captcha: 'The site demands a CAPTCHA. No option passes it: use another source, or tell the user.',
  login_required:
    'The page requires a login. Ask the user for a saved login (`login`), or use another source.',
  rate_limited: 'The site limits requests. Try again in some minutes, with fewer pages at a time.',
  geo: 'The site refuses this country. Set `country` to another one.',
  robots: 'robots.txt forbids the page, and `robots` is `respect`. Use another source, or ask the user.',
  http_5xx: 'The site has an error of its own. Try once more later.',
  timeout: 'The page took too long. Try once more with a longer `timeout_ms`.',
  tls: 'The certificate of the site is invalid. No option helps.',
  redirects: 'The redirects of the page do not end. No option helps.',
  too_large: 'The page exceeds the size limit of this service. Read a smaller part of the site.',
  document:
    'The document cannot be read: it is damaged, protected or of an unsupported type. No option helps.',
  step: 'The step failed: the message says what the page shows instead. Look at the page, then correct the step.',
  country_unavailable:
    'No exit of this country is available. Set another `country`, or `strict_country: false`.',
  not_configured:
    'This service has no exit for the request. Set another `country` or `network`, or `strict_country: false`, or tell the user.',
  no_browser:
    'No browser is available here. Send the request without `steps`, `screenshot`, `network` and `render: "always"`.',
  max_credits: 'The page costs more than `max_credits`. Raise or omit it.',
  account_credits: 'Tell the user that the account needs credits.',
  private_address: 'The URL is in a private network. Only the operator of this service can allow it.',
};

/** Returns the next step for an agent about a page that is not `ok`. */
export function adviceOn(code: PageErrorCode): string {
  return causeAdvice[code] ?? pageAdvice[statusOf(code)] ?? '';
}
