# Generated from the OpenAPI document of the service by scripts/write-python-client.ts. Do not edit.
"""Models of responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from ._model import ACCEPT_NEW_VALUES, Model


class EstimateAnswerEstimateLines(Model):
    item: str
    """Item of the rate card."""
    quantity: int
    """Number of units."""
    credits: int
    """Credits of the item: price times quantity."""
    note: str
    """Condition under which the item is charged."""


class EstimateAnswerEstimate(Model):
    """only with `?dry_run=true`: minimum and maximum cost in credits"""
    min: int
    """Lowest possible cost in credits."""
    max: int
    """Highest possible cost in credits."""
    lines: list[EstimateAnswerEstimateLines]
    """Items of the highest cost."""


class EstimateAnswer(Model):
    estimate: EstimateAnswerEstimate
    """only with `?dry_run=true`: minimum and maximum cost in credits"""


class PageResultLinks(Model):
    url: str
    """Absolute URL of the link."""
    text: str
    """Text of the link."""
    nofollow: Literal[True] | None = None
    """Present if every link of the page to this URL has `rel="nofollow"`."""


class PageResultImages(Model):
    url: str
    """Absolute URL of the image."""
    alt: str
    """Alternative text of the image; empty if it has none."""


class PageMetadata(Model):
    """metadata of the page; an absent field is not stated by the page, or was not asked for:
    author, dates and kind of page need `metadata` or a format that shows the text
    """
    title: str | None = None
    """Title of the page."""
    description: str | None = None
    """Description of the page, as stated in its metadata."""
    language: str | None = None
    """canonical language tag (BCP 47)"""
    language_source: Annotated[Literal["declared", "detected"], ACCEPT_NEW_VALUES] | None = None
    """declared: by the page or its response; detected: from the text"""
    canonical: str | None = None
    """Canonical URL that the page states."""
    author: str | None = None
    """Author of the page."""
    site_name: str | None = None
    """Name of the site."""
    published: str | None = None
    """Time of publication, as stated by the page."""
    modified: str | None = None
    """Time of the last modification, as stated by the page."""
    favicon: str | None = None
    """URL of the icon of the page."""
    image: str | None = None
    """URL of the main image, as stated in the metadata."""
    robots: str | None = None
    """Directives of the robots meta tag."""
    content_type: str | None = None
    """Media type of the response, such as `text/html`."""
    charset: str | None = None
    """Character encoding of the response."""


class StructuredData(Model):
    """Structured data that the page contains, by its syntax."""
    json_ld: list[Any]
    """JSON-LD objects of the page."""
    microdata: list[Any]
    """Microdata items of the page (HTML standard)."""
    rdfa: list[Any]
    """RDFa items of the page."""
    open_graph: dict[str, str | list[str]]
    """Open Graph properties by name; a list if there are several."""
    twitter: dict[str, str | list[str]]
    """Twitter card properties by name; a list if there are several."""
    embedded: dict[str, Any]
    """State that scripts embed in the page, by the name of its variable or element."""


class NetworkCall(Model):
    url: str
    """URL of the request."""
    method: str
    """HTTP method of the request."""
    status: int | None
    """HTTP status code of the response. null: no response."""
    content_type: str | None
    """Media type of the response. null: not stated."""
    bytes: int
    """Size of the response body in bytes."""
    ms: float
    """Duration in milliseconds."""
    json_: Any = Field(default=None, alias="json")
    """Parsed body of a JSON response; absent for other bodies."""


class PageResultAttributes(Model):
    selector: str
    """Selector as requested."""
    attribute: str
    """Name of the attribute."""
    values: list[str]
    """Values of the attribute, in the order of the page."""


class StepResultsScrapes(Model):
    url: str
    """URL of the page at this step."""
    html: str
    """HTML of the page at this step."""


class StepResultsJavascriptReturns(Model):
    type: str
    """JavaScript type of the value, such as `string`."""
    value: Any
    """Return value as JSON."""


class StepResults(Model):
    """output of the steps, if a job of /v2 had steps with output"""
    screenshots: list[str]
    """Screenshots that the steps took."""
    scrapes: list[StepResultsScrapes]
    """Pages that the steps read."""
    javascript_returns: list[StepResultsJavascriptReturns]
    """Return values of the scripts that the steps ran."""
    pdfs: list[str]
    """PDF files that the steps created."""


class Section(Model):
    id: str
    """Identifier of the section, for `section` of GET /v1/read."""
    title: str
    """Text of the heading."""
    level: int
    """1 to 6; 0 for the text before the first heading"""
    offset: int
    """Start of the section in the complete Markdown, in code points."""
    length: int
    """Length of the section in code points."""


class Passage(Model):
    offset: int
    """Start of the passage in the complete Markdown, in code points."""
    length: int
    """Length of the passage in code points."""
    score: float
    """Relevance to the words of `focus`; higher is better. Comparable only within one result."""
    section: str | None
    """Identifier of the section that contains the passage. null: it is before the first heading."""
    heading: str | None = None
    """Heading of the section; absent in results of earlier releases."""
    text: str
    """Text of the passage as Markdown."""


class Warning(Model):
    code: str
    """Code of the warning, for programs."""
    message: str
    """Explanation of the warning, for people."""


class PageError(Model):
    """Reason why the page is not `ok`."""
    code: Annotated[Literal["http_404", "http_410", "soft_404", "dns", "challenge", "captcha", "login_required", "rate_limited", "geo", "refused", "robots", "http_5xx", "timeout", "reset", "tls", "redirects", "too_large", "encoding", "document", "step", "not_configured", "country_unavailable", "no_browser", "no_exit", "dependency", "max_credits", "account_credits", "url", "scheme", "private_address", "port", "credentials"], ACCEPT_NEW_VALUES]
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class ExitEvidence(Model):
    source: str
    """a database, the operator’s `geo` map, or the exits file"""
    country: str | None
    """Country that this source states (ISO 3166-1 alpha-2). null: it states none."""
    db_date: str | None
    """build day of the database"""


class Exit(Model):
    """Exit through which the page was read, with the evidence for its country."""
    country: str | None
    """ISO 3166-1 alpha-2; null if unknown"""
    city: str | None
    """City of the IP address. null: unknown."""
    network: Annotated[Literal["service", "residential", "unblock"], ACCEPT_NEW_VALUES]
    """Network of the exit: the service itself, a residential proxy, or an unblocking service."""
    ip: str | None
    """IP address of the exit as observed. null: not observed."""
    verified: bool
    """true only if the IP address was observed through the same upstream and session"""
    verified_at: str | None
    """Time of the observation. null: not observed."""
    evidence: list[ExitEvidence]
    """Sources that state the country of the IP address."""


class ReceiptCharges(Model):
    item: Annotated[Literal["http", "browser", "residential", "residential_browser", "unblock", "cache", "archive", "upload", "none", "map", "search", "ai_extraction", "browser_minute", "read"], ACCEPT_NEW_VALUES]
    """Item of the rate card."""
    credits: int
    """Credits charged for the item."""


class Attempt(Model):
    route: Annotated[Literal["http", "browser", "residential", "residential_browser", "unblock", "cache", "archive", "upload", "none"], ACCEPT_NEW_VALUES]
    """Route of the attempt."""
    exit_country: str | None
    """Country of the exit of the attempt. null: unknown."""
    outcome: Annotated[Literal["ok", "http_404", "http_410", "soft_404", "dns", "challenge", "captcha", "login_required", "rate_limited", "geo", "refused", "robots", "http_5xx", "timeout", "reset", "tls", "redirects", "too_large", "encoding", "document", "step", "not_configured", "country_unavailable", "no_browser", "no_exit", "dependency", "max_credits", "account_credits", "url", "scheme", "private_address", "port", "credentials"], ACCEPT_NEW_VALUES]
    """Outcome of the attempt: `ok` or an error code."""
    status_code: int | None
    """HTTP status code. null: no response."""
    ms: int
    """milliseconds"""
    bytes: int
    """transferred bytes"""


class ReceiptRobots(Model):
    policy: Annotated[Literal["respect", "ignore"], ACCEPT_NEW_VALUES]
    """Whether the request respects or ignores robots rules."""
    verdict: Annotated[Literal["allowed", "disallowed", "unknown"], ACCEPT_NEW_VALUES]
    """What the robots rules of the site say about the page. `unknown`: they could not be read."""


class ModelUse(Model):
    """model usage; absent if no model was called"""
    model: str
    """Name of the model."""
    schema_mode: Annotated[Literal["strict_schema", "schema", "grammar", "json_object", "text"], ACCEPT_NEW_VALUES]
    """how the output was constrained to the schema"""
    calls: int
    """requests, including repeated ones"""
    input_tokens: int
    """Tokens of the requests."""
    output_tokens: int
    """Tokens of the responses."""
    cached_tokens: int | None = None
    """part of `input_tokens` that the model API read from its prompt cache"""
    estimated: bool
    """true if the model did not report its tokens"""
    ms: int
    """milliseconds"""


class Receipt(Model):
    """Signed statement of what was observed and charged."""
    version: Literal[1]
    """Version of the receipt format."""
    id: str
    """Identifier of the receipt, for GET /v1/receipts/{id}."""
    issuer: str
    """id of the instance that signed the receipt"""
    request_id: str
    """Identifier of the request to which the receipt belongs."""
    url: str | None
    """as requested, without credentials and secret parameters; null on the receipt of a request
    for many pages
    """
    url_sha256: str | None = None
    """SHA-256 (hex) of the complete URL; present if `url` is masked"""
    method: str | None = None
    """method of the request; present if it is not GET"""
    final_url: str | None
    """URL after redirects, masked like `url`. null: no page was read."""
    final_url_sha256: str | None = None
    """SHA-256 (hex) of the complete `final_url`; present if `final_url` is masked"""
    status: PageStatus | None
    """Status of the page, or of all pages of the request. null: they differ, or there is no
    page.
    """
    status_code: int | None
    """HTTP status code of the final response. null: no response."""
    derived_from: str | None
    """id of the receipt of the original result, for a `cache` result"""
    route: Annotated[Literal["http", "browser", "residential", "residential_browser", "unblock", "cache", "archive", "upload", "none"], ACCEPT_NEW_VALUES] | None
    """Route that returned the result. null: the pages of one request used different routes, or
    none was used.
    """
    exit: Exit | None
    """Exit through which the page was read. null: none was used."""
    credits: int
    """Credits charged; the sum of `charges`."""
    charges: list[ReceiptCharges]
    """Charges of this receipt by item of the rate card."""
    attempts: list[Attempt]
    """Attempts to read the page, in order."""
    fetched_at: str
    """ISO 8601, UTC"""
    ms: int
    """milliseconds from the start to the end of the work"""
    bytes: int
    """transferred bytes of all attempts"""
    content_sha256: str | None
    """SHA-256 of the decoded body in UTF-8, as in `raw_html`"""
    file_sha256: str | None = None
    """SHA-256 (hex) of the bytes of a file that the caller sent; present if `route` is `upload`"""
    result_sha256: str | None = None
    """SHA-256 (hex) of the canonical JSON (RFC 8785) of the result that was delivered with this
    receipt, without the receipt and its addresses; absent if the receipt covers no result
    """
    login: str | None = None
    """id of the saved login with which the page was read; absent without one"""
    parts_sha256: dict[str, str] | None = None
    """SHA-256 (hex) of single parts of that result by name: of a text in UTF-8, otherwise of its
    canonical JSON. `complete_markdown` is the whole text of a long page.
    """
    robots: ReceiptRobots | None
    """Robots rules of the page. null: they were not consulted."""
    model: ModelUse | None = None
    pages: list[str] | None = None
    """ids of the pages’ receipts, on the receipt of a request for many pages"""
    signature: str
    """detached JWS (EdDSA) over the RFC 8785 form of the other fields"""


class PageResult(Model):
    """Result of a page: its content, its outcome and its receipt."""
    status: PageStatus
    url: str
    """as requested"""
    final_url: str | None
    """after redirects"""
    status_code: int | None
    """HTTP status code of the final response. null: no response."""
    title: str | None
    """Title of the page. null: it has none."""
    markdown: str | None = None
    """at most `max_length` code points; `ref` gives access to the rest"""
    html: str | None = None
    """content of the page as HTML, for the format `html`"""
    raw_html: str | None = None
    """HTML as the server sent it or the browser rendered it, for the format `raw_html`"""
    text: str | None = None
    """text of the page without markup, for the format `text`"""
    links: list[PageResultLinks] | None = None
    """links of the page, for the format `links`"""
    images: list[PageResultImages] | None = None
    """images of the page, for the format `images`"""
    metadata: PageMetadata
    structured_data: StructuredData | None = None
    screenshot: str | None = None
    """URL of the screenshot: GET /v1/blob/{id}"""
    network: list[NetworkCall] | None = None
    """requests of the page's scripts"""
    json_: Any = Field(default=None, alias="json")
    """extracted values, if a batch or a job of /v2 requested them"""
    json_unverified: list[str] | None = None
    """JSON Pointers into `json`: values that the page does not contain"""
    json_searched_by: dict[str, Annotated[Literal["rules", "model"], ACCEPT_NEW_VALUES]] | None = None
    """what looked for each value of `json` that was not found, by JSON Pointer: only `rules`, so
    that the page may state it, or a `model` as well
    """
    attributes: list[PageResultAttributes] | None = None
    """attribute values, if a job of /v2 requested them"""
    actions: StepResults | None = None
    ref: str | None = None
    """present for long pages: identifier for GET /v1/read"""
    expires_at: str | None = None
    """time at which `ref` expires"""
    length: int
    """code points of the complete Markdown; 0 if no format shows the content"""
    truncated: bool
    """true if the Markdown was cut at `max_length`"""
    sections: list[Section] | None = None
    """Main sections of a page whose Markdown was cut, at most 100. GET /v1/read returns each by
    its id or heading.
    """
    passages: list[Passage] | None = None
    """passages that answer `focus`, best first"""
    line: int | None = None
    """in jobs over a list: line of the list, or element of a JSON list, from 1"""
    name: str | None = None
    """name of the line, as the caller gave it"""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    error: PageError | None = None
    receipt: Receipt


class PageResults(Model):
    results: list[PageResult]
    """pages in the order of the request; without those that `continue` reads"""
    complete: bool
    """true if the response has a result for each page, whatever its status"""
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class FoundImage(Model):
    """The found image."""
    url: str
    """URL of the image."""
    thumbnail_url: str | None = None
    """URL of a small version; absent if the provider states none."""
    width: int | None = None
    """Width in pixels."""
    height: int | None = None
    """Height in pixels."""


class SearchResult(Model):
    rank: int
    """Rank of the result, starting at 1 plus `offset`."""
    url: str
    """URL of the result."""
    title: str
    """Title of the result."""
    snippet: str
    """Text of the result, as the provider returns it."""
    published_at: str | None = None
    """Publication date (ISO 8601). Absent if the provider does not state it."""
    engines: list[str]
    """Search engines that found the result."""
    category: Annotated[Literal["web", "news", "images", "videos", "research"], ACCEPT_NEW_VALUES] | None = None
    """Present if several categories were searched."""
    image: FoundImage | None = None
    read_at: str | None = None
    """Time at which the page was read. Only for the provider `local`."""
    missing_words: list[str] | None = None
    """Words of the query that the page does not contain. Only for the provider `local`."""
    page: PageResult | None = None


