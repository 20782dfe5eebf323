import type { PageErrorCode } from '../../domain/pages/outcome.ts';
import type { ErrorEntry } from './request-errors.ts';

/** The errors of pages, by code. `docs/errors.md` and the page `/docs/errors` are generated from them. */
export const pageErrors: Readonly<Record<PageErrorCode, ErrorEntry>> = {
  http_404: {
    cause: 'The site answered 404: the page does not exist.',
    action: 'Find the right URL with `map` or `search`, or read an old copy with `archive`.',
  },
  http_410: {
    cause: 'The site answered 410: the page was removed.',
    action: 'Find another page with `map` or `search`, or read an old copy with `archive`.',
  },
  soft_404: {
    cause: 'The site answered 200, and its page says that nothing was found.',
    action: 'Find the right URL with `map` or `search`.',
  },
  dns: {
    cause: 'The host name does not exist.',
    action: 'Check the spelling of the host.',
  },
  challenge: {
    cause: 'A bot protection service checks the browser before it shows the page.',
    action:
      '`advice` of the error names the options that were not tried and that this service has: a browser, another `country` or network. Otherwise use another source.',
  },
  captcha: {
    cause: 'The site demands a captcha.',
    action: 'No option passes it. Use another source.',
  },
  login_required: {
    cause: 'The page shows a login form, or the site answered 401.',
    action:
      'Save a login in a browser session, and pass it as `login`. If a `login` was passed, it has expired: save it again.',
  },
  rate_limited: {
    cause:
      'The site answered 429, or its page says that there were too many requests. Without attempts, it asked for a pause before (`Retry-After`).',
    action:
      'Repeat the request after the seconds that the message states, or in some minutes, with fewer pages at a time.',
  },
  geo: {
    cause: 'The site does not serve the country of the exit, or answered 451.',
    action: '`advice` of the error names the other countries of the exits. Otherwise use another source.',
  },
  refused: {
    cause: 'The site answered 403 or another status of the 4xx range.',
    action:
      '`advice` of the error names the options that were not tried and that this service has. Otherwise use another source.',
  },
  robots: {
    cause: 'robots.txt forbids the page, or could not be read, and `robots` is `respect`.',
    action: 'Use another page. The operator of the request decides on `robots: "ignore"`.',
  },
  http_5xx: {
    cause: 'The site answered with a server error.',
    action: 'Repeat the request later.',
  },
  timeout: {
    cause: 'The page did not arrive in time, or the site answered 408.',
    action: 'Repeat the request with a longer `timeout_ms`.',
  },
  reset: {
    cause: 'The site refused the connection, or the connection was lost.',
    action: 'Repeat the request. If it fails again, check host and port.',
  },
  tls: {
    cause: 'The certificate of the site is not trusted or not valid, or the TLS handshake failed.',
    action:
      'The message names the issuer. If it is a private authority that you trust, set `WEBDATA_TRUSTED_CERTIFICATES` to its certificate (PEM). Otherwise no option helps: the site must correct it. Check the host name and the clock of this machine.',
  },
  redirects: {
    cause: 'The redirects of the page are too many, form a loop, or have no target.',
    action:
      'Use the URL of the target. A site that needs cookies for its redirects may work with `render: "always"`.',
  },
  too_large: {
    cause: 'The page has more than 20 MB.',
    action: 'Read a smaller part of the site.',
  },
  encoding: {
    cause: 'The content encoding of the response could not be decoded.',
    action: 'Repeat the request. If it fails again, the site sends damaged data.',
  },
  document: {
    cause: 'The type of the file cannot be read, or the document is damaged or protected.',
    action:
      'Use another version of the document. A file behind a login is read with a saved `login`, or with the step `download` of a browser session.',
  },
  step: {
    cause: 'A browser step failed. `message` names the step and what the page shows instead.',
    action: 'Look at a screenshot of the page, then correct the step.',
  },
  not_configured: {
    cause: 'No exit of the requested country or network is configured.',
    action:
      'Configure one in the file of `WEBDATA_EXITS` ([exits](exits.md)), request another `country` or `network`, or set `strict_country: false`. A repetition fails again.',
  },
  country_unavailable: {
    cause: 'Exits of the requested country are configured, and none was verified there.',
    action:
      'Check the exits with `webdata doctor` ([exits](exits.md)), request another `country`, or set `strict_country: false`.',
  },
  no_browser: {
    cause: 'The request needs a browser, and the service found none that works.',
    action:
      'Install Chromium or set `WEBDATA_BROWSER` ([browsers](browsers.md)); `webdata doctor` shows what was found. Or send the request without `steps`, `screenshot` and `render: "always"`.',
  },
  no_exit: {
    cause: 'Exits of the network are configured, and none works.',
    action: 'Check the exits with `webdata doctor` ([exits](exits.md)), or request another network.',
  },
  dependency: {
    cause: 'A part of the service failed, such as the browser.',
    action: 'Repeat the request. If it fails again, run `webdata doctor`.',
  },
  max_credits: {
    cause: 'The next route costs more than `max_credits`.',
    action: 'Raise `max_credits`, or omit it.',
  },
  account_credits: {
    cause: 'The account, or the key with its `credits_per_day`, has too few credits for the next route.',
    action:
      'Add credits, or wait for the renewal that `GET /v1/account` states. If the limit of the key is the reason, `message` states when it starts again.',
  },
  url: {
    cause: 'The text is not an absolute URL, or its host is malformed.',
    action: 'Send an absolute URL such as `https://example.com/`.',
  },
  scheme: {
    cause: 'The scheme of the URL is neither `http` nor `https`.',
    action: 'Send an `http` or `https` URL.',
  },
  private_address: {
    cause:
      'The host is a private or reserved address, resolves to one, or belongs to this service. Such addresses are refused to protect your network (SSRF).',
    action:
      'To read pages of your own machine or network, the operator names their ranges in `WEBDATA_ALLOW_NETWORKS`, for example `127.0.0.0/8,::1/128` ([configuration](configuration.md)).',
  },
  port: {
    cause: 'The port belongs to a service that is not a web server.',
    action: 'Use the port of a web server.',
  },
  credentials: {
    cause: 'The URL contains a user name or password.',
    action: 'Remove them from the URL, and send them with `headers`, for example `Authorization`.',
  },
};