class SearchResults(Model):
    status: Literal["ok"]
    """Always `ok`; a search that fails is an error response."""
    query: str
    """Query as given in the request."""
    results: list[SearchResult]
    """Results, best first. Empty only if the provider found nothing."""
    provider: Annotated[Literal["searxng", "brave", "serper", "tavily", "exa", "mojeek", "kagi", "marginalia", "local"], ACCEPT_NEW_VALUES]
    """Provider that returned the results."""
    country_applied: Annotated[Literal["exact", "bias", "language", "ignored"], ACCEPT_NEW_VALUES]
    """Effect of `country` at the provider: results restricted to it, results preferred, its
    language used instead, or ignored (also if no country was requested). The location from
    which the provider searched is unknown.
    """
    complete: bool
    """True if `limit` was reached or the provider had no more results, and none of its engines
    failed. Otherwise, `warnings` states the reason.
    """
    next_offset: int | None
    """`offset` of the following results. null: the provider has no more, or returns no more."""
    cached_at: str | None = None
    """Time of the search, if the response is served from the cache."""
    licence: str | None = None
    """Licence of the results, as stated by the provider."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class ExtractAnswerEvidenceValue(Model):
    method: Annotated[Literal["page_data", "selector", "heuristic", "derived", "model"], ACCEPT_NEW_VALUES]
    """Method that found the value."""
    source: Annotated[Literal["visible", "attribute", "json"], ACCEPT_NEW_VALUES]
    """`visible`: text that the page shows. `attribute`: an attribute or meta tag. `json`: JSON
    embedded in the page.
    """
    locator: str
    """Location of the value on the page."""
    quote: str
    """Quoted text at that location; at most 300 characters."""
    weak: Literal[True] | None = None
    """True if little evidence supports the value: only its format or a nearby word."""


class ExtractAnswer(Model):
    status: PageStatus
    error: PageError | None = None
    url: str
    """URL as given in the request."""
    data: Any
    """Extracted values in the structure and types of the schema. null: no value was found."""
    unverified: list[str]
    """JSON Pointers into `data` of values that neither the visible text nor the data of the page
    contains. `evidence` states the source of all others.
    """
    missing: list[str]
    """JSON Pointers of fields without a value. This does not mean that the page states none: see
    `searched_by`.
    """
    searched_by: dict[str, Annotated[Literal["rules", "model"], ACCEPT_NEW_VALUES]]
    """What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value;
    the page may state it, and a model could look for it. `model`: a model read the page as
    well and did not find it.
    """
    evidence: dict[str, ExtractAnswerEvidenceValue]
    """Source of each value, by JSON Pointer into `data`."""
    methods: dict[str, Annotated[Literal["page_data", "selector", "heuristic", "derived", "model"], ACCEPT_NEW_VALUES]]
    """Method that found each value, by JSON Pointer into `data`."""
    learned: list[str]
    """JSON Pointers of values from which selectors were learned."""
    text: str | None = None
    """Plain text of the page, if it was requested."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class ListLayoutsAnswerLayoutsFields(Model):
    pointer: str
    """JSON Pointer of the field in the schema."""
    structure: str
    """Structure of the field: scalar, list or records."""
    proven: bool
    """True if the rule was right on at least two pages."""


class ListLayoutsAnswerLayouts(Model):
    layout_id: str
    """Identifier of the layout."""
    site: str
    """Registrable domain and URL pattern; `*` is the part that differs between pages."""
    state: Annotated[Literal["provisional", "active", "suspect", "stale"], ACCEPT_NEW_VALUES]
    """`provisional`: right on one page. `active`: right on two pages. `suspect`: less than half
    of the rules held on the last page. `stale`: the same on three consecutive pages; the
    layout is not used until it is learned again.
    """
    fields: list[ListLayoutsAnswerLayoutsFields]
    """Fields for which the layout has rules."""
    taught: int
    """Number of pages the layout was learned from."""
    used: int
    """Number of pages read with the layout; several pages per minute count once."""
    held: int
    """Number of those pages on which at least half of the rules held."""
    misses: int
    """Number of consecutive latest pages on which less than half of the rules held."""
    created_at: str
    """Time at which the layout was learned first (ISO 8601, UTC)."""
    learned_at: str
    """Time at which the rules were last learned."""
    used_at: str
    """Time of the last use."""


class ListLayoutsAnswer(Model):
    layouts: list[ListLayoutsAnswerLayouts]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class ForgetLayoutAnswer(Model):
    layout_id: str
    """Identifier of the deleted layout."""
    deleted: Literal[True]
    """The resource no longer exists."""


class ParsedFileLinks(Model):
    url: str
    """Absolute URL of the link."""
    text: str
    """Text of the link."""
    nofollow: Literal[True] | None = None
    """Present if every link of the page to this URL has `rel="nofollow"`."""


class ParsedFileImages(Model):
    url: str
    """Absolute URL of the image."""
    alt: str
    """Alternative text of the image; empty if it has none."""


class ParsedFileFile(Model):
    """The file that was sent."""
    name: str | None
    """without its path; null if it was sent without a name"""
    bytes: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 of the bytes in hex, as in the receipt"""


class ParsedFileEvidenceValue(Model):
    method: Annotated[Literal["page_data", "selector", "heuristic", "derived", "model"], ACCEPT_NEW_VALUES]
    """Method that found the value."""
    source: Annotated[Literal["visible", "attribute", "json"], ACCEPT_NEW_VALUES]
    """`visible`: text that the page shows. `attribute`: an attribute or meta tag. `json`: JSON
    embedded in the page.
    """
    locator: str
    """Location of the value on the page."""
    quote: str
    """Quoted text at that location; at most 300 characters."""
    weak: Literal[True] | None = None
    """True if little evidence supports the value: only its format or a nearby word."""


class ParsedFile(Model):
    status: PageStatus
    url: None
    """always null: a sent file has no address"""
    final_url: None
    """always null: a sent file has no address"""
    status_code: None
    """always null: a sent file has no address"""
    title: str | None
    """Title of the page. null: it has none."""
    markdown: str | None = None
    """at most `max_length` code points; `ref` gives access to the rest"""
    html: str | None = None
    """content of the page as HTML, for the format `html`"""
    raw_html: str | None = None
    """HTML as the server sent it or the browser rendered it, for the format `raw_html`"""
    text: str | None = None
    """text of the page without markup, for the format `text`"""
    links: list[ParsedFileLinks] | None = None
    """links of the page, for the format `links`"""
    images: list[ParsedFileImages] | None = None
    """images of the page, for the format `images`"""
    metadata: PageMetadata
    structured_data: StructuredData | None = None
    ref: str | None = None
    """present for long pages: identifier for GET /v1/read"""
    expires_at: str | None = None
    """time at which `ref` expires"""
    length: int
    """code points of the complete Markdown; 0 if no format shows the content"""
    truncated: bool
    """true if the Markdown was cut at `max_length`"""
    sections: list[Section] | None = None
    """Main sections of a page whose Markdown was cut, at most 100. GET /v1/read returns each by
    its id or heading.
    """
    passages: list[Passage] | None = None
    """passages that answer `focus`, best first"""
    line: int | None = None
    """in jobs over a list: line of the list, or element of a JSON list, from 1"""
    name: str | None = None
    """name of the line, as the caller gave it"""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    error: PageError | None = None
    receipt: Receipt
    file: ParsedFileFile
    """The file that was sent."""
    offset: int | None = None
    """Offset of `markdown` in Unicode code points, from the start of the text or of the
    requested section. Present if the request has `offset` or `section`.
    """
    next_offset: int | None = None
    """Value of `offset` for the next part. null: the end is reached."""
    section: str | None = None
    """Identifier of the requested section. null: none was requested."""
    data: Any = None
    """Extracted values in the structure and types of the schema. null: no value was found."""
    unverified: list[str] | None = None
    """JSON Pointers into `data` of values that neither the visible text nor the data of the page
    contains. `evidence` states the source of all others.
    """
    missing: list[str] | None = None
    """JSON Pointers of fields without a value. This does not mean that the page states none: see
    `searched_by`.
    """
    searched_by: dict[str, Annotated[Literal["rules", "model"], ACCEPT_NEW_VALUES]] | None = None
    """What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value;
    the page may state it, and a model could look for it. `model`: a model read the page as
    well and did not find it.
    """
    evidence: dict[str, ParsedFileEvidenceValue] | None = None
    """Source of each value, by JSON Pointer into `data`."""
    methods: dict[str, Annotated[Literal["page_data", "selector", "heuristic", "derived", "model"], ACCEPT_NEW_VALUES]] | None = None
    """Method that found each value, by JSON Pointer into `data`."""


class MapAnswerLinks(Model):
    url: str
    """Absolute URL."""
    title: str | None = None
    """Title of the page, otherwise the text of a link to it."""
    description: str | None = None
    """Description of the page; absent if no source states one."""
    lastmod: str | None = None
    """Last modification as stated by the sitemap or feed."""
    source: Annotated[Literal["sitemap", "link", "robots", "llms_txt"], ACCEPT_NEW_VALUES]
    """First source of the URL. Feeds count as sitemaps. `llms_txt`: `llms.txt` lists it."""


class MapAnswer(Model):
    status: PageStatus
    error: PageError | None = None
    url: str
    """URL as given in the request."""
    links: list[MapAnswerLinks]
    """URLs of the site."""
    total: int
    """Number of matching URLs that this call found. `links` contains at most `limit` of them. A
    continued call counts only URLs that were not listed before.
    """
    complete: bool
    """True if all sitemaps of the site were read completely and all URLs are listed. Otherwise,
    `warnings` states the reason.
    """
    llms_txt: list[str] | None = None
    """URLs of the texts for language models that the site has: `llms.txt` and `llms-full.txt`.
    Absent if it has none, or for `sitemap` `only` and `skip`.
    """
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class InspectedSourceFields(Model):
    name: str
    """Name of the field."""
    type: Annotated[Literal["text", "number", "money", "currency", "boolean", "date", "url", "image", "email", "phone", "html", "list"], ACCEPT_NEW_VALUES]
    """Type of the values."""
    example: Any
    """Value of the field in one record."""


class InspectedSourceReplay(Model):
    """Result of repeating a call of the page’s scripts without the page. The page itself needs
    no test.
    """
    tested: bool
    """True if the call was repeated without the page."""
    ok: bool
    """True if the call returns the same records without the page."""
    headers: list[str]
    """Names of the required headers."""
    cookies: list[str]
    """Names of the required cookies."""
    calls: int
    """Number of requests that the test needed."""
    reason: str | None = None
    """Reason why the call was not tested or does not work."""


class InspectedSourcePagination(Model):
    """Method to get from one page of records to the next."""
    kind: Annotated[Literal["none", "link", "number", "cursor", "address", "header"], ACCEPT_NEW_VALUES]
    """Kind of the pagination: `none`, a `link`, a `number` or `cursor` in a parameter, the
    `address` of the next page in the response, or its `Link` header.
    """
    total: bool
    """True if a response states the number of records."""


class InspectedSource(Model):
    id: str
    """Identifier of the source in this response."""
    kind: Annotated[Literal["api", "graphql", "embedded", "json_ld", "microdata", "feed", "table", "listing"], ACCEPT_NEW_VALUES]
    """Kind of the source."""
    method: Annotated[Literal["GET", "POST"], ACCEPT_NEW_VALUES]
    """HTTP method of the request for the records."""
    url: str
    """URL that returns the records."""
    path: str
    """JSON Pointer of the list, or selector of the repeated elements."""
    records: int
    """Number of records in the source."""
    shown: float | None
    """Share of the visible records that this source contains in the same order, from 0 to 1.
    null: the page shows no records.
    """
    fields: list[InspectedSourceFields]
    """Fields of the records."""
    replay: InspectedSourceReplay
    """Result of repeating a call of the page’s scripts without the page. The page itself needs
    no test.
    """
    pagination: InspectedSourcePagination
    """Method to get from one page of records to the next."""
    rendered: bool
    """True if the source needs a browser."""
    credits_per_run: int
    """Credits for reading one page of the source."""


class InspectAnswerPagination(Model):
    """Links from this page to further pages."""
    next: str | None
    """URL of the next page, from a link on the page."""
    by: Annotated[Literal["rel", "label", "number"], ACCEPT_NEW_VALUES] | None
    """How the link was recognized. null: there is no next page."""
    last: int | None
    """Highest linked page number."""


class InspectAnswer(Model):
    status: PageStatus
    error: PageError | None = None
    url: str
    """URL as given in the request."""
    needs_browser: bool
    """True if the page has almost no content before its scripts run."""
    sources: list[InspectedSource]
    """Sources, those of the main records of the page first; sources of the same records cheapest
    first.
    """
    pagination: InspectAnswerPagination
    """Links from this page to further pages."""
    cheapest: str | None
    """Identifier of the recommended source."""
    feeds: list[str]
    """URLs of the feeds that the page links to."""
    sitemaps: list[str]
    """URLs of sitemaps that the page links to."""
    llms_txt: list[str]
    """URLs of the texts for language models that the site has: `llms.txt` and `llms-full.txt`."""
    calls_seen: bool
    """True if the calls of the page’s scripts were observed, or the page has none that could
    call anything.
    """
    complete: bool
    """True if the page was read, and its sources were tested before the time limit."""
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class CollectedField(Model):
    path: str | None
    """JSON Pointer into a record of the source. null: nothing was found for the field."""
    confidence: float
    """Confidence of the match, from 0 to 1."""
    filled: float
    """Share of the records that have a value, from 0 to 1."""
    verified: float | None
    """Share of the compared values that the page shows next to the record, from 0 to 1. null: no
    value was compared.
    """


class CollectedSource(Model):
    kind: Annotated[Literal["api", "graphql", "embedded", "json_ld", "microdata", "feed", "table", "listing"], ACCEPT_NEW_VALUES]
    """Kind of the source: where on the page, or in which call, the records are."""
    method: Annotated[Literal["GET", "POST"], ACCEPT_NEW_VALUES]
    """HTTP method of the call that returns the records; GET for the page itself."""
    url: str
    """URL that returns the records."""
    path: str
    """JSON Pointer of the list, or selector of the repeated elements."""
    rendered: bool
    """True if the source needs a browser."""


class Collected(Model):
    status: PageStatus
    error: PageError | None = None
    url: str
    """URL as given in the request."""
    records: list[dict[str, Any]]
    """Records with exactly the requested fields. null: no value."""
    count: int
    """Number of records."""
    complete: bool
    """True only if the end of the listing was proven: its total was reached, its last page was
    read, or the source says that nothing follows. Otherwise, a warning states the reason.
    """
    fields: dict[str, CollectedField]
    """Result of each requested field, by its name."""
    source: CollectedSource | None
    """Source of the records. null: no records were found."""
    pages: int
    """Number of pages and API responses with records."""
    rid: str | None
    """Identifier of the recipe. POST /v1/recipes/{rid}/run reads the records again without
    discovery.
    """
    unverified: list[str]
    """JSON Pointers into `records` of compared values that the page does not show."""
    checked: int
    """Number of records that were compared with the visible page."""
    model_calls: int
    """Number of requests to the model."""
    continue_: str | None = Field(default=None, alias="continue")
    """Position for the rest of the listing. Pass it to POST /v1/recipes/{rid}/run. Absent at the
    end of the listing.
    """
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class RecipeSourceHeadersValueFixed(Model):
    kind: Literal["fixed"]
    """A value that does not change."""
    value: str
    """The value."""


class RecipeSourceHeadersValueCookie(Model):
    kind: Literal["cookie"]
    """The value of a cookie that the page sets."""
    name: str
    """Name of the cookie."""


class RecipeSourceHeadersValueText(Model):
    kind: Literal["text"]
    """A part of a text."""
    url: str | None
    """URL of the script that contains the value. null: the page contains it."""
    before: str
    """Text directly before the value."""
    after: str
    """Text directly after the value."""


class RecipeSourceCookiesValueFixed(Model):
    kind: Literal["fixed"]
    """A value that does not change."""
    value: str
    """The value."""


class RecipeSourceCookiesValueCookie(Model):
    kind: Literal["cookie"]
    """The value of a cookie that the page sets."""
    name: str
    """Name of the cookie."""


class RecipeSourceCookiesValueText(Model):
    kind: Literal["text"]
    """A part of a text."""
    url: str | None
    """URL of the script that contains the value. null: the page contains it."""
    before: str
    """Text directly before the value."""
    after: str
    """Text directly after the value."""


class RecipeSourceTransformsValueDivide(Model):
    kind: Literal["divide"]
    """Divides a number."""
    by: float
    """Divisor."""


class RecipeSourceTransformsValueEpoch(Model):
    kind: Literal["epoch"]
    """Converts a Unix time to a date."""
    unit: Annotated[Literal["s", "ms"], ACCEPT_NEW_VALUES]
    """Unit of the Unix time: seconds or milliseconds."""


class RecipeSourceTransformsValueTemplate(Model):
    kind: Literal["template"]
    """Puts the value between two texts."""
    before: str
    """Text before the value."""
    after: str
    """Text after the value."""


class RecipeSourceTransformsValueCode(Model):
    kind: Literal["code"]
    """Takes an identifying code out of a text."""


class RecipeSourcePaginationWayNone(Model):
    kind: Literal["none"]
    """There is only one page."""


class RecipeSourcePaginationWayLink(Model):
    kind: Literal["link"]
    """The page shows a link or a form to the next one, or has a `Link` header."""


class RecipeSourcePaginationWayNumberPlaceQuery(Model):
    in_: Literal["query"] = Field(alias="in")
    """A parameter of the query string."""
    name: str
    """Name of the parameter."""


class RecipeSourcePaginationWayNumberPlacePath(Model):
    in_: Literal["path"] = Field(alias="in")
    """A segment of the path."""
    index: int
    """Number of the segment, from 1."""


class RecipeSourcePaginationWayNumberPlaceBody(Model):
    in_: Literal["body"] = Field(alias="in")
    """A value in the JSON body."""
    path: str
    """JSON Pointer of the value."""


class RecipeSourcePaginationWayNumber(Model):
    kind: Literal["number"]
    """A number of the page, or of its first record, increases from page to page."""
    place: RecipeSourcePaginationWayNumberPlaceQuery | RecipeSourcePaginationWayNumberPlacePath | RecipeSourcePaginationWayNumberPlaceBody
    """Location of the parameter."""
    from_: int = Field(alias="from")
    """Value for the first page."""
    step: int
    """Difference between the values of two consecutive pages."""


class RecipeSourcePaginationWayCursorPlaceQuery(Model):
    in_: Literal["query"] = Field(alias="in")
    """A parameter of the query string."""
    name: str
    """Name of the parameter."""


class RecipeSourcePaginationWayCursorPlacePath(Model):
    in_: Literal["path"] = Field(alias="in")
    """A segment of the path."""
    index: int
    """Number of the segment, from 1."""


class RecipeSourcePaginationWayCursorPlaceBody(Model):
    in_: Literal["body"] = Field(alias="in")
    """A value in the JSON body."""
    path: str
    """JSON Pointer of the value."""


class RecipeSourcePaginationWayCursor(Model):
    kind: Literal["cursor"]
    """A parameter contains a value from the previous response."""
    place: RecipeSourcePaginationWayCursorPlaceQuery | RecipeSourcePaginationWayCursorPlacePath | RecipeSourcePaginationWayCursorPlaceBody
    """Location of the parameter."""
    path: str
    """JSON Pointer of the cursor in a response."""


class RecipeSourcePaginationWayAddress(Model):
    kind: Literal["address"]
    """A response contains the URL of the next page."""
    path: str
    """JSON Pointer of the URL in a response."""


class RecipeSourcePaginationWayHeader(Model):
    kind: Literal["header"]
    """The `Link` header of a response contains the URL of the next page."""


class RecipeSourcePagination(Model):
    """Pages of the listing."""
    way: RecipeSourcePaginationWayNone | RecipeSourcePaginationWayLink | RecipeSourcePaginationWayNumber | RecipeSourcePaginationWayCursor | RecipeSourcePaginationWayAddress | RecipeSourcePaginationWayHeader
    """Method to get from one page to the next."""
    more: str | None
    """JSON Pointer to the value in a response that states whether there are more pages."""
    total: str | None
    """JSON Pointer to the number of records."""
    pages: str | None
    """JSON Pointer to the number of pages."""
    size: int
    """Number of records on a full page."""


class RecipeSource(Model):
    kind: Annotated[Literal["api", "graphql", "embedded", "json_ld", "microdata", "feed", "table", "listing"], ACCEPT_NEW_VALUES]
    """Kind of the source."""
    method: Annotated[Literal["GET", "POST"], ACCEPT_NEW_VALUES]
    """HTTP method of the call."""
    url_template: str | None
    """URL of the call that returns the records. null: the page itself contains them."""
    body: str | None
    """JSON body of a POST call, such as a GraphQL query."""
    headers: dict[str, RecipeSourceHeadersValueFixed | RecipeSourceHeadersValueCookie | RecipeSourceHeadersValueText]
    """Source of each header value, by name."""
    cookies: dict[str, RecipeSourceCookiesValueFixed | RecipeSourceCookiesValueCookie | RecipeSourceCookiesValueText]
    """Source of each cookie value, by name."""
    rendered: bool
    """True if the source needs a browser."""
    record_path: str
    """JSON Pointer of the list; `*` stands for every entry of a list on the path."""
    field_map: dict[str, list[str]]
    """JSON Pointers into a record, by field; the first one with a value is used."""
    types: dict[str, Annotated[Literal["text", "number", "money", "currency", "boolean", "date", "url", "image", "email", "phone", "html", "list"], ACCEPT_NEW_VALUES]]
    """Type of the values of each field, by name."""
    transforms: dict[str, RecipeSourceTransformsValueDivide | RecipeSourceTransformsValueEpoch | RecipeSourceTransformsValueTemplate | RecipeSourceTransformsValueCode]
    """Conversion of the values of a field, by name; fields without one are not converted."""
    filled: dict[str, float]
    """Share of the records with a value when the recipe was saved, by field."""
    pagination: RecipeSourcePagination
    """Pages of the listing."""


class RecipeLastRun(Model):
    at: str
    """Time of the run (ISO 8601, UTC)."""
    status: Annotated[Literal["ok", "not_found", "blocked", "failed", "unavailable", "budget_exhausted", "invalid"], ACCEPT_NEW_VALUES]
    """Status of the run: that of its page."""
    records: int
    """Number of records."""
    complete: bool
    """True if the whole listing was read."""


class RecipeHealth(Model):
    """Success of the runs so far."""
    runs: int
    """Number of runs."""
    ok: int
    """Number of runs without error."""
    last_error: str | None
    """Error of the last run. null: it had none, or there was no run yet."""


class Recipe(Model):
    rid: str
    """Identifier of the recipe."""
    name: str
    """Name of the recipe."""
    url: str
    """URL of the listing."""
    fields: list[str]
    """Names of the fields."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none was requested."""
    strict_country: bool
    """True if runs fail without an exit in the country."""
    source: RecipeSource | None
    """Source of the records. null: no run has found a source yet."""
    layout: str | None
    """Short signature of the keys of the records when the source was found."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    last_run: RecipeLastRun | None
    """Last run. null: none yet."""
    health: RecipeHealth
    """Success of the runs so far."""


class ListRecipesAnswer(Model):
    recipes: list[Recipe]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class DeleteRecipeAnswer(Model):
    rid: str
    """Identifier of the deleted recipe."""
    deleted: Literal[True]
    """The resource no longer exists."""


class TestRecipeAnswerChecks(Model):
    name: str
    """Name of the check."""
    ok: bool
    """True if the check passed."""
    detail: str
    """Explanation of the result, for people."""


class TestRecipeAnswer(Model):
    ok: bool
    """True if all checks passed."""
    checks: list[TestRecipeAnswerChecks]
    """Results of the checks."""
    sample: list[dict[str, Any]]
    """First 5 records."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class PriceDetail(Model):
    text: str
    """Price as written on the page."""
    amount: str
    """Exact amount, as a decimal string."""
    amount_base: str | None
    """Amount in the base currency before rounding, as a decimal string."""
    kind: Annotated[Literal["exact", "range", "from"], ACCEPT_NEW_VALUES]
    """`from`: a lower bound. `range`: see `up_to`."""
    up_to: str | None
    """Upper end of a range."""
    unit: str | None
    """Unit of the price, such as `kg` or `month`. null: the price of the product itself."""
    list_price: str | None
    """Previous or list price."""
    shown: bool
    """True if the visible page shows the price; false if it is only in structured data."""
    locator: str
    """Location of the price on the page."""


class CompareRowProduct(Model):
    gtin: str | None
    """GTIN (EAN, UPC or ISBN). null: not found."""
    mpn: str | None
    """Part number of the manufacturer. null: not found."""
    sku: str | None
    """Article number of the shop. null: not found."""
    brand: str | None
    """Brand. null: not found."""
    model: str | None
    """Model. null: not found."""
    color: str | None
    """Color of the variant. null: not found."""
    size: str | None
    """Size of the variant. null: not found."""


class CompareRow(Model):
    country: str
    """Country of the row (ISO 3166-1 alpha-2)."""
    status: PageStatus
    error: PageError | None = None
    url: str
    """URL as given in the request."""
    final_url: str | None
    """URL after redirects. null: the page was not read."""
    captured_at: str | None = None
    """Time of the copy, if the page states that it is an archived one (`Memento-Datetime`, RFC
    7089). Its price is converted with the rates of that day.
    """
    exit: Exit | None
    """Exit through which the page was read."""
    name: str | None
    """Name of the product. null: not found."""
    price: float | None
    """Current price, not a previous or list price."""
    currency: str | None
    """ISO 4217 code. null: the currency sign is ambiguous."""
    price_base: float | None
    """Price in the base currency, rounded to its minor unit."""
    rate: float | None
    """Units of the base currency for one unit of `currency`."""
    rate_date: str | None
    """Day of the exchange rate."""
    availability: Annotated[Literal["in_stock", "limited", "preorder", "backorder", "out_of_stock", "discontinued"], ACCEPT_NEW_VALUES] | None
    """Availability of the product. null: the page does not state it."""
    tax_included: bool | None = None
    """Absent if the page does not state it."""
    tax_usually_included: bool | None
    """True if prices in this country usually include tax. null: unknown."""
    same_product: Annotated[Literal["same", "different", "unknown"], ACCEPT_NEW_VALUES]
    """Whether the row is about the same product as the others."""
    same_product_basis: str | None
    """Identifiers that decide `same_product`: gtin, mpn, sku, model, name, brand, or the
    differences of the variant.
    """
    comparable: bool
    """True if `cheapest` and `dearest` take this row into account."""
    price_detail: PriceDetail | None
    """Details of the price. null: no price was found."""
    product: CompareRowProduct | None
    """Identifiers and variant of the product."""
    data: Any
    """Fields of `schema`, or name, price, currency and availability. null: the page was not
    read.
    """
    unverified: list[str]
    """JSON Pointers into `data` of values that the page does not contain."""
    missing: list[str]
    """JSON Pointers of fields without a value."""
    searched_by: dict[str, Annotated[Literal["rules", "model"], ACCEPT_NEW_VALUES]]
    """What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value;
    the page may state it, and a model could look for it. `model`: a model read the page as
    well and did not find it.
    """
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class ComparisonRates(Model):
    """Reference rates of the European Central Bank, for information only."""
    source: Annotated[Literal["ecb", "packaged"], ACCEPT_NEW_VALUES]
    """`packaged`: the table that is packaged with this version of the service."""
    date: str
    """Day of the rates."""
    stale: bool
    """True if the rates are older than four days."""


class ComparisonSpread(Model):
    amount: float
    """Difference in the base currency."""
    percent: float
    """Difference in percent of the lowest price."""


class Comparison(Model):
    rows: list[CompareRow]
    """One row per country, in the order of the request. Failed rows state their error. A
    continued call returns the rows of the earlier calls as well.
    """
    complete: bool
    """True if there is a row for each country, whatever its status."""
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """
    base_currency: str
    """ISO 4217 code of the currency of `price_base` and `spread`."""
    rates: ComparisonRates
    """Reference rates of the European Central Bank, for information only."""
    cheapest: str | None
    """Country with the lowest price among comparable rows: verified exit, unambiguous price,
    same product, not sold out.
    """
    dearest: str | None
    """Country with the highest price among comparable rows."""
    same_product: Annotated[Literal["same", "different", "unknown"], ACCEPT_NEW_VALUES]
    """`same` if all rows that were read are about the same product."""
    spread: ComparisonSpread | None
    """Difference between the highest and the lowest price, in the base currency."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class ArchiveError(Model):
    """Reason why the operation has no result."""
    code: Annotated[Literal["not_archived", "excluded", "unplayable", "truncated", "http_404", "http_410", "soft_404", "dns", "challenge", "captcha", "login_required", "rate_limited", "geo", "refused", "robots", "http_5xx", "timeout", "reset", "tls", "redirects", "too_large", "encoding", "document", "step", "not_configured", "country_unavailable", "no_browser", "no_exit", "dependency", "max_credits", "account_credits", "url", "scheme", "private_address", "port", "credentials"], ACCEPT_NEW_VALUES]
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class ArchiveSource(Model):
    source: str
    """Name of the archive."""
    outcome: Annotated[Literal["used", "empty", "failed", "skipped"], ACCEPT_NEW_VALUES]
    """What the archive contributed: its result was used, it has nothing, it failed, or it was
    not asked.
    """
    reason: str | None = None
    """Reason for `failed` or `skipped`."""
    index_age_seconds: int | None = None
    """Age of the index response in seconds. Absent for a new response."""


class ArchiveGetAnswerRequested(Model):
    """The requested time."""
    at: str | None
    """Time as given in the request. null: none was given."""
    from_: str | None = Field(alias="from")
    """First second of the time span that `at` states."""
    until: str | None
    """Last second of that time span."""
    direction: str
    """Requested copy: the one nearest to `at`, the last one up to its end, or the first one from
    its start.
    """


class ArchivedCopy(Model):
    captured_at: str
    """Time of the capture (ISO 8601, UTC)."""
    archive_url: str
    """URL of the copy for a browser."""


class ArchiveGetAnswer(Model):
    status: PageStatus
    error: ArchiveError | None = None
    url: str
    """URL as given in the request."""
    source: str | None
    """Archive that returned the result. null: no archive did."""
    sources: list[ArchiveSource]
    """Result of each archive."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt
    action: Literal["get"]
    """Action of the request."""
    requested: ArchiveGetAnswerRequested
    """The requested time."""
    captured_at: str | None
    """Capture time of the copy."""
    distance_seconds: int | None
    """Seconds between the copy and the requested time span; 0 inside it."""
    archive_url: str | None
    """URL of the copy for a browser."""
    original_url: str | None
    """URL that was captured."""
    previous: ArchivedCopy | None
    """Copy before this one."""
    next: ArchivedCopy | None
    """Copy after this one."""
    final_url: str | None
    """URL of the archived page after archived redirects. null: no copy was read."""
    status_code: int | None
    """Archived HTTP status code."""
    title: str | None
    """Title of the archived page. null: it has none."""
    markdown: str | None = None
    """Page as Markdown. With `focus`, only the relevant sections."""
    metadata: dict[str, Any]
    """Metadata of the archived page, as in page results."""
    passages: list[Passage] | None = None
    """Passages that answer `focus`, best first."""
    ref: str | None = None
    """Identifier of the stored text of a long page. Read more with GET /v1/read."""
    expires_at: str | None = None
    """Time at which `ref` expires."""
    length: int
    """Length of the complete Markdown in code points."""
    truncated: bool
    """True if the Markdown was cut."""
    data: Any = None
    """Extracted values, if the request has a schema or prompt."""
    unverified: list[str] | None = None
    """JSON Pointers into `data` of values that the page does not contain."""
    missing: list[str] | None = None
    """JSON Pointers of fields without a value."""
    searched_by: dict[str, Annotated[Literal["rules", "model"], ACCEPT_NEW_VALUES]] | None = None
    """What looked for each field of `missing`, by JSON Pointer. `rules`: no rule found a value;
    the page may state it, and a model could look for it. `model`: a model read the page as
    well and did not find it.
    """
    evidence: dict[str, Any] | None = None
    """Source of each value, by JSON Pointer into `data`."""


class SnapshotSize(Model):
    """Number of blocks that differ from the previous version."""
    added: int
    """Number of added blocks or values."""
    removed: int
    """Number of removed blocks or values."""
    changed: int
    """Number of changed blocks or values."""


class Snapshot(Model):
    captured_at: str
    """Time of the capture (ISO 8601, UTC)."""
    status_code: int | None
    """Archived HTTP status code. null: unknown."""
    mime: str | None
    """Media type of the capture. null: unknown."""
    digest: str | None
    """Digest of the stored bytes."""
    archive_url: str
    """URL of the copy for a browser."""
    change: Annotated[Literal["first", "changed", "same", "gone", "returned", "moved"], ACCEPT_NEW_VALUES] | None
    """null: the bytes differ from the previous capture and the content was not compared."""
    basis: Annotated[Literal["index", "content", "focus"], ACCEPT_NEW_VALUES]
    """Source of `change`: the index of the archive, the whole content, or the sections about
    `focus`.
    """
    assumed: bool
    """True if the captures from here to `until` were assumed to be the same without being read."""
    until: str | None = None
    """Time of the last capture of this version."""
    captures: int | None = None
    """Number of captures of this version."""
    last_seen_before: str | None = None
    """The change happened after this time, and at `captured_at` at the latest."""
    size: SnapshotSize | None = None
    """Number of blocks that differ from the previous version."""
    added: list[str] | None = None
    """First characters of the added blocks."""
    removed: list[str] | None = None
    """First characters of the removed blocks."""


class ArchiveSnapshotsAnswer(Model):
    status: PageStatus
    error: ArchiveError | None = None
    url: str
    """URL as given in the request."""
    source: str | None
    """Archive that returned the result. null: no archive did."""
    sources: list[ArchiveSource]
    """Result of each archive."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt
    action: Literal["snapshots"]
    """Action of the request."""
    captures: list[Snapshot]
    """Captures in the time window, as selected by `every`."""
    changes: int
    """Number of changes, without the first capture."""
    total: int
    """Number of captures in the time window."""
    complete: bool
    """True if all captures of the time window were taken into account."""
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """


class ArchiveDiffAnswerFrom(Model):
    captured_at: str | None
    """Capture time. null: the live page."""
    archive_url: str | None
    """URL of the copy for a browser. null: the live page."""
    original_url: str | None
    """URL that was captured. null: unknown."""
    status_code: int | None
    """HTTP status code of this side. null: unknown."""
    source: str
    """Archive of the copy, or the live page."""


class ArchiveDiffAnswerTo(Model):
    captured_at: str | None
    """Capture time. null: the live page."""
    archive_url: str | None
    """URL of the copy for a browser. null: the live page."""
    original_url: str | None
    """URL that was captured. null: unknown."""
    status_code: int | None
    """HTTP status code of this side. null: unknown."""
    source: str
    """Archive of the copy, or the live page."""


class ArchiveDiffAnswerBlocks(Model):
    type: Annotated[Literal["added", "removed", "changed"], ACCEPT_NEW_VALUES]
    """Kind of the difference."""
    section: str | None
    """Heading of the section that contains the block. null: none."""
    before: str | None
    """Earlier text. null: the block was added."""
    after: str | None
    """Later text. null: the block was removed."""


class ArchiveDiffAnswerFieldsValue(Model):
    old: Any
    """Earlier value."""
    new: Any
    """Later value."""


class ArchiveDiffAnswerSummary(Model):
    """Numbers of differences."""
    added: int
    """Number of added blocks or values."""
    removed: int
    """Number of removed blocks or values."""
    changed: int
    """Number of changed blocks or values."""


class ArchiveDiffAnswer(Model):
    status: PageStatus
    error: ArchiveError | None = None
    url: str
    """URL as given in the request."""
    source: str | None
    """Archive that returned the result. null: no archive did."""
    sources: list[ArchiveSource]
    """Result of each archive."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt
    action: Literal["diff"]
    """Action of the request."""
    from_: ArchiveDiffAnswerFrom | None = Field(alias="from")
    """Earlier side of the comparison. null: it could not be read."""
    to: ArchiveDiffAnswerTo | None
    """Later side of the comparison. null: it could not be read."""
    changed: bool | None
    """null: the two copies could not be compared."""
    blocks: list[ArchiveDiffAnswerBlocks]
    """Blocks of the page that differ."""
    fields: dict[str, ArchiveDiffAnswerFieldsValue] | None = None
    """Changed values by JSON Pointer, if the request has a schema."""
    summary: ArchiveDiffAnswerSummary
    """Numbers of differences."""


class ArchiveHistoryAnswerPointsMissing(Model):
    """Reason why the point has no value; absent if it has one."""
    reason: str
    """Code of the reason, for programs."""
    message: str
    """Explanation, for people."""


class ArchiveHistoryAnswerPoints(Model):
    captured_at: str
    """Time of the capture (ISO 8601, UTC)."""
    value: Any = None
    """Value of the field, if the schema has exactly one."""
    data: Any = None
    """Extracted values, if fields were requested."""
    text: str | None = None
    """Text of the section or page, if no fields were requested."""
    changed: bool | None
    """Compared with the previous point. null for the first point and for a missing one."""
    archive_url: str
    """URL of the copy for a browser."""
    missing: ArchiveHistoryAnswerPointsMissing | None = None
    """Reason why the point has no value; absent if it has one."""


class ArchiveHistoryAnswer(Model):
    status: PageStatus
    error: ArchiveError | None = None
    url: str
    """URL as given in the request."""
    source: str | None
    """Archive that returned the result. null: no archive did."""
    sources: list[ArchiveSource]
    """Result of each archive."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt
    action: Literal["history"]
    """Action of the request."""
    points: list[ArchiveHistoryAnswerPoints]
    """Points in time, oldest first."""
    versions: int
    """Number of versions with different bytes."""
    complete: bool
    """True if all versions of the time window were taken into account."""
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """


class ArchiveUrlsAnswerUrlsLive(Model):
    """Present state of the URL on the web, if the request asks for it."""
    state: Annotated[Literal["live", "redirected", "gone", "blocked", "error"], ACCEPT_NEW_VALUES]
    """Present state of the URL."""
    status_code: int | None
    """Present HTTP status code. null: no response."""
    target: str | None = None
    """URL to which the URL redirects now."""
    reason: str | None = None
    """Reason for `blocked` or `error`."""


class ArchiveUrlsAnswerUrls(Model):
    url: str
    """Archived URL."""
    kind: Annotated[Literal["page", "document", "image", "feed", "other"], ACCEPT_NEW_VALUES]
    """Kind of the resource, by its media type."""
    first_seen: str
    """Time of the first capture."""
    last_seen: str
    """Time of the last capture."""
    captures: int | None
    """Number of captures. null: the archive does not count them."""
    status_code: int | None
    """HTTP status code of the last capture. null: unknown."""
    mime: str | None
    """Media type of the last capture. null: unknown."""
    live: ArchiveUrlsAnswerUrlsLive | None = None
    """Present state of the URL on the web, if the request asks for it."""


class ArchiveUrlsAnswer(Model):
    status: PageStatus
    error: ArchiveError | None = None
    url: str
    """URL as given in the request."""
    source: str | None
    """Archive that returned the result. null: no archive did."""
    sources: list[ArchiveSource]
    """Result of each archive."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt
    action: Literal["urls"]
    """Action of the request."""
    urls: list[ArchiveUrlsAnswerUrls]
    """Archived URLs of the site."""
    total: int
    """Number of matching URLs. A continued call counts only URLs that were not listed before."""
    complete: bool
    """True if all matching URLs were listed."""
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """
    truncated_by: Annotated[Literal["limit", "archive", "time"], ACCEPT_NEW_VALUES] | None = None
    """Limit that ended the list; absent if it is complete."""
    counts: dict[str, int]
    """Number of URLs by the archive that has them."""


class ReadAnswer(Model):
    ref: str
    """Identifier of the stored text."""
    url: str
    """URL of the page."""
    title: str | None
    """Title of the page. null: it has none."""
    content: str
    """Part of the Markdown of the page."""
    offset: int
    """Offset of `content` in Unicode code points, from the start of the page or of the requested
    section.
    """
    length: int
    """Length of `content` in Unicode code points."""
    total_length: int
    """Length of the page or of the requested section in Unicode code points."""
    next_offset: int | None
    """Value of `offset` for the next request. null: the end is reached."""
    section: str | None
    """Identifier of the requested section. null: none was requested."""
    sections: list[Section]
    """Sections of the page."""
    passages: list[Passage] | None = None
    """Passages about `focus`, best first. Offsets count from the start of the page."""
    warnings: list[Warning] | None = None
    """Present if there are any."""


class DatasetSourceRecipe(Model):
    kind: Literal["recipe"]
    """Runs a saved recipe."""
    rid: str
    """Identifier of the recipe."""
    limit: int
    """Maximum number of records of one refresh."""
    max_pages: int
    """Maximum number of pages of one refresh."""


class DatasetSourceCollect(Model):
    kind: Literal["collect"]
    """Reads the records of a listing."""
    url: str
    """URL of the listing."""
    fields: list[str]
    """Names of the fields."""
    limit: int
    """Maximum number of records of one refresh."""
    max_pages: int
    """Maximum number of pages of one refresh."""


class DatasetSourceExtractRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    """request headers by name"""
    cookies: dict[str, Any] | list[Any] | None = None
    """cookies by name, or a list with domain and path"""
    body: str | None = None
    """body of the request"""
    steps: list[Any] | None = None
    """steps in the browser before the page is read"""


class DatasetSourceExtract(Model):
    kind: Literal["extract"]
    """Extracts values from pages."""
    urls: list[str]
    """URLs of the pages."""
    schema_: dict[str, Any] = Field(alias="schema")
    """JSON Schema of the values."""
    only_changed: bool | None = None
    """True if a refresh reads only pages that may have changed."""
    request: DatasetSourceExtractRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    login: str | None = None
    """Identifier of the saved login; absent without one."""


class DatasetSourceRecords(Model):
    kind: Literal["records"]
    """Records came with the request."""


class DatasetCounts(Model):
    """Numbers of records by status."""
    active: int
    """Active records."""
    missing: int
    """Records that the last complete refresh did not find, and that are not removed yet."""
    removed: int
    """Removed records."""


class RefreshReportError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class RefreshReport(Model):
    """Result of a refresh."""
    jid: str | None
    """Id of the refresh’s job, or null for the records of the creating request."""
    status: Annotated[Literal["completed", "stopped", "failed"], ACCEPT_NEW_VALUES]
    """`stopped`: more than half of the records would disappear, and nothing was merged; `error`
    states what to do.
    """
    at: str
    """Time of the refresh (ISO 8601, UTC)."""
    added: int
    """Number of added records."""
    changed: int
    """Number of changed records."""
    removed: int
    """Number of removed records."""
    returned: int
    """Number of removed records that were found again."""
    missing: int
    """Records that this refresh did not find. They are removed after `removed_after` complete
    refreshes in a row.
    """
    records: int
    """Records of the source, without duplicates."""
    complete: bool
    """`true` when the whole source was read. An incomplete refresh marks nothing as missing."""
    duplicates: int
    """Records that were skipped because an earlier one has the same key."""
    without_key: int
    """Records that were skipped because none of their key fields has a value."""
    unchanged_pages: int | None = None
    """With `only_changed`: pages that were not read, because the site confirmed that they have
    not changed. Their records are those of the last reading.
    """
    country: str | None
    """Country through which the source was read; null if it is unknown, or if there were
    several.
    """
    warnings: list[Warning]
    """Warnings about the exits through which the source was read, such as `country_not_used`."""
    error: RefreshReportError | None
    """Error of the refresh. null: it completed."""


class ScheduleValueEvery(Model):
    every: str
    """Interval: a number and s, m, h, d or w."""


class ScheduleValueCron(Model):
    cron: str
    """Cron expression of five fields, in `timezone`."""
    timezone: str
    """Time zone of the IANA database."""


class ScheduleValuePaused(Model):
    paused: Literal[True]
    """Runs are stopped until another schedule is set."""


class Dataset(Model):
    did: str
    """Identifier of the dataset."""
    name: str
    """Name of the dataset."""
    source: DatasetSourceRecipe | DatasetSourceCollect | DatasetSourceExtract | DatasetSourceRecords
    """Source of the records."""
    key: list[str] | None
    """Fields whose values identify a record. Empty: the whole content identifies it. Null before
    the first records.
    """
    fields: list[str]
    """All fields that any record has or had, in order of first appearance."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none was requested."""
    strict_country: bool
    """True if refreshes fail without an exit in the country."""
    counts: DatasetCounts
    """Numbers of records by status."""
    last_seq: int
    """Number of the last change; 0 before the first."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    last_refresh: RefreshReport | None
    """Result of the last refresh. null: none has ended."""
    refreshing: str | None
    """Id of the job of the queued or running refresh, or null."""
    schedule: Schedule | None
    """Schedule of the refreshes. null: none."""
    next_run_at: str | None
    """Time of the next refresh, which starts within one minute of it."""
    next_runs: list[str]
    """Times of the next three refreshes."""
    webhook: str | None
    """URL of the receiver of events, with tokens masked. null: none."""
    removed_after: int
    """Number of complete refreshes in a row without a record after which it is removed."""


class ListDatasetsAnswer(Model):
    datasets: list[Dataset]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class DeleteDatasetAnswer(Model):
    did: str
    """Identifier of the deleted dataset."""
    deleted: Literal[True]
    """The resource no longer exists."""


class DatasetRecord(Model):
    record_id: str
    """Identifier of the record in the dataset."""
    key: dict[str, Any] | None
    """The key fields and their values."""
    status: Annotated[Literal["active", "missing", "removed"], ACCEPT_NEW_VALUES]
    """Status of the record."""
    data: dict[str, Any]
    """Fields of the record and their last values."""
    first_seen: str
    """Time at which the record was found first (ISO 8601, UTC)."""
    last_seen: str
    """Time at which the record was found last."""
    last_changed: str
    """Time of the last change of the record."""


class GetDatasetRecordsAnswer(Model):
    did: str
    """Identifier of the dataset."""
    records: list[DatasetRecord]
    """Records of the dataset."""
    offset: int
    """Number of records before the first one of this response."""
    total: int
    """Number of records with this status."""
    next_offset: int | None
    """Value of `offset` for the next request. null: the end is reached."""


class DatasetChangeFieldsValue(Model):
    old: Any
    """Earlier value; null if the record had none."""
    new: Any
    """New value; null if the record has none."""


class DatasetChange(Model):
    seq: int
    """Number of the change in the dataset; each change has the next number."""
    at: str
    """Time of the change (ISO 8601, UTC)."""
    type: Annotated[Literal["added", "changed", "removed", "returned"], ACCEPT_NEW_VALUES]
    """Kind of the change."""
    record_id: str
    """Identifier of the record."""
    key: dict[str, Any] | None
    """The key fields and their values. null: the dataset has no key fields."""
    fields: dict[str, DatasetChangeFieldsValue]
    """The fields that differ; all fields of an added or removed record."""
    jid: str | None
    """Id of the job of the refresh that found the change."""


class GetDatasetChangesAnswer(Model):
    did: str
    """Identifier of the dataset."""
    changes: list[DatasetChange]
    """Changes, oldest first."""
    next_since: int
    """Value of `since` for the next request."""
    last_seq: int
    """Number of the newest change."""


class RefreshDatasetAnswer(Model):
    did: str
    """Identifier of the dataset."""
    jid: str
    """Identifier of the job of the refresh."""


class ExportDatasetAnswer(Model):
    export_id: str
    """Identifier of the export."""
    did: str
    """Identifier of the dataset."""
    format: Annotated[Literal["csv", "json", "ndjson", "xlsx", "parquet"], ACCEPT_NEW_VALUES]
    """Format of the file."""
    filename: str
    """Name of the file."""
    rows: int
    """Number of exported records."""
    bytes: int
    """Size of the file in bytes."""
    sha256: str
    """SHA-256 checksum of the file, in hexadecimal."""
    seq: int
    """Number of the last change that the file contains. Continue from it with `changes?since=`."""
    safe: bool | None
    """`true` when formulas in cells were escaped; null for formats without formulas."""
    notes: list[str]
    """Content that was shortened or left out."""
    expires_at: str
    """Time at which the file is deleted (ISO 8601, UTC)."""
    url: str
    """URL of the file. It supports ranges and requires a key of the account."""


class CreateMonitorAnswerRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    """request headers by name"""
    cookies: dict[str, Any] | list[Any] | None = None
    """cookies by name, or a list with domain and path"""
    body: str | None = None
    """body of the request"""
    steps: list[Any] | None = None
    """steps in the browser before the page is read"""


class CreateMonitorAnswerLatestCheck(Model):
    check: int
    """Number of the check."""
    at: str
    """Time of the check (ISO 8601, UTC)."""
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    """Result of the check."""
    summary: str
    """Description of the change in one line. It contains untrusted text of the page."""


class CreateMonitorAnswer(Model):
    mid: str
    """Identifier of the monitor."""
    name: str | None
    """Name of the monitor. null: it has none."""
    tags: list[str] | None = None
    """Tags of the monitor."""
    url: str | None
    """URL of the watched page. null: no page is watched."""
    watch: dict[str, Any]
    """The watched content, as set."""
    schedule: dict[str, Any]
    """Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none was requested."""
    strict_country: bool
    """True if checks fail without an exit in the country."""
    render: Annotated[Literal["auto", "never", "always"], ACCEPT_NEW_VALUES]
    """Use of a browser for the checks."""
    login: str | None
    """Identifier of the saved login. null: none."""
    request: CreateMonitorAnswerRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    ignore: list[Any]
    """Rules for content that is not compared."""
    conditions: list[dict[str, Any]]
    """Conditions of a change that is notified."""
    goal: str | None = None
    """Description of the changes that matter, in words. null: none."""
    match: Annotated[Literal["all", "any"], ACCEPT_NEW_VALUES]
    """Whether `all` conditions must hold, or `any` of them."""
    confirm: int
    """Number of times a changed page is read again before the change is notified."""
    failing_after: int
    """Number of failed checks in a row after which the monitor is reported as failing."""
    screenshot: bool
    """True if each check takes a screenshot."""
    only_changed: bool | None = None
    """True if checks ask the site for the page only if it has changed."""
    notify: dict[str, Any]
    """A key that may only read gets the addresses of webhooks without tokens."""
    status: Annotated[Literal["active", "paused", "needs_attention"], ACCEPT_NEW_VALUES]
    """`needs_attention`: the page exists, but the watched part of it does not. Checks continue."""
    latest_check: CreateMonitorAnswerLatestCheck | None
    """Time and result of the last check; null before the first one."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    updated_at: str
    """Time of the last change of the settings."""
    last_check: str | None
    """Time of the last check. null: none yet."""
    last_change: str | None
    """Time of the last change of the content. null: none yet."""
    last_success: str | None
    """Time of the last successful check."""
    next_run_at: str | None
    """Time of the next check. null: none is planned."""
    next_runs: list[str]
    """Times of the next three checks."""
    consecutive_failures: int
    """Number of failed checks since the last successful one."""
    check_count: int
    """Number of all checks."""
    checking: str | None
    """Id of the job of the running check, or null."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """


class MonitorRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    """request headers by name"""
    cookies: dict[str, Any] | list[Any] | None = None
    """cookies by name, or a list with domain and path"""
    body: str | None = None
    """body of the request"""
    steps: list[Any] | None = None
    """steps in the browser before the page is read"""


class MonitorLatestCheck(Model):
    check: int
    """Number of the check."""
    at: str
    """Time of the check (ISO 8601, UTC)."""
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    """Result of the check."""
    summary: str
    """Description of the change in one line. It contains untrusted text of the page."""


class Monitor(Model):
    """A monitor with its settings and its state."""
    mid: str
    """Identifier of the monitor."""
    name: str | None
    """Name of the monitor. null: it has none."""
    tags: list[str] | None = None
    """Tags of the monitor."""
    url: str | None
    """URL of the watched page. null: no page is watched."""
    watch: dict[str, Any]
    """The watched content, as set."""
    schedule: dict[str, Any]
    """Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none was requested."""
    strict_country: bool
    """True if checks fail without an exit in the country."""
    render: Annotated[Literal["auto", "never", "always"], ACCEPT_NEW_VALUES]
    """Use of a browser for the checks."""
    login: str | None
    """Identifier of the saved login. null: none."""
    request: MonitorRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    ignore: list[Any]
    """Rules for content that is not compared."""
    conditions: list[dict[str, Any]]
    """Conditions of a change that is notified."""
    goal: str | None = None
    """Description of the changes that matter, in words. null: none."""
    match: Annotated[Literal["all", "any"], ACCEPT_NEW_VALUES]
    """Whether `all` conditions must hold, or `any` of them."""
    confirm: int
    """Number of times a changed page is read again before the change is notified."""
    failing_after: int
    """Number of failed checks in a row after which the monitor is reported as failing."""
    screenshot: bool
    """True if each check takes a screenshot."""
    only_changed: bool | None = None
    """True if checks ask the site for the page only if it has changed."""
    notify: dict[str, Any]
    """A key that may only read gets the addresses of webhooks without tokens."""
    status: Annotated[Literal["active", "paused", "needs_attention"], ACCEPT_NEW_VALUES]
    """`needs_attention`: the page exists, but the watched part of it does not. Checks continue."""
    latest_check: MonitorLatestCheck | None
    """Time and result of the last check; null before the first one."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    updated_at: str
    """Time of the last change of the settings."""
    last_check: str | None
    """Time of the last check. null: none yet."""
    last_change: str | None
    """Time of the last change of the content. null: none yet."""
    last_success: str | None
    """Time of the last successful check."""
    next_run_at: str | None
    """Time of the next check. null: none is planned."""
    next_runs: list[str]
    """Times of the next three checks."""
    consecutive_failures: int
    """Number of failed checks since the last successful one."""
    check_count: int
    """Number of all checks."""
    checking: str | None
    """Id of the job of the running check, or null."""


class ListMonitorsAnswer(Model):
    monitors: list[Monitor]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class ExportMonitorsAnswer(Model):
    monitors: list[dict[str, Any]]
    """Settings of the monitors, oldest first."""


class ImportMonitorsAnswer(Model):
    mids: list[str]
    """Ids of the created monitors, in the order of the request."""


class GetMonitorAnswerRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    """request headers by name"""
    cookies: dict[str, Any] | list[Any] | None = None
    """cookies by name, or a list with domain and path"""
    body: str | None = None
    """body of the request"""
    steps: list[Any] | None = None
    """steps in the browser before the page is read"""


class GetMonitorAnswerLatestCheck(Model):
    check: int
    """Number of the check."""
    at: str
    """Time of the check (ISO 8601, UTC)."""
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    """Result of the check."""
    summary: str
    """Description of the change in one line. It contains untrusted text of the page."""


class VersionDiffBlocks(Model):
    type: Annotated[Literal["added", "removed", "changed"], ACCEPT_NEW_VALUES]
    """Kind of the difference."""
    section: str | None
    """Heading of the section that contains the block."""
    before: str | None
    """Earlier text. null: the block was added."""
    after: str | None
    """Later text. null: the block was removed."""


class VersionDiffFieldsValue(Model):
    old: Any
    """Earlier value."""
    new: Any
    """Later value."""


class VersionDiffSummary(Model):
    """Numbers of differences."""
    added: int
    """Number of added blocks or values."""
    removed: int
    """Number of removed blocks or values."""
    changed: int
    """Number of changed blocks or values."""


class VersionDiff(Model):
    """Differences between two versions."""
    blocks: list[VersionDiffBlocks]
    """Blocks of the content that differ."""
    fields: dict[str, VersionDiffFieldsValue]
    """Changed values by JSON Pointer."""
    summary: VersionDiffSummary
    """Numbers of differences."""
    truncated: bool
    """`true` when the lists are shortened."""


class GoalDecisionEvidence(Model):
    place: str | None
    """JSON Pointer of the value, or heading of the section. null: none."""
    old: str | None
    """Earlier text. null: there was none."""
    new: str | None
    """Later text. null: there is none."""


class GoalDecision(Model):
    """Decision whether the change meets the goal; absent if there was nothing to decide."""
    met: bool | None
    """`null`: it could not be decided. Such a change is notified."""
    by: Annotated[Literal["values", "model", "none"], ACCEPT_NEW_VALUES]
    """`values`: by values of the page, without a model."""
    evidence: list[GoalDecisionEvidence]
    """The changes that meet the goal: the JSON Pointer of a value or the heading of a section,
    and both texts.
    """
    reason: str | None = None
    """Why it could not be decided."""


class MonitorCheckError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class MonitorCheckVisualDiff(Model):
    """Visual difference from the earlier screenshot; absent without one."""
    url: str
    """URL of the image of the differences."""
    share: float
    """Share of the pixels that differ, 0 to 1."""


class MonitorCheck(Model):
    """Result of a check."""
    check: int
    """Number of the check; the first is 1."""
    at: str
    """Time of the check (ISO 8601, UTC)."""
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    """`new`: the first version. `removed`: the page was missing twice in a row. `error`: the
    check failed; the baseline does not change.
    """
    summary: str
    """Description of the change in one line. It contains untrusted text of the page."""
    diff: VersionDiff | None
    """Differences from the baseline. null: no change was found."""
    condition_met: bool
    """True for a change of which the conditions held and the goal was not missed, or that has no
    conditions.
    """
    notified: bool
    """True when such a change was also sent to a recipient of `notify`."""
    decision: GoalDecision | None = None
    error: MonitorCheckError | None
    """Error of the check. null: it succeeded."""
    warnings: list[Warning]
    """Warnings about the exits of the check, such as `country_not_used`."""
    screenshot: str | None = None
    """URL of the screenshot; absent without one."""
    visual_diff: MonitorCheckVisualDiff | None = None
    """Visual difference from the earlier screenshot; absent without one."""
    credits: int
    """Credits charged for the check."""
    jid: str | None
    """Identifier of the job of the check. null: it had none."""
    receipt: Receipt | None
    """Receipt of the page that was read. null: none was read."""


class MonitorVersion(Model):
    at: str
    """Time at which the version was read (ISO 8601, UTC)."""
    title: str | None
    """Title of the page. null: it has none."""
    url: str | None
    """URL of the page after redirects."""
    text: str | None
    """Markdown. Untrusted text."""
    data: Any
    """Watched values. null: the monitor watches text."""


class UndeliveredRecipient(Model):
    recipient: str
    """Origin of the URL of the webhook, or the e-mail address."""
    failing_since: str
    """Time of the first failed attempt since the last delivery."""
    failures: int
    """Number of failed attempts since then."""
    last_error: str
    """Error of the last attempt."""
    disabled_at: str | None
    """Time since which nothing is sent to it. null: deliveries are tried again."""


class GetMonitorAnswer(Model):
    mid: str
    """Identifier of the monitor."""
    name: str | None
    """Name of the monitor. null: it has none."""
    tags: list[str] | None = None
    """Tags of the monitor."""
    url: str | None
    """URL of the watched page. null: no page is watched."""
    watch: dict[str, Any]
    """The watched content, as set."""
    schedule: dict[str, Any]
    """Schedule of the checks: `{every}`, `{cron, timezone}` or `{paused: true}`."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none was requested."""
    strict_country: bool
    """True if checks fail without an exit in the country."""
    render: Annotated[Literal["auto", "never", "always"], ACCEPT_NEW_VALUES]
    """Use of a browser for the checks."""
    login: str | None
    """Identifier of the saved login. null: none."""
    request: GetMonitorAnswerRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    ignore: list[Any]
    """Rules for content that is not compared."""
    conditions: list[dict[str, Any]]
    """Conditions of a change that is notified."""
    goal: str | None = None
    """Description of the changes that matter, in words. null: none."""
    match: Annotated[Literal["all", "any"], ACCEPT_NEW_VALUES]
    """Whether `all` conditions must hold, or `any` of them."""
    confirm: int
    """Number of times a changed page is read again before the change is notified."""
    failing_after: int
    """Number of failed checks in a row after which the monitor is reported as failing."""
    screenshot: bool
    """True if each check takes a screenshot."""
    only_changed: bool | None = None
    """True if checks ask the site for the page only if it has changed."""
    notify: dict[str, Any]
    """A key that may only read gets the addresses of webhooks without tokens."""
    status: Annotated[Literal["active", "paused", "needs_attention"], ACCEPT_NEW_VALUES]
    """`needs_attention`: the page exists, but the watched part of it does not. Checks continue."""
    latest_check: GetMonitorAnswerLatestCheck | None
    """Time and result of the last check; null before the first one."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    updated_at: str
    """Time of the last change of the settings."""
    last_check: str | None
    """Time of the last check. null: none yet."""
    last_change: str | None
    """Time of the last change of the content. null: none yet."""
    last_success: str | None
    """Time of the last successful check."""
    next_run_at: str | None
    """Time of the next check. null: none is planned."""
    next_runs: list[str]
    """Times of the next three checks."""
    consecutive_failures: int
    """Number of failed checks since the last successful one."""
    check_count: int
    """Number of all checks."""
    checking: str | None
    """Id of the job of the running check, or null."""
    condition_met: bool | None
    """Whether the conditions hold for the baseline. null: there are none, or they depend on the
    next change.
    """
    checks: list[MonitorCheck]
    """The last 50 checks, newest first."""
    baseline: MonitorVersion | None
    """The last good version, with which the next check is compared. Its text is limited to
    20,000 characters.
    """
    undelivered: list[UndeliveredRecipient]
    """Recipients of `notify` whose last delivery failed. A change that is `notified` did not
    reach them.
    """


class DeleteMonitorAnswer(Model):
    mid: str
    """Identifier of the deleted monitor."""
    deleted: Literal[True]
    """The resource no longer exists."""


class ActOnMonitorAnswer(Model):
    mid: str
    """Identifier of the monitor."""
    jid: str | None
    """Id of the job of the started or already running check, or null for `pause` and `resume`."""
    monitor: Monitor


class ListMonitorChecksAnswer(Model):
    checks: list[MonitorCheck]
    """Checks, newest first."""
    total: int
    """Number of all checks of the monitor."""
    next_before: int | None
    """Value of `before` for the next request. null: there are no older checks."""


class GetMonitorCheckAnswerCheckError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class GetMonitorCheckAnswerCheckVisualDiff(Model):
    """Visual difference from the earlier screenshot; absent without one."""
    url: str
    """URL of the image of the differences."""
    share: float
    """Share of the pixels that differ, 0 to 1."""


class GetMonitorCheckAnswerCheck(Model):
    """The check."""
    check: int
    """Number of the check; the first is 1."""
    at: str
    """Time of the check (ISO 8601, UTC)."""
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    """`new`: the first version. `removed`: the page was missing twice in a row. `error`: the
    check failed; the baseline does not change.
    """
    summary: str
    """Description of the change in one line. It contains untrusted text of the page."""
    diff: VersionDiff | None
    """Differences from the baseline. null: no change was found."""
    condition_met: bool
    """True for a change of which the conditions held and the goal was not missed, or that has no
    conditions.
    """
    notified: bool
    """True when such a change was also sent to a recipient of `notify`."""
    decision: GoalDecision | None = None
    error: GetMonitorCheckAnswerCheckError | None
    """Error of the check. null: it succeeded."""
    warnings: list[Warning]
    """Warnings about the exits of the check, such as `country_not_used`."""
    screenshot: str | None = None
    """URL of the screenshot; absent without one."""
    visual_diff: GetMonitorCheckAnswerCheckVisualDiff | None = None
    """Visual difference from the earlier screenshot; absent without one."""
    credits: int
    """Credits charged for the check."""
    jid: str | None
    """Identifier of the job of the check. null: it had none."""
    receipt: Receipt | None
    """Receipt of the page that was read. null: none was read."""


class GetMonitorCheckAnswer(Model):
    check: GetMonitorCheckAnswerCheck
    """The check."""
    version: MonitorVersion | None
    """Version that was the baseline after the check. null: none, or it was deleted."""


class DiffMonitorAnswerFrom(Model):
    """Earlier version."""
    at: str
    """Time at which the version was read (ISO 8601, UTC)."""
    title: str | None
    """Title of the page. null: it has none."""
    url: str | None
    """URL of the page after redirects."""
    text: str | None
    """Markdown. Untrusted text."""
    data: Any
    """Watched values. null: the monitor watches text."""


class DiffMonitorAnswerTo(Model):
    """Later version."""
    at: str
    """Time at which the version was read (ISO 8601, UTC)."""
    title: str | None
    """Title of the page. null: it has none."""
    url: str | None
    """URL of the page after redirects."""
    text: str | None
    """Markdown. Untrusted text."""
    data: Any
    """Watched values. null: the monitor watches text."""


class DiffMonitorAnswerDiffBlocks(Model):
    type: Annotated[Literal["added", "removed", "changed"], ACCEPT_NEW_VALUES]
    """Kind of the difference."""
    section: str | None
    """Heading of the section that contains the block."""
    before: str | None
    """Earlier text. null: the block was added."""
    after: str | None
    """Later text. null: the block was removed."""


class DiffMonitorAnswerDiffFieldsValue(Model):
    old: Any
    """Earlier value."""
    new: Any
    """Later value."""


class DiffMonitorAnswerDiffSummary(Model):
    """Numbers of differences."""
    added: int
    """Number of added blocks or values."""
    removed: int
    """Number of removed blocks or values."""
    changed: int
    """Number of changed blocks or values."""


class DiffMonitorAnswerDiff(Model):
    """Differences between the versions."""
    blocks: list[DiffMonitorAnswerDiffBlocks]
    """Blocks of the content that differ."""
    fields: dict[str, DiffMonitorAnswerDiffFieldsValue]
    """Changed values by JSON Pointer."""
    summary: DiffMonitorAnswerDiffSummary
    """Numbers of differences."""
    truncated: bool
    """`true` when the lists are shortened."""


class DiffMonitorAnswer(Model):
    from_: DiffMonitorAnswerFrom = Field(alias="from")
    """Earlier version."""
    to: DiffMonitorAnswerTo
    """Later version."""
    changed: bool
    """True if the versions differ."""
    summary: str
    """Description of the differences in one line. It contains untrusted text of the page."""
    diff: DiffMonitorAnswerDiff
    """Differences between the versions."""


class OpenedBrowserSession(Model):
    sid: str
    """Identifier of the session."""
    status: Annotated[Literal["open", "closed", "expired"], ACCEPT_NEW_VALUES]
    """Status of the session."""
    reason: str | None
    """Reason why the session is no longer open, or null."""
    url: str
    """URL of the active page."""
    title: str
    """Title of the active page."""
    exit: Exit | None
    """Exit of the session. null: it has not been observed."""
    login: str | None
    """Id of the saved login that was loaded, or null."""
    steps: int
    """Number of steps so far."""
    credits: int
    """Credits charged so far: 1 per started minute."""
    opened_at: str
    """Time at which the session was opened (ISO 8601, UTC)."""
    last_step_at: str
    """Time of the last step, or of the opening."""
    expires_at: str
    """Time at which the session expires."""
    closed_at: str | None
    """Time at which the session ended. null: it is open."""
    live_url: str | None
    """WebSocket URL of the live view. It opens once, within one minute. null in a response that
    is replayed for an Idempotency-Key.
    """
    snapshot: str | None
    """The page as text, in which each usable element starts with its number. null: no page was
    opened.
    """
    error: PageError | None = None
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class BrowserSession(Model):
    sid: str
    """Identifier of the session."""
    status: Annotated[Literal["open", "closed", "expired"], ACCEPT_NEW_VALUES]
    """Status of the session."""
    reason: str | None
    """Reason why the session is no longer open, or null."""
    url: str
    """URL of the active page."""
    title: str
    """Title of the active page."""
    exit: Exit | None
    """Exit of the session. null: it has not been observed."""
    login: str | None
    """Id of the saved login that was loaded, or null."""
    steps: int
    """Number of steps so far."""
    credits: int
    """Credits charged so far: 1 per started minute."""
    opened_at: str
    """Time at which the session was opened (ISO 8601, UTC)."""
    last_step_at: str
    """Time of the last step, or of the opening."""
    expires_at: str
    """Time at which the session expires."""
    closed_at: str | None
    """Time at which the session ended. null: it is open."""


class ListBrowsersAnswer(Model):
    sessions: list[BrowserSession]
    """Sessions of the account."""


class BrowserStepResultFiles(Model):
    file_id: str
    """Identifier of the file."""
    name: str
    """Name of the file."""
    media_type: str
    """Media type of the file."""
    bytes: int
    """Size of the file in bytes."""
    url: str
    """URL of the file."""
    text: str | None = None
    """Content of a text file of at most 4,096 bytes."""


class BrowserStepResultDialogs(Model):
    type: str
    """Kind of the dialog."""
    message: str
    """Text of the dialog."""
    accepted: bool
    """True if it was accepted, false if it was dismissed."""


class BrowserStepResultTabs(Model):
    tab: int
    """Number of the tab."""
    url: str
    """URL of the tab."""
    title: str
    """Title of the tab."""
    active: bool
    """True for the tab that steps use."""


class BrowserStepResult(Model):
    sid: str
    """Identifier of the session."""
    type: Annotated[Literal["goto", "click", "drag", "type", "fill", "press", "select", "hover", "scroll", "wait", "wait_for", "evaluate", "log", "back", "forward", "reload", "snapshot", "read", "screenshot", "extract", "upload", "download", "save_login", "close_tab", "switch_tab", "live"], ACCEPT_NEW_VALUES]
    """Type of the step."""
    ok: bool
    """True if the step succeeded; otherwise, `error` states the reason."""
    url: str
    """URL of the active page after the step."""
    title: str
    """Title of the active page after the step."""
    snapshot: str | None
    """The page as text, in which each usable element starts with its number, or null."""
    result: Any = None
    """Value of the step: the result of a script, the page that was read, the extracted values or
    the saved login.
    """
    error: PageError | None = None
    screenshot: str | None = None
    """URL of the screenshot."""
    files: list[BrowserStepResultFiles] | None = None
    """Files that the step downloaded."""
    dialogs: list[BrowserStepResultDialogs] | None = None
    """Dialogs that the step opened."""
    tabs: list[BrowserStepResultTabs]
    """Open tabs."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """
    receipt: Receipt


class SessionRecordingSteps(Model):
    type: str
    """Type of the step."""


class SessionRecording(Model):
    """Recording of the steps as a workflow."""
    name: str
    """Name of the workflow."""
    steps: list[SessionRecordingSteps]
    """Steps of the workflow."""
    inputs: dict[str, Any]
    """JSON Schema of the inputs of a replay."""


class BrowserSessionWithRecording(Model):
    sid: str
    """Identifier of the session."""
    status: Annotated[Literal["open", "closed", "expired"], ACCEPT_NEW_VALUES]
    """Status of the session."""
    reason: str | None
    """Reason why the session is no longer open, or null."""
    url: str
    """URL of the active page."""
    title: str
    """Title of the active page."""
    exit: Exit | None
    """Exit of the session. null: it has not been observed."""
    login: str | None
    """Id of the saved login that was loaded, or null."""
    steps: int
    """Number of steps so far."""
    credits: int
    """Credits charged so far: 1 per started minute."""
    opened_at: str
    """Time at which the session was opened (ISO 8601, UTC)."""
    last_step_at: str
    """Time of the last step, or of the opening."""
    expires_at: str
    """Time at which the session expires."""
    closed_at: str | None
    """Time at which the session ended. null: it is open."""
    recording: SessionRecording | None = None


class LoginRenewalLastError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""


class LoginRenewalLast(Model):
    run_id: str | None
    """Run of the renewal: GET /v1/runs/{run_id}."""
    status: Annotated[Literal["running", "completed", "needs_input", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    """Status of the renewal."""
    started_at: str
    """Time at which the renewal started (ISO 8601, UTC)."""
    error: LoginRenewalLastError | None
    """Error of the renewal. null: it did not fail."""


class LoginRenewal(Model):
    workflow: str
    """Id of the workflow that logs in again."""
    schedule: Schedule | None
    """Schedule of the renewals. null: only when the login has expired."""
    next_run_at: str | None
    """Time of the next renewal by the schedule. null: none is planned."""
    last: LoginRenewalLast | None
    """The last renewal, or null before the first."""


class Login(Model):
    lid: str
    """Identifier of the login."""
    name: str
    """Name of the login."""
    domain: str
    """Site of the login, and the only one that receives it."""
    country: str | None
    """Country of the exit through which it was saved (ISO 3166-1 alpha-2), or null when unknown."""
    created_at: str
    """Time at which it was saved first (ISO 8601, UTC)."""
    saved_at: str
    """Time at which it was saved last."""
    last_used_at: str | None
    """Time of the last use. null: it was not used yet."""
    status: Annotated[Literal["ok", "expired"], ACCEPT_NEW_VALUES]
    """`expired`: the site asked for a login despite the saved one."""
    use_for: list[Annotated[Literal["scrape", "crawl", "map", "monitors", "datasets"], ACCEPT_NEW_VALUES]]
    """Operations that use this login for pages of its site without being asked to."""
    webhook: str | None
    """URL that receives the event `login.expired`."""
    renewal: LoginRenewal | None
    """The workflow that renews the login, or null."""


class ListLoginsAnswer(Model):
    logins: list[Login]
    """Saved logins."""


class DeleteLoginAnswer(Model):
    lid: str
    """Identifier of the login."""
    deleted: Literal[True]
    """The resource no longer exists."""


class WorkflowLastRun(Model):
    run_id: str
    """Identifier of the run."""
    status: RunStatus
    created_at: str
    """Time at which the run was requested (ISO 8601, UTC)."""


class Workflow(Model):
    id: str
    """Identifier of the workflow."""
    name: str
    """Name of the workflow."""
    steps: Any
    """Steps of the workflow, as in the request."""
    inputs: dict[str, Any] | None
    """JSON Schema of the inputs. null: the workflow has none."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none was requested."""
    strict_country: bool
    """True if runs fail without an exit in the country."""
    network: Annotated[Literal["auto", "service", "residential"], ACCEPT_NEW_VALUES]
    """Network of the exit."""
    login: str | None
    """Identifier of the saved login. null: none."""
    webhook: str | None
    """A key that may only read gets it without tokens."""
    schedule: Schedule | None
    """Schedule of the runs. null: none."""
    next_run_at: str | None
    """Time of the next run. null: none is planned."""
    next_runs: list[str]
    """Times of the next runs."""
    last_run: WorkflowLastRun | None
    """Last run. null: none yet."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    updated_at: str
    """Time of the last change."""


class ListWorkflowsAnswer(Model):
    workflows: list[Workflow]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class DeleteWorkflowAnswer(Model):
    id: str
    """Identifier of the deleted workflow."""
    deleted: Literal[True]
    """The resource no longer exists."""


class WorkflowRunError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class WorkflowRunQuestion(Model):
    kind: Annotated[Literal["ask", "repeat"], ACCEPT_NEW_VALUES]
    """`ask`: the question of a step. `repeat`: an interrupted step needs a decision; answer
    `repeat`, `skip` or `stop`.
    """
    step: str
    """JSON Pointer of the step that asks."""
    question: str
    """Text of the question."""
    name: str | None
    """Name of the variable for the answer. null: none."""
    schema_: dict[str, Any] | None = Field(alias="schema")
    """JSON Schema of the answer. null: any text."""


class RunLogEntryError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class RunLogEntry(Model):
    seq: int
    """Number of the entry in the log."""
    at: str
    """Time of the step (ISO 8601, UTC)."""
    step: str
    """JSON Pointer of the step in the workflow."""
    type: str
    """Type of the step."""
    status: Annotated[Literal["ok", "failed", "skipped", "asked", "answered", "resumed"], ACCEPT_NEW_VALUES]
    """`skipped`: an optional step that failed, or an interrupted step that was answered with
    `skip`.
    """
    ms: int
    """Duration in milliseconds."""
    detail: str | None
    """Result of the step in words. null: none."""
    url: str | None
    """URL of the browser after the step."""
    screenshot: str | None
    """URL of the screenshot, for `screenshot` steps and failed steps."""
    error: RunLogEntryError | None
    """Error of the step. null: it did not fail."""


class RunFile(Model):
    fid: str
    """Identifier of the file."""
    name: str
    """Name of the file."""
    media_type: str
    """Media type of the file."""
    bytes: int
    """Size of the file in bytes."""
    step: str
    """JSON Pointer of the step that created the file."""
    url: str
    """URL of the file."""


class WorkflowRun(Model):
    run_id: str
    """Identifier of the run."""
    workflow_id: str
    """Identifier of the workflow."""
    name: str
    """Name of the workflow."""
    status: RunStatus
    step: str | None
    """JSON Pointer of the current or last step."""
    records_total: int
    """Number of records so far."""
    credits: int
    """Credits charged so far."""
    error: WorkflowRunError | None
    """Error of the run. null: it did not fail."""
    created_at: str
    """Time at which the run was requested (ISO 8601, UTC)."""
    started_at: str | None
    """Time at which the run started. null: not started yet."""
    finished_at: str | None
    """Time at which the run ended. null: not ended yet."""
    jid: str
    """Id of the job. An answer or a retry creates another job."""
    question: WorkflowRunQuestion | None
    """The open question while the status is `needs_input`."""
    log: list[RunLogEntry]
    """The last 300 log entries, oldest first."""
    log_total: int
    """Number of all log entries."""
    records: Any
    """The first 100 records."""
    files: list[RunFile]
    """Files of the run."""
    warnings: list[Warning]
    """Warnings about the browser of the run, such as `country_not_used`."""
    receipt: Receipt | None
    """Receipt of the last charge, or null before the first."""
    expires_at: str | None
    """Time at which an ended run is deleted."""


class RunSummaryError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class RunSummary(Model):
    run_id: str
    """Identifier of the run."""
    workflow_id: str
    """Identifier of the workflow."""
    name: str
    """Name of the workflow."""
    status: RunStatus
    step: str | None
    """JSON Pointer of the current or last step."""
    records_total: int
    """Number of records so far."""
    credits: int
    """Credits charged so far."""
    error: RunSummaryError | None
    """Error of the run. null: it did not fail."""
    created_at: str
    """Time at which the run was requested (ISO 8601, UTC)."""
    started_at: str | None
    """Time at which the run started. null: not started yet."""
    finished_at: str | None
    """Time at which the run ended. null: not ended yet."""


class ListWorkflowRunsAnswer(Model):
    runs: list[RunSummary]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class GetRunRecordsAnswer(Model):
    run_id: str
    """Identifier of the run."""
    records: list[Any]
    """Records of the run."""
    offset: int
    """Number of records before the first one of this response."""
    total: int
    """Number of all records."""
    next_offset: int | None
    """Value of `offset` for the next request. null: the end is reached."""


class JobProgress(Model):
    """Numbers of URLs and pages of the job."""
    discovered: int
    """URLs found within the limits of the job"""
    queued: int
    """URLs that wait to be read"""
    running: int
    """URLs that are being read"""
    done: int
    """finished pages of any status"""
    ok: int
    """finished pages with the status `ok`"""
    not_found: int
    """finished pages with the status `not_found`"""
    blocked: int
    """finished pages with the status `blocked`"""
    failed: int
    """finished pages with the status `failed`"""
    unavailable: int
    """finished pages with the status `unavailable`"""
    budget_exhausted: int
    """finished pages with the status `budget_exhausted`"""
    invalid: int
    """finished pages with the status `invalid`"""


class JobCredits(Model):
    """Credits of the job."""
    reserved: int
    """Credits held for pages that were not read yet."""
    charged: int
    """Credits charged so far."""


class JobError(Model):
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class JobWebhook(Model):
    url: str
    """URL of the receiver; tokens in it are masked"""
    delivered: int
    """Number of events that the receiver accepted."""
    failed: int
    """Number of events that were given up."""
    notice: str | None = None
    """present if the target was disabled"""


class JobSkipped(Model):
    """numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered
    page), `action` (a view, form or account page of the software), `trap` (an endless
    series), `path_rules`, `file`, `logout` (a link that ends the session of the login),
    `depth` (further from the start page than `max_depth` when they were found; one that is
    found again by a shorter way, or after a restart, may be counted as well)
    """
    duplicate: int | None = None
    """number of URLs left out as `duplicate`; absent for 0"""
    action: int | None = None
    """number of URLs left out as `action`; absent for 0"""
    trap: int | None = None
    """number of URLs left out as `trap`; absent for 0"""
    path_rules: int | None = None
    """number of URLs left out as `path_rules`; absent for 0"""
    file: int | None = None
    """number of URLs left out as `file`; absent for 0"""
    logout: int | None = None
    """number of URLs left out as `logout`; absent for 0"""
    depth: int | None = None
    """number of URLs left out as `depth`; absent for 0"""


class JobWaiting(Model):
    code: Annotated[Literal["retry_after", "login_expired"], ACCEPT_NEW_VALUES]
    """`retry_after`: the site asked for a pause. `login_expired`: the site asked for a login
    again, and the job is paused; save the login again and resume the job
    """
    origin: str
    """origin that asked for the pause, or for a login"""
    until: str | None
    """time at which the job continues; null until it is resumed"""
    login: str | None = None
    """id of the login whose session has ended"""
    renewal: str | None = None
    """id of the run that renews the login; the job continues after it"""
    message: str
    """Explanation of the wait, for people."""


class Job(Model):
    jid: str
    """Identifier of the job."""
    type: Annotated[Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"], ACCEPT_NEW_VALUES]
    """Type of the job: the operation that it runs."""
    status: Annotated[Literal["queued", "running", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    """Status of the job. `completed`, `failed` and `cancelled` are final."""
    paused: bool
    """True while the job is paused; its status stays as it is."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    started_at: str | None
    """Time at which the first work of the job started. null: not started yet."""
    finished_at: str | None
    """Time at which the job reached its final status. null: not ended yet."""
    expires_at: str | None
    """time at which the job and its pages are deleted; null until it has ended"""
    params: dict[str, Any]
    """as requested, with secrets masked"""
    progress: JobProgress
    """Numbers of URLs and pages of the job."""
    credits: JobCredits
    """Credits of the job."""
    error: JobError | None
    """Reason why the job failed. null: the job did not fail."""
    webhook: JobWebhook | None
    """Receiver of the events of the job and its deliveries. null: the job has no webhook."""
    robots_blocked: list[str]
    """URLs excluded by robots rules, at most about a thousand"""
    robots_blocked_total: int
    """Number of all URLs excluded by robots rules."""
    skipped: JobSkipped
    """numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered
    page), `action` (a view, form or account page of the software), `trap` (an endless
    series), `path_rules`, `file`, `logout` (a link that ends the session of the login),
    `depth` (further from the start page than `max_depth` when they were found; one that is
    found again by a shorter way, or after a restart, may be counted as well)
    """
    waiting: JobWaiting | None
    """why pages of the job wait now; null if none waits"""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """


class ListJobsAnswer(Model):
    jobs: list[Job]
    """Items of this part of the list."""
    total: int
    """Number of all items of the list."""
    next_offset: int | None
    """Value of `offset` for the next part of the list. null: this is the last part."""


class DeleteJobAnswer(Model):
    jid: str
    """Identifier of the deleted job."""
    deleted: Literal[True]
    """The resource no longer exists."""


class GetJobResultsAnswerResults(Model):
    receipt: Receipt


class GetJobResultsAnswer(Model):
    jid: str
    """Identifier of the job."""
    type: Annotated[Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"], ACCEPT_NEW_VALUES]
    """Type of the job."""
    status: Annotated[Literal["queued", "running", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    """Status of the job."""
    results: list[PageResult | GetJobResultsAnswerResults]
    """Delivered pages. For a job of one task: the response that its direct call returns."""
    offset: int
    """Number of results before the first one of this response."""
    total: int
    """Number of all results so far."""
    next_offset: int | None
    """Value of `offset` for the next request. null: there are no more results so far."""


class FollowJobAnswer(Model):
    id: str
    """Identifier of the event, for `last_event_id`."""
    type: str
    """Type of the event, such as `job.page`."""
    data: dict[str, Any]
    """Data of the event."""


class FindJobPassagesAnswerPages(Model):
    url: str
    """URL of the page."""
    title: str | None
    """Title of the page. null: it has none."""
    ref: str | None
    """Identifier of a long page, for GET /v1/read."""
    passages: list[Passage]
    """Up to three, best first."""


class FindJobPassagesAnswer(Model):
    jid: str
    """Identifier of the job."""
    type: Annotated[Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"], ACCEPT_NEW_VALUES]
    """Type of the job."""
    status: Annotated[Literal["queued", "running", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    """Status of the job."""
    pages: list[FindJobPassagesAnswerPages]
    """Pages with passages, in the order of delivery."""
    without: list[str]
    """Addresses of the read pages without a passage."""
    searched: int
    """Number of searched pages, from `offset`."""
    total: int
    """Number of delivered pages."""
    next_offset: int | None
    """Value of `offset` for the next request. null: the end is reached."""


class WebhookSecret(Model):
    secret: str
    """Secret: `whsec_` followed by the key in base64, as Standard Webhooks libraries expect it."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    previous_valid_until: str | None
    """Time until which messages are also signed with the previous secret."""


class RotateWebhookSecretAnswer(Model):
    secret: str | None
    """null in a response that is replayed for an Idempotency-Key."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    previous_valid_until: str | None
    """Time until which messages are also signed with the previous secret."""


class Delivery(Model):
    id: str
    """Identifier of the delivery; the header `webhook-id` has the same value on every attempt."""
    type: Annotated[Literal["job.started", "job.page", "job.paused", "job.completed", "job.failed", "job.cancelled", "dataset.changed", "monitor.changed", "monitor.failing", "monitor.recovered", "monitor.digest", "workflow.needs_input", "workflow.completed", "login.expired", "webhook.test"], ACCEPT_NEW_VALUES]
    """Type of the event."""
    jid: str | None
    """Identifier of the job. null: the event belongs to no job."""
    url: str
    """URL of the receiver. Tokens in the path and query values are masked."""
    status: Annotated[Literal["pending", "delivered", "failed", "disabled"], ACCEPT_NEW_VALUES]
    """`failed`: given up after eight attempts in a day and a half, or because the mail server
    rejected the recipient or the message permanently. `disabled`: not sent, because the
    receiver answered 410 to an event of this job or accepted nothing for five days.
    """
    at: str
    """Time of the event."""
    attempt_count: int
    """Number of attempts so far."""
    next_attempt_at: str | None
    """Time of the next attempt. null: none is planned."""
    delivered_at: str | None
    """Time at which the receiver accepted the delivery. null: it did not."""


class ListWebhookDeliveriesAnswer(Model):
    deliveries: list[Delivery]
    """Deliveries, newest first."""
    next_before: str | None
    """Value of `before` for the next request. null: there are no older deliveries."""


class DeliveryAttempt(Model):
    attempt: int
    """Number of the attempt; the first is 1."""
    at: str
    """Time of the attempt (ISO 8601, UTC)."""
    ms: int | None
    """Duration in milliseconds. null: the attempt is running, or its process ended unexpectedly."""
    status_code: int | None
    """HTTP status code of the response. null: no response."""
    answer: str | None
    """First kilobyte of the response of the receiver. Untrusted text."""
    error: str | None
    """Reason why the attempt failed. null: it succeeded or is running."""


class DeliveryDetail(Model):
    id: str
    """Identifier of the delivery; the header `webhook-id` has the same value on every attempt."""
    type: Annotated[Literal["job.started", "job.page", "job.paused", "job.completed", "job.failed", "job.cancelled", "dataset.changed", "monitor.changed", "monitor.failing", "monitor.recovered", "monitor.digest", "workflow.needs_input", "workflow.completed", "login.expired", "webhook.test"], ACCEPT_NEW_VALUES]
    """Type of the event."""
    jid: str | None
    """Identifier of the job. null: the event belongs to no job."""
    url: str
    """URL of the receiver. Tokens in the path and query values are masked."""
    status: Annotated[Literal["pending", "delivered", "failed", "disabled"], ACCEPT_NEW_VALUES]
    """`failed`: given up after eight attempts in a day and a half, or because the mail server
    rejected the recipient or the message permanently. `disabled`: not sent, because the
    receiver answered 410 to an event of this job or accepted nothing for five days.
    """
    at: str
    """Time of the event."""
    attempt_count: int
    """Number of attempts so far."""
    next_attempt_at: str | None
    """Time of the next attempt. null: none is planned."""
    delivered_at: str | None
    """Time at which the receiver accepted the delivery. null: it did not."""
    data: dict[str, Any]
    """Data of the event, as sent to the receiver without `links`."""
    attempts: list[DeliveryAttempt]
    """Attempts, oldest first."""


class WebhookTarget(Model):
    url: str
    """URL of the receiver. Tokens in the path and query values are masked."""
    status: Annotated[Literal["failing", "disabled"], ACCEPT_NEW_VALUES]
    """`failing`: attempts failed since the last success. `disabled`: no more events are sent."""
    failing_since: str
    """Time of the first failed attempt since the last success (ISO 8601, UTC)."""
    failures: int
    """Number of failed attempts since `failing_since`."""
    last_failure_at: str
    """Time of the last failed attempt."""
    last_error: str
    """Reason why the last attempt failed."""
    disabled_at: str | None
    """Time at which the receiver was disabled. null: it was not."""
    notice: str
    """Explanation of the status and what to do, for people."""


class ListWebhookTargetsAnswer(Model):
    targets: list[WebhookTarget]
    """Receivers that did not accept the last delivery."""


class TestWebhookAnswer(Model):
    id: str
    """Identifier of the delivery; the header `webhook-id` has the same value on every attempt."""
    type: Annotated[Literal["job.started", "job.page", "job.paused", "job.completed", "job.failed", "job.cancelled", "dataset.changed", "monitor.changed", "monitor.failing", "monitor.recovered", "monitor.digest", "workflow.needs_input", "workflow.completed", "login.expired", "webhook.test"], ACCEPT_NEW_VALUES]
    """Type of the event."""
    jid: str | None
    """Identifier of the job. null: the event belongs to no job."""
    url: str
    """URL of the receiver. Tokens in the path and query values are masked."""
    status: Annotated[Literal["pending", "delivered", "failed", "disabled"], ACCEPT_NEW_VALUES]
    """`failed`: given up after eight attempts in a day and a half, or because the mail server
    rejected the recipient or the message permanently. `disabled`: not sent, because the
    receiver answered 410 to an event of this job or accepted nothing for five days.
    """
    at: str
    """Time of the event."""
    attempt_count: int
    """Number of attempts so far."""
    next_attempt_at: str | None
    """Time of the next attempt. null: none is planned."""
    delivered_at: str | None
    """Time at which the receiver accepted the delivery. null: it did not."""
    data: dict[str, Any]
    """Data of the event, as sent to the receiver without `links`."""
    attempts: list[DeliveryAttempt]
    """Attempts, oldest first."""
    warnings: list[Warning]
    """Statements about the result, such as an option without effect; empty if there is nothing
    to state.
    """


class Credits(Model):
    """Credits of the account."""
    plan: int
    """Plan credits left until the next renewal."""
    top_up: int
    """Top-up credits left; they do not expire at renewal."""
    reserved: int
    """Credits held for running work."""
    available: int
    """Credits that can be spent now: plan and top-up credits without `reserved`."""


class KeyLimits(Model):
    """Limits of this key. `null`: the limits of the account apply."""
    requests_per_minute: int | None
    """Maximum number of requests per minute."""
    concurrent: int | None
    """Maximum number of requests at the same time."""
    credits_per_day: int | None
    """Maximum number of credits per day (UTC)."""


class Key(Model):
    key_id: str
    """Identifier of the key."""
    name: str
    """Name of the key."""
    scopes: list[Annotated[Literal["read", "write", "admin", "operator"], ACCEPT_NEW_VALUES]]
    """Permissions of the key."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    expires_at: str | None
    """Expiry time. null: the key does not expire."""
    last_used_at: str | None
    """Time of the last use, to the minute."""
    limits: KeyLimits
    """Limits of this key. `null`: the limits of the account apply."""
    credits_used_today: int
    """Credits charged today (UTC) to this key and to those that share its `credits_per_day`."""
    shares_credits_with: list[str]
    """Ids of other active keys that share `credits_per_day` with this key."""


class AccountLimits(Model):
    """Limits of the whole account; a key can have lower limits."""
    requests_per_minute: int
    """Maximum number of requests per minute."""
    concurrent: int
    """Maximum number of requests at the same time."""


class Account(Model):
    account_id: str
    """Identifier of the account."""
    name: str
    """Name of the account."""
    plan: str
    """Name of the plan."""
    unlimited: bool
    """True when requests are never rejected for lack of credits."""
    renews_at: str
    """Time of the next renewal of the plan credits (ISO 8601, UTC)."""
    credits: Credits
    keys: list[Key]
    """Active keys of the account."""
    limits: AccountLimits
    """Limits of the whole account; a key can have lower limits."""


class BillingAnswerReservations(Model):
    id: str
    """Identifier of the reservation."""
    credits: int
    """Held credits."""
    request_id: str | None = None
    """Identifier of the request that reserved the credits."""
    job: str | None = None
    """Identifier of the job that reserved the credits."""
    created_at: str
    """Time of the reservation (ISO 8601, UTC)."""
    expires_at: str
    """Time at which the reservation is released (ISO 8601, UTC)."""


class LedgerRow(Model):
    id: int
    """Number of the row; a later row has a higher one."""
    at: str
    """Time of the movement (ISO 8601, UTC)."""
    kind: Annotated[Literal["renewal", "expiry", "top_up", "charge"], ACCEPT_NEW_VALUES]
    """Kind of the movement."""
    bucket: Annotated[Literal["plan", "top_up"], ACCEPT_NEW_VALUES]
    """Credits that the row changes: plan or top-up credits."""
    credits: int
    """Credits that this row adds to the balance; negative for charges."""
    balance: int
    """Sum of all rows up to and including this one."""
    request_id: str | None = None
    """Identifier of the charged request; absent for movements without one."""
    job: str | None = None
    """Identifier of the charged job; absent for movements without one."""
    pages: int | None = None
    """Number of charged pages; absent if the charge is not for pages."""
    note: str | None = None
    """Text about the movement; absent without one."""


class UsageTotal(Model):
    """Sums of the period."""
    credits: int
    """Charged credits."""
    pages: int
    """Charged pages."""


class UsageByDay(Model):
    day: str
    """Day (YYYY-MM-DD, UTC)."""
    credits: int
    """Charged credits."""
    pages: int
    """Charged pages."""


class UsageByTool(Model):
    tool: str | None
    """Name of the operation. null: unknown."""
    credits: int
    """Charged credits."""
    pages: int
    """Charged pages."""


class UsageByRoute(Model):
    route: str | None
    """null: unknown."""
    credits: int
    """Charged credits."""
    pages: int
    """Charged pages."""


class UsageByCountry(Model):
    country: str | None
    """null: unknown."""
    credits: int
    """Charged credits."""
    pages: int
    """Charged pages."""


class Usage(Model):
    """Charged credits and pages of a period."""
    from_: str = Field(alias="from")
    """First day (YYYY-MM-DD, UTC), inclusive."""
    to: str
    """Last day (YYYY-MM-DD, UTC), inclusive."""
    total: UsageTotal
    """Sums of the period."""
    by_day: list[UsageByDay]
    """Sums by day."""
    by_tool: list[UsageByTool]
    """Sums by operation."""
    by_route: list[UsageByRoute]
    """Sums by route."""
    by_country: list[UsageByCountry]
    """Sums by country of the exit."""


class BillingAnswer(Model):
    plan: str
    """Name of the plan."""
    renews_at: str
    """Time of the next renewal (ISO 8601, UTC)."""
    plan_allowance: int
    """Plan credits added at each renewal. Unspent plan credits expire just before."""
    plan_credits: int
    """Plan credits left until the next renewal."""
    top_up_credits: int
    """Top-up credits left."""
    reservations: list[BillingAnswerReservations]
    """Credits held for running work."""
    ledger: list[LedgerRow]
    """The latest 100 rows of the ledger, newest first."""
    usage: Usage


class LedgerAnswer(Model):
    ledger: list[LedgerRow]
    """Rows of the ledger, newest first."""
    next_before: int | None
    """Value of `before` for the next page. null: there are no older rows."""


class ListKeysAnswer(Model):
    keys: list[Key]
    """Active keys, oldest first."""


class CreateKeyAnswerLimits(Model):
    """Limits of this key. `null`: the limits of the account apply."""
    requests_per_minute: int | None
    """Maximum number of requests per minute."""
    concurrent: int | None
    """Maximum number of requests at the same time."""
    credits_per_day: int | None
    """Maximum number of credits per day (UTC)."""


class CreateKeyAnswer(Model):
    key_id: str
    """Identifier of the key."""
    name: str
    """Name of the key."""
    scopes: list[Annotated[Literal["read", "write", "admin", "operator"], ACCEPT_NEW_VALUES]]
    """Permissions of the key."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    expires_at: str | None
    """Expiry time. null: the key does not expire."""
    last_used_at: str | None
    """Time of the last use, to the minute."""
    limits: CreateKeyAnswerLimits
    """Limits of this key. `null`: the limits of the account apply."""
    credits_used_today: int
    """Credits charged today (UTC) to this key and to those that share its `credits_per_day`."""
    shares_credits_with: list[str]
    """Ids of other active keys that share `credits_per_day` with this key."""
    key: str | None
    """Token of the key, returned only once. null in a response that is replayed for an
    Idempotency-Key.
    """


class RevokeKeyAnswer(Model):
    key_id: str
    """Identifier of the revoked key."""
    revoked: Literal[True]
    """The key is no longer valid."""


class RotateKeyAnswerLimits(Model):
    """Limits of this key. `null`: the limits of the account apply."""
    requests_per_minute: int | None
    """Maximum number of requests per minute."""
    concurrent: int | None
    """Maximum number of requests at the same time."""
    credits_per_day: int | None
    """Maximum number of credits per day (UTC)."""


class RotateKeyAnswerReplaces(Model):
    """The replaced key."""
    key_id: str
    """Identifier of the replaced key."""
    valid_until: str
    """Time until which the replaced key is valid (ISO 8601, UTC)."""


class RotateKeyAnswer(Model):
    key_id: str
    """Identifier of the key."""
    name: str
    """Name of the key."""
    scopes: list[Annotated[Literal["read", "write", "admin", "operator"], ACCEPT_NEW_VALUES]]
    """Permissions of the key."""
    created_at: str
    """Time of creation (ISO 8601, UTC)."""
    expires_at: str | None
    """Expiry time. null: the key does not expire."""
    last_used_at: str | None
    """Time of the last use, to the minute."""
    limits: RotateKeyAnswerLimits
    """Limits of this key. `null`: the limits of the account apply."""
    credits_used_today: int
    """Credits charged today (UTC) to this key and to those that share its `credits_per_day`."""
    shares_credits_with: list[str]
    """Ids of other active keys that share `credits_per_day` with this key."""
    key: str | None
    """Token of the key, returned only once. null in a response that is replayed for an
    Idempotency-Key.
    """
    replaces: RotateKeyAnswerReplaces
    """The replaced key."""


class CreateSignInLinkAnswer(Model):
    key_id: str
    """Identifier of the key."""
    url: str | None
    """Link, returned only once. null in a response that is replayed for an Idempotency-Key."""
    expires_at: str
    """Time until which the link can be used."""


class AuditEntry(Model):
    id: int
    """Number of the entry; a later entry has a higher one."""
    at: str
    """Time of the change (ISO 8601, UTC)."""
    action: Annotated[Literal["account_created", "credits_added", "key_changed", "key_created", "key_revoked", "key_rotated", "model_changed", "secret_rotated", "settings_changed", "sign_in_link_created", "signed_in"], ACCEPT_NEW_VALUES]
    """Kind of the change."""
    subject: str
    """Identifier of the changed key or account, or of the new receipt key."""
    by: Annotated[Literal["account", "operator", "data_directory"], ACCEPT_NEW_VALUES]
    """Actor of the change: a key of this account, an operator, or a local command with access to
    the data directory.
    """
    key_id: str | None
    """Key that made the change, if it belongs to this account."""
    request_id: str | None
    """Identifier of the request that made the change. null: a local command made it."""
    details: dict[str, Any]
    """Details of the change; the fields depend on `action`."""


class ListAuditAnswer(Model):
    audit: list[AuditEntry]
    """Entries, newest first."""
    next_before: int | None
    """Value of `before` for the next page. null: there are no older entries."""


class CreateAccountAnswer(Model):
    account_id: str
    """Identifier of the account."""
    name: str
    """Name of the account."""
    plan: str
    """Name of the plan."""
    plan_credits: int
    """Plan credits added at each renewal."""
    unlimited: bool
    """True when requests are never rejected for lack of credits."""
    renews_at: str
    """Time of the next renewal of the plan credits (ISO 8601, UTC)."""
    key_id: str
    """Identifier of the first key."""
    key: str | None
    """Token of the key, returned only once. null in a response that is replayed for an
    Idempotency-Key.
    """


class AddCreditsAnswer(Model):
    account_id: str
    """Identifier of the account."""
    credits: Credits


class ModelSettings(Model):
    source: Annotated[Literal["environment", "database", "none"], ACCEPT_NEW_VALUES]
    """`environment`: settings of the process, which prevail; `database`: set here; `none`: no
    model
    """
    url: str | None
    """Base URL of the API, without secrets."""
    model: str | None
    """Name of the model. null: the first that the API lists."""
    has_key: bool
    """True if requests carry a key, which is never returned."""
    file: str | None
    """Path of a GGUF model that runs in the process."""


class TestModelAnswer(Model):
    works: bool
    """True if the model found the fact."""
    detail: str
    """What it answered, how fast and with how many tokens, or what is wrong."""


class Setting(Model):
    variable: str
    """Name of the environment variable."""
    meaning: str
    """What it sets."""
    value: str | None
    """Value in force. null: none, or a secret one."""
    is_set: bool
    """False if the default is in force."""
    is_secret: bool
    """True if the value holds a secret and is never returned."""
    source: Annotated[Literal["environment", "file", "database", "default"], ACCEPT_NEW_VALUES]
    """`environment` or `file`: settings of the process, which prevail; `database`: set here;
    `default`: set nowhere
    """
    is_live: bool
    """True if it can be set here, without a restart."""


class Settings(Model):
    settings: list[Setting]
    """All settings, in the order of the documentation."""


class HistoryEntryError(Model):
    """Error of the request; absent if it succeeded."""
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class HistoryEntrySubject(Model):
    kind: str
    """Such as `monitor` or `dataset`."""
    id: str
    """Its identifier."""
    name: str
    """Its name."""
    outcome: str | None
    """What a check found, in one line. null: the status says it."""


class HistoryEntry(Model):
    rid: str
    """Identifier of the request, as in the header X-Request-Id."""
    at: str
    """Time of the request (ISO 8601, UTC)."""
    tool: str
    """Name of the operation."""
    origin: Annotated[Literal["http", "mcp", "cli", "v2", "job", "schedule"], ACCEPT_NEW_VALUES]
    """Interface or part that made the request."""
    key_id: str | None
    """Identifier of the key that made the request. null: no key."""
    status: str
    """Status of the page for page operations; otherwise `ok` or the error code."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none or unknown."""
    url: str | None
    """URL of the page, with secrets masked. null: the request is about no single page."""
    credits: int
    """Charged credits."""
    ms: int
    """Duration in milliseconds."""
    error: HistoryEntryError | None = None
    """Error of the request; absent if it succeeded."""
    subject: HistoryEntrySubject | None
    """What the request is about. null: nothing with a name, or it no longer exists."""


class ListRequestsAnswer(Model):
    requests: list[HistoryEntry]
    """Requests, newest first."""
    next_before: float | None
    """Value of `before` for the next page, as Unix time in seconds. null: there are no older
    requests.
    """


class HistoryDetailError(Model):
    """Error of the request; absent if it succeeded."""
    code: str
    """Code of the error, for programs."""
    message: str
    """Explanation of the error, for people."""
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class HistoryDetail(Model):
    rid: str
    """Identifier of the request, as in the header X-Request-Id."""
    at: str
    """Time of the request (ISO 8601, UTC)."""
    tool: str
    """Name of the operation."""
    origin: Annotated[Literal["http", "mcp", "cli", "v2", "job", "schedule"], ACCEPT_NEW_VALUES]
    """Interface or part that made the request."""
    key_id: str | None
    """Identifier of the key that made the request. null: no key."""
    status: str
    """Status of the page for page operations; otherwise `ok` or the error code."""
    country: str | None
    """Country of the exit (ISO 3166-1 alpha-2). null: none or unknown."""
    url: str | None
    """URL of the page, with secrets masked. null: the request is about no single page."""
    credits: int
    """Charged credits."""
    ms: int
    """Duration in milliseconds."""
    error: HistoryDetailError | None = None
    """Error of the request; absent if it succeeded."""
    params: dict[str, Any]
    """Parameters of the request, with secrets masked."""
    receipt: Receipt | None
    """Receipt of the request. null: it has none."""


class ResultVerification(Model):
    id: str | None
    """the `id` of the receipt; null if it has none"""
    valid: bool
    """true if this service signed the receipt, no field was changed since, and the result, if it
    was sent, does not differ from what was signed
    """
    kid: str | None
    """id of the key that signed; null if the signature is not valid"""
    reason: str | None
    """why the receipt or its result is not valid; null if it is"""
    checked: list[str]
    """members of the result that were compared and do not differ"""
    unchecked: list[str]
    """members of the result, and parts that the receipt covers, that could not be compared"""


class ReceiptVerification(Model):
    id: str | None
    """the `id` of the receipt; null if it has none"""
    valid: bool
    """true if this service signed the receipt, no field was changed since, and the result, if it
    was sent, does not differ from what was signed
    """
    kid: str | None
    """id of the key that signed; null if the signature is not valid"""
    reason: str | None
    """why the receipt or its result is not valid; null if it is"""
    checked: list[str]
    """members of the result that were compared and do not differ"""
    unchecked: list[str]
    """members of the result, and parts that the receipt covers, that could not be compared"""
    results: list[ResultVerification] | None = None
    """the results in the lists of the result, which have receipts of their own"""


class CatalogTools(Model):
    name: str
    """Name of the operation."""
    title: str
    """Title of the operation."""
    description: str
    """Description of the operation."""
    method: str
    """HTTP method."""
    path: str
    """Path of the operation under the address of the service."""
    input_schema: dict[str, Any]
    """JSON Schema of the input: fields of path, query and body in one object."""
    output_schema: dict[str, Any]
    """JSON Schema of the response."""
    price: str
    """Price of the operation in words."""


class CatalogNetworksCountries(Model):
    country: str
    """Country code (ISO 3166-1 alpha-2)."""
    verified: bool
    """True if an exit was observed in the country."""


class CatalogNetworks(Model):
    network: Annotated[Literal["service", "residential", "unblock"], ACCEPT_NEW_VALUES]
    """Name of the network."""
    countries: list[CatalogNetworksCountries]
    """Countries with an exit in the network."""
    verified: bool
    """True if one of its exits was observed in its country."""


class Catalog(Model):
    version: str
    """Version of the API contract."""
    tools: list[CatalogTools]
    """Operations of the service."""
    formats: list[str]
    """Formats of a page."""
    networks: list[CatalogNetworks]
    """Networks that have exits."""
    rate_card: dict[str, Any]
    """Price of each item in credits."""
    receipt_key: dict[str, Any]
    """Public key that signs receipts (JWK)."""
    receipt_keys: list[dict[str, Any]]
    """Current and earlier public receipt keys, newest first (JWK)."""


class Functions(Model):
    tools: list[dict[str, Any]]
    """The value of the field `tools` in a request of the chosen API of a language model."""


class HealthChecksValue(Model):
    status: Annotated[Literal["ok", "degraded", "unavailable", "unreachable", "not_tested", "not_configured"], ACCEPT_NEW_VALUES]
    """`ok`: worked when it was last used or tested; `unavailable`: a required or configured part
    does not work; `unreachable`: an optional part does not answer, and the service works
    without it; `not_tested`: neither used nor tested by this process yet
    """
    detail: str | None = None
    """Explanation of the status, for people."""
    tested_at: str | None = None
    """Time of the last use or test. Absent if the part is observed at each call, or was neither
    used nor tested.
    """


class Health(Model):
    status: Annotated[Literal["ok", "degraded"], ACCEPT_NEW_VALUES]
    """`degraded`: at least one part is `degraded` or `unavailable`."""
    version: str
    """Version of the service."""
    checks: dict[str, HealthChecksValue]
    """State of each part, by its name."""


class DoctorChecksValue(Model):
    status: Annotated[Literal["ok", "degraded", "unavailable", "unreachable", "not_tested", "not_configured"], ACCEPT_NEW_VALUES]
    """`ok`: worked when it was last used or tested; `unavailable`: a required or configured part
    does not work; `unreachable`: an optional part does not answer, and the service works
    without it; `not_tested`: neither used nor tested by this process yet
    """
    detail: str | None = None
    """Explanation of the status, for people."""
    tested_at: str | None = None
    """Time of the last use or test. Absent if the part is observed at each call, or was neither
    used nor tested.
    """


class Doctor(Model):
    status: Annotated[Literal["ok", "degraded", "unavailable"], ACCEPT_NEW_VALUES]
    """`unavailable` if a required or configured part does not work"""
    version: str
    """Version of the service."""
    checks: dict[str, DoctorChecksValue]
    """Result of each part, by its name."""


class IpAnswer(Model):
    ip: str | None
    """IPv4 or IPv6 address. null: the request did not come through a network."""


PageStatus: TypeAlias = (
    Annotated[Literal["ok", "not_found", "blocked", "failed", "unavailable", "budget_exhausted", "invalid"], ACCEPT_NEW_VALUES]
)
"""Outcome of a page: `ok`, or the group of its error."""


ScrapeAnswer: TypeAlias = PageResult | PageResults


ArchiveAnswer: TypeAlias = (
    ArchiveGetAnswer
    | ArchiveSnapshotsAnswer
    | ArchiveDiffAnswer
    | ArchiveHistoryAnswer
    | ArchiveUrlsAnswer
)


Schedule: TypeAlias = ScheduleValueEvery | ScheduleValueCron | ScheduleValuePaused
"""Schedule of the runs: an interval, a cron expression, or paused."""


RunStatus: TypeAlias = (
    Annotated[Literal["queued", "running", "needs_input", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
)
"""Status of a run."""
