# Generated from the OpenAPI document of the service by scripts/write-python-client.ts. Do not edit.
"""Models of responses."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field

from ._model import ACCEPT_NEW_VALUES, Model


class EstimateAnswerEstimateLines(Model):
    item: str
    quantity: int
    credits: int
    note: str


class EstimateAnswerEstimate(Model):
    """only with `?dry_run=true`: minimum and maximum cost in credits"""
    min: int
    max: int
    lines: list[EstimateAnswerEstimateLines]


class EstimateAnswer(Model):
    estimate: EstimateAnswerEstimate
    """only with `?dry_run=true`: minimum and maximum cost in credits"""


class PageResultLinks(Model):
    url: str
    text: str
    nofollow: Literal[True] | None = None
    """Present if every link of the page to this URL has `rel="nofollow"`."""


class PageResultImages(Model):
    url: str
    alt: str


class PageMetadata(Model):
    """metadata of the page; absent fields are not stated by the page"""
    title: str | None = None
    description: str | None = None
    language: str | None = None
    """canonical language tag (BCP 47)"""
    language_source: Annotated[Literal["declared", "detected"], ACCEPT_NEW_VALUES] | None = None
    """declared: by the page or its response; detected: from the text"""
    canonical: str | None = None
    author: str | None = None
    site_name: str | None = None
    published: str | None = None
    modified: str | None = None
    favicon: str | None = None
    image: str | None = None
    robots: str | None = None
    content_type: str | None = None
    charset: str | None = None


class StructuredData(Model):
    json_ld: list[Any]
    microdata: list[Any]
    rdfa: list[Any]
    open_graph: dict[str, str | list[str]]
    twitter: dict[str, str | list[str]]
    embedded: dict[str, Any]


class NetworkCall(Model):
    url: str
    method: str
    status: int | None
    content_type: str | None
    bytes: int
    ms: float
    json_: Any = Field(default=None, alias="json")


class PageResultAttributes(Model):
    selector: str
    attribute: str
    values: list[str]


class StepResultsScrapes(Model):
    url: str
    html: str


class StepResultsJavascriptReturns(Model):
    type: str
    value: Any


class StepResults(Model):
    """output of the steps, if a job of /v2 had steps with output"""
    screenshots: list[str]
    scrapes: list[StepResultsScrapes]
    javascript_returns: list[StepResultsJavascriptReturns]
    pdfs: list[str]


class Passage(Model):
    offset: int
    length: int
    score: float
    section: str | None
    heading: str | None = None
    """Heading of the section; absent in results of earlier releases."""
    text: str


class Warning(Model):
    code: str
    message: str


class PageError(Model):
    code: Annotated[Literal["http_404", "http_410", "soft_404", "dns", "challenge", "captcha", "login_required", "rate_limited", "geo", "refused", "robots", "http_5xx", "timeout", "reset", "tls", "redirects", "too_large", "encoding", "document", "step", "not_configured", "country_unavailable", "no_browser", "no_exit", "dependency", "max_credits", "account_credits", "url", "scheme", "private_address", "port", "credentials"], ACCEPT_NEW_VALUES]
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class ExitEvidence(Model):
    source: str
    """a database, the operator’s `geo` map, or the exits file"""
    country: str | None
    db_date: str | None
    """build day of the database"""


class Exit(Model):
    country: str | None
    """ISO 3166-1 alpha-2; null if unknown"""
    city: str | None
    network: Annotated[Literal["service", "residential", "unblock"], ACCEPT_NEW_VALUES]
    ip: str | None
    verified: bool
    """true only if the IP address was observed through the same upstream and session"""
    verified_at: str | None
    evidence: list[ExitEvidence]


class ReceiptCharges(Model):
    item: Annotated[Literal["http", "browser", "residential", "residential_browser", "unblock", "cache", "archive", "upload", "none", "map", "search", "ai_extraction", "browser_minute", "read"], ACCEPT_NEW_VALUES]
    credits: int


class Attempt(Model):
    route: Annotated[Literal["http", "browser", "residential", "residential_browser", "unblock", "cache", "archive", "upload", "none"], ACCEPT_NEW_VALUES]
    exit_country: str | None
    outcome: Annotated[Literal["ok", "http_404", "http_410", "soft_404", "dns", "challenge", "captcha", "login_required", "rate_limited", "geo", "refused", "robots", "http_5xx", "timeout", "reset", "tls", "redirects", "too_large", "encoding", "document", "step", "not_configured", "country_unavailable", "no_browser", "no_exit", "dependency", "max_credits", "account_credits", "url", "scheme", "private_address", "port", "credentials"], ACCEPT_NEW_VALUES]
    status_code: int | None
    ms: int
    """milliseconds"""
    bytes: int
    """transferred bytes"""


class ReceiptRobots(Model):
    policy: Annotated[Literal["respect", "ignore"], ACCEPT_NEW_VALUES]
    verdict: Annotated[Literal["allowed", "disallowed", "unknown"], ACCEPT_NEW_VALUES]


class ModelUse(Model):
    """model usage; absent if no model was called"""
    model: str
    schema_mode: Annotated[Literal["strict_schema", "schema", "grammar", "json_object", "text"], ACCEPT_NEW_VALUES]
    """how the output was constrained to the schema"""
    calls: int
    """requests, including repeated ones"""
    input_tokens: int
    output_tokens: int
    cached_tokens: int | None = None
    """part of `input_tokens` that the model API read from its prompt cache"""
    estimated: bool
    """true if the model did not report its tokens"""
    ms: int
    """milliseconds"""


class Receipt(Model):
    version: Literal[1]
    id: str
    issuer: str
    """id of the instance that signed the receipt"""
    request_id: str
    url: str | None
    """as requested, without credentials and secret parameters; null on the receipt of a request
    for many pages
    """
    url_sha256: str | None = None
    """SHA-256 (hex) of the complete URL; present if `url` is masked"""
    method: str | None = None
    """method of the request; present if it is not GET"""
    final_url: str | None
    final_url_sha256: str | None = None
    """SHA-256 (hex) of the complete `final_url`; present if `final_url` is masked"""
    status: PageStatus | None
    status_code: int | None
    derived_from: str | None
    """id of the receipt of the original result, for a `cache` result"""
    route: Annotated[Literal["http", "browser", "residential", "residential_browser", "unblock", "cache", "archive", "upload", "none"], ACCEPT_NEW_VALUES] | None
    exit: Exit | None
    credits: int
    charges: list[ReceiptCharges]
    attempts: list[Attempt]
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
    model: ModelUse | None = None
    pages: list[str] | None = None
    """ids of the pages’ receipts, on the receipt of a request for many pages"""
    signature: str
    """detached JWS (EdDSA) over the RFC 8785 form of the other fields"""


class PageResult(Model):
    status: PageStatus
    url: str
    """as requested"""
    final_url: str | None
    """after redirects"""
    status_code: int | None
    title: str | None
    markdown: str | None = None
    """at most `max_length` code points; `ref` gives access to the rest"""
    html: str | None = None
    raw_html: str | None = None
    text: str | None = None
    links: list[PageResultLinks] | None = None
    images: list[PageResultImages] | None = None
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
    actions: StepResults | None = None
    ref: str | None = None
    """present for long pages: identifier for GET /v1/read"""
    expires_at: str | None = None
    """time at which `ref` expires"""
    length: int
    """code points of the complete Markdown; 0 if no format shows the content"""
    truncated: bool
    passages: list[Passage] | None = None
    line: int | None = None
    """in jobs over a list: line of the list, or element of a JSON list, from 1"""
    name: str | None = None
    """name of the line, as the caller gave it"""
    warnings: list[Warning]
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
    receipt: Receipt


class FoundImage(Model):
    url: str
    thumbnail_url: str | None = None
    width: int | None = None
    """Width in pixels."""
    height: int | None = None
    """Height in pixels."""


class SearchResult(Model):
    rank: int
    """Rank of the result, starting at 1 plus `offset`."""
    url: str
    title: str
    snippet: str
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
    query: str
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
    receipt: Receipt


class ExtractAnswerEvidenceValue(Model):
    method: Annotated[Literal["page_data", "selector", "heuristic", "derived", "model"], ACCEPT_NEW_VALUES]
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
    warnings: list[Warning]
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
    site: str
    """Registrable domain and URL pattern; `*` is the part that differs between pages."""
    state: Annotated[Literal["provisional", "active", "suspect", "stale"], ACCEPT_NEW_VALUES]
    """`provisional`: right on one page. `active`: right on two pages. `suspect`: less than half
    of the rules held on the last page. `stale`: the same on three consecutive pages; the
    layout is not used until it is learned again.
    """
    fields: list[ListLayoutsAnswerLayoutsFields]
    taught: int
    """Number of pages the layout was learned from."""
    used: int
    """Number of pages read with the layout; several pages per minute count once."""
    held: int
    """Number of those pages on which at least half of the rules held."""
    misses: int
    """Number of consecutive latest pages on which less than half of the rules held."""
    created_at: str
    learned_at: str
    used_at: str


class ListLayoutsAnswer(Model):
    layouts: list[ListLayoutsAnswerLayouts]
    total: int
    next_offset: int | None


class ForgetLayoutAnswer(Model):
    layout_id: str
    deleted: Literal[True]


class ParsedFileLinks(Model):
    url: str
    text: str
    nofollow: Literal[True] | None = None
    """Present if every link of the page to this URL has `rel="nofollow"`."""


class ParsedFileImages(Model):
    url: str
    alt: str


class ParsedFileFile(Model):
    name: str | None
    """without its path; null if it was sent without a name"""
    bytes: int
    sha256: str
    """SHA-256 of the bytes in hex, as in the receipt"""


class ParsedFileEvidenceValue(Model):
    method: Annotated[Literal["page_data", "selector", "heuristic", "derived", "model"], ACCEPT_NEW_VALUES]
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
    markdown: str | None = None
    """at most `max_length` code points; `ref` gives access to the rest"""
    html: str | None = None
    raw_html: str | None = None
    text: str | None = None
    links: list[ParsedFileLinks] | None = None
    images: list[ParsedFileImages] | None = None
    metadata: PageMetadata
    structured_data: StructuredData | None = None
    ref: str | None = None
    """present for long pages: identifier for GET /v1/read"""
    expires_at: str | None = None
    """time at which `ref` expires"""
    length: int
    """code points of the complete Markdown; 0 if no format shows the content"""
    truncated: bool
    passages: list[Passage] | None = None
    line: int | None = None
    """in jobs over a list: line of the list, or element of a JSON list, from 1"""
    name: str | None = None
    """name of the line, as the caller gave it"""
    warnings: list[Warning]
    error: PageError | None = None
    receipt: Receipt
    file: ParsedFileFile
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
    title: str | None = None
    """Title of the page, otherwise the text of a link to it."""
    description: str | None = None
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
    receipt: Receipt


class InspectedSourceFields(Model):
    name: str
    type: Annotated[Literal["text", "number", "money", "currency", "boolean", "date", "url", "image", "email", "phone", "html", "list"], ACCEPT_NEW_VALUES]
    example: Any


class InspectedSourceReplay(Model):
    """Result of repeating a call of the page’s scripts without the page. The page itself needs
    no test.
    """
    tested: bool
    ok: bool
    """True if the call returns the same records without the page."""
    headers: list[str]
    """Names of the required headers."""
    cookies: list[str]
    calls: int
    """Number of requests that the test needed."""
    reason: str | None = None
    """Reason why the call was not tested or does not work."""


class InspectedSourcePagination(Model):
    kind: Annotated[Literal["none", "link", "number", "cursor", "address", "header"], ACCEPT_NEW_VALUES]
    total: bool
    """True if a response states the number of records."""


class InspectedSource(Model):
    id: str
    kind: Annotated[Literal["api", "graphql", "embedded", "json_ld", "microdata", "feed", "table", "listing"], ACCEPT_NEW_VALUES]
    method: Annotated[Literal["GET", "POST"], ACCEPT_NEW_VALUES]
    url: str
    """URL that returns the records."""
    path: str
    """JSON Pointer of the list, or selector of the repeated elements."""
    records: int
    shown: float | None
    """Share of the visible records that this source contains in the same order, from 0 to 1.
    null: the page shows no records.
    """
    fields: list[InspectedSourceFields]
    replay: InspectedSourceReplay
    """Result of repeating a call of the page’s scripts without the page. The page itself needs
    no test.
    """
    pagination: InspectedSourcePagination
    rendered: bool
    """True if the source needs a browser."""
    credits_per_run: int
    """Credits for reading one page of the source."""


class InspectAnswerPagination(Model):
    next: str | None
    """URL of the next page, from a link on the page."""
    by: Annotated[Literal["rel", "label", "number"], ACCEPT_NEW_VALUES] | None
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
    cheapest: str | None
    """Identifier of the recommended source."""
    feeds: list[str]
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
    method: Annotated[Literal["GET", "POST"], ACCEPT_NEW_VALUES]
    url: str
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
    continue_: str | None = Field(default=None, alias="continue")
    """Position for the rest of the listing. Pass it to POST /v1/recipes/{rid}/run. Absent at the
    end of the listing.
    """
    warnings: list[Warning]
    receipt: Receipt


class RecipeSourceHeadersValueFixed(Model):
    kind: Literal["fixed"]
    value: str


class RecipeSourceHeadersValueCookie(Model):
    kind: Literal["cookie"]
    name: str


class RecipeSourceHeadersValueText(Model):
    kind: Literal["text"]
    url: str | None
    before: str
    after: str


class RecipeSourceCookiesValueFixed(Model):
    kind: Literal["fixed"]
    value: str


class RecipeSourceCookiesValueCookie(Model):
    kind: Literal["cookie"]
    name: str


class RecipeSourceCookiesValueText(Model):
    kind: Literal["text"]
    url: str | None
    before: str
    after: str


class RecipeSourceTransformsValueDivide(Model):
    kind: Literal["divide"]
    by: float


class RecipeSourceTransformsValueEpoch(Model):
    kind: Literal["epoch"]
    unit: Annotated[Literal["s", "ms"], ACCEPT_NEW_VALUES]


class RecipeSourceTransformsValueTemplate(Model):
    kind: Literal["template"]
    before: str
    after: str


class RecipeSourceTransformsValueCode(Model):
    kind: Literal["code"]


class RecipeSourcePaginationWayNone(Model):
    kind: Literal["none"]


class RecipeSourcePaginationWayLink(Model):
    kind: Literal["link"]


class RecipeSourcePaginationWayNumberPlaceQuery(Model):
    in_: Literal["query"] = Field(alias="in")
    name: str


class RecipeSourcePaginationWayNumberPlacePath(Model):
    in_: Literal["path"] = Field(alias="in")
    index: int


class RecipeSourcePaginationWayNumberPlaceBody(Model):
    in_: Literal["body"] = Field(alias="in")
    path: str


class RecipeSourcePaginationWayNumber(Model):
    kind: Literal["number"]
    place: RecipeSourcePaginationWayNumberPlaceQuery | RecipeSourcePaginationWayNumberPlacePath | RecipeSourcePaginationWayNumberPlaceBody
    from_: int = Field(alias="from")
    step: int


class RecipeSourcePaginationWayCursorPlaceQuery(Model):
    in_: Literal["query"] = Field(alias="in")
    name: str


class RecipeSourcePaginationWayCursorPlacePath(Model):
    in_: Literal["path"] = Field(alias="in")
    index: int


class RecipeSourcePaginationWayCursorPlaceBody(Model):
    in_: Literal["body"] = Field(alias="in")
    path: str


class RecipeSourcePaginationWayCursor(Model):
    kind: Literal["cursor"]
    place: RecipeSourcePaginationWayCursorPlaceQuery | RecipeSourcePaginationWayCursorPlacePath | RecipeSourcePaginationWayCursorPlaceBody
    path: str


class RecipeSourcePaginationWayAddress(Model):
    kind: Literal["address"]
    path: str


class RecipeSourcePaginationWayHeader(Model):
    kind: Literal["header"]


class RecipeSourcePagination(Model):
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
    method: Annotated[Literal["GET", "POST"], ACCEPT_NEW_VALUES]
    url_template: str | None
    """URL of the call that returns the records. null: the page itself contains them."""
    body: str | None
    """JSON body of a POST call, such as a GraphQL query."""
    headers: dict[str, RecipeSourceHeadersValueFixed | RecipeSourceHeadersValueCookie | RecipeSourceHeadersValueText]
    """Source of each header value, by name."""
    cookies: dict[str, RecipeSourceCookiesValueFixed | RecipeSourceCookiesValueCookie | RecipeSourceCookiesValueText]
    rendered: bool
    """True if the source needs a browser."""
    record_path: str
    """JSON Pointer of the list; `*` stands for every entry of a list on the path."""
    field_map: dict[str, list[str]]
    """JSON Pointers into a record, by field; the first one with a value is used."""
    types: dict[str, Annotated[Literal["text", "number", "money", "currency", "boolean", "date", "url", "image", "email", "phone", "html", "list"], ACCEPT_NEW_VALUES]]
    transforms: dict[str, RecipeSourceTransformsValueDivide | RecipeSourceTransformsValueEpoch | RecipeSourceTransformsValueTemplate | RecipeSourceTransformsValueCode]
    filled: dict[str, float]
    """Share of the records with a value when the recipe was saved, by field."""
    pagination: RecipeSourcePagination


class RecipeLastRun(Model):
    at: str
    status: Annotated[Literal["ok", "not_found", "blocked", "failed", "unavailable", "budget_exhausted", "invalid"], ACCEPT_NEW_VALUES]
    records: int
    complete: bool


class RecipeHealth(Model):
    runs: int
    ok: int
    """Number of runs without error."""
    last_error: str | None


class Recipe(Model):
    rid: str
    name: str
    url: str
    fields: list[str]
    country: str | None
    strict_country: bool
    source: RecipeSource | None
    """Source of the records. null: no run has found a source yet."""
    layout: str | None
    """Short signature of the keys of the records when the source was found."""
    created_at: str
    last_run: RecipeLastRun | None
    health: RecipeHealth


class ListRecipesAnswer(Model):
    recipes: list[Recipe]
    total: int
    next_offset: int | None


class DeleteRecipeAnswer(Model):
    rid: str
    deleted: Literal[True]


class TestRecipeAnswerChecks(Model):
    name: str
    ok: bool
    detail: str


class TestRecipeAnswer(Model):
    ok: bool
    """True if all checks passed."""
    checks: list[TestRecipeAnswerChecks]
    sample: list[dict[str, Any]]
    """First 5 records."""
    warnings: list[Warning]
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
    mpn: str | None
    sku: str | None
    brand: str | None
    model: str | None
    color: str | None
    size: str | None


class CompareRow(Model):
    country: str
    status: PageStatus
    error: PageError | None = None
    url: str
    """URL as given in the request."""
    final_url: str | None
    captured_at: str | None = None
    """Time of the copy, if the page states that it is an archived one (`Memento-Datetime`, RFC
    7089). Its price is converted with the rates of that day.
    """
    exit: Exit | None
    """Exit through which the page was read."""
    name: str | None
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
    tax_included: bool | None = None
    """Absent if the page does not state it."""
    tax_usually_included: bool | None
    """True if prices in this country usually include tax. null: unknown."""
    same_product: Annotated[Literal["same", "different", "unknown"], ACCEPT_NEW_VALUES]
    same_product_basis: str | None
    """Identifiers that decide `same_product`: gtin, mpn, sku, model, name, brand, or the
    differences of the variant.
    """
    comparable: bool
    """True if `cheapest` and `dearest` take this row into account."""
    price_detail: PriceDetail | None
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
    receipt: Receipt


class ArchiveError(Model):
    code: Annotated[Literal["not_archived", "excluded", "unplayable", "truncated", "http_404", "http_410", "soft_404", "dns", "challenge", "captcha", "login_required", "rate_limited", "geo", "refused", "robots", "http_5xx", "timeout", "reset", "tls", "redirects", "too_large", "encoding", "document", "step", "not_configured", "country_unavailable", "no_browser", "no_exit", "dependency", "max_credits", "account_credits", "url", "scheme", "private_address", "port", "credentials"], ACCEPT_NEW_VALUES]
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class ArchiveSource(Model):
    source: str
    outcome: Annotated[Literal["used", "empty", "failed", "skipped"], ACCEPT_NEW_VALUES]
    reason: str | None = None
    index_age_seconds: int | None = None
    """Age of the index response in seconds. Absent for a new response."""


class ArchiveGetAnswerRequested(Model):
    at: str | None
    from_: str | None = Field(alias="from")
    """First second of the time span that `at` states."""
    until: str | None
    """Last second of that time span."""
    direction: str


class ArchivedCopy(Model):
    captured_at: str
    archive_url: str


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
    receipt: Receipt
    action: Literal["get"]
    requested: ArchiveGetAnswerRequested
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
    status_code: int | None
    """Archived HTTP status code."""
    title: str | None
    markdown: str | None = None
    """Page as Markdown. With `focus`, only the relevant sections."""
    metadata: dict[str, Any]
    passages: list[Passage] | None = None
    ref: str | None = None
    """Identifier of the stored text of a long page. Read more with GET /v1/read."""
    expires_at: str | None = None
    length: int
    truncated: bool
    data: Any = None
    unverified: list[str] | None = None
    missing: list[str] | None = None
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
    removed: int
    changed: int


class Snapshot(Model):
    captured_at: str
    status_code: int | None
    mime: str | None
    digest: str | None
    """Digest of the stored bytes."""
    archive_url: str
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
    removed: list[str] | None = None


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
    receipt: Receipt
    action: Literal["snapshots"]
    captures: list[Snapshot]
    changes: int
    total: int
    """Number of captures in the time window."""
    complete: bool
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """


class ArchiveDiffAnswerFrom(Model):
    captured_at: str | None
    """Capture time. null: the live page."""
    archive_url: str | None
    original_url: str | None
    status_code: int | None
    source: str


class ArchiveDiffAnswerTo(Model):
    captured_at: str | None
    """Capture time. null: the live page."""
    archive_url: str | None
    original_url: str | None
    status_code: int | None
    source: str


class ArchiveDiffAnswerBlocks(Model):
    type: Annotated[Literal["added", "removed", "changed"], ACCEPT_NEW_VALUES]
    section: str | None
    before: str | None
    after: str | None


class ArchiveDiffAnswerFieldsValue(Model):
    old: Any
    new: Any


class ArchiveDiffAnswerSummary(Model):
    added: int
    removed: int
    changed: int


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
    receipt: Receipt
    action: Literal["diff"]
    from_: ArchiveDiffAnswerFrom | None = Field(alias="from")
    to: ArchiveDiffAnswerTo | None
    changed: bool | None
    """null: the two copies could not be compared."""
    blocks: list[ArchiveDiffAnswerBlocks]
    fields: dict[str, ArchiveDiffAnswerFieldsValue] | None = None
    summary: ArchiveDiffAnswerSummary


class ArchiveHistoryAnswerPointsMissing(Model):
    reason: str
    message: str


class ArchiveHistoryAnswerPoints(Model):
    captured_at: str
    value: Any = None
    """Value of the field, if the schema has exactly one."""
    data: Any = None
    text: str | None = None
    """Text of the section or page, if no fields were requested."""
    changed: bool | None
    """Compared with the previous point. null for the first point and for a missing one."""
    archive_url: str
    missing: ArchiveHistoryAnswerPointsMissing | None = None


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
    receipt: Receipt
    action: Literal["history"]
    points: list[ArchiveHistoryAnswerPoints]
    versions: int
    """Number of versions with different bytes."""
    complete: bool
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """


class ArchiveUrlsAnswerUrlsLive(Model):
    state: Annotated[Literal["live", "redirected", "gone", "blocked", "error"], ACCEPT_NEW_VALUES]
    status_code: int | None
    target: str | None = None
    reason: str | None = None


class ArchiveUrlsAnswerUrls(Model):
    url: str
    kind: Annotated[Literal["page", "document", "image", "feed", "other"], ACCEPT_NEW_VALUES]
    first_seen: str
    last_seen: str
    captures: int | None
    status_code: int | None
    mime: str | None
    live: ArchiveUrlsAnswerUrlsLive | None = None


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
    receipt: Receipt
    action: Literal["urls"]
    urls: list[ArchiveUrlsAnswerUrls]
    total: int
    """Number of matching URLs. A continued call counts only URLs that were not listed before."""
    complete: bool
    continue_: str | None = Field(default=None, alias="continue")
    """Token for the rest of the call, valid for 24 hours. Send the request again with
    `?continue=TOKEN`. Absent if nothing is left to continue.
    """
    truncated_by: Annotated[Literal["limit", "archive", "time"], ACCEPT_NEW_VALUES] | None = None
    counts: dict[str, int]


class Section(Model):
    id: str
    title: str
    level: int
    """1 to 6; 0 for the text before the first heading"""
    offset: int
    length: int


class ReadAnswer(Model):
    ref: str
    url: str
    title: str | None
    content: str
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
    sections: list[Section]
    passages: list[Passage] | None = None
    """Passages about `focus`, best first. Offsets count from the start of the page."""
    warnings: list[Warning] | None = None
    """Present if there are any."""


class DatasetSourceRecipe(Model):
    kind: Literal["recipe"]
    rid: str
    limit: int
    max_pages: int


class DatasetSourceCollect(Model):
    kind: Literal["collect"]
    url: str
    fields: list[str]
    limit: int
    max_pages: int


class DatasetSourceExtractRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    cookies: dict[str, Any] | list[Any] | None = None
    body: str | None = None
    steps: list[Any] | None = None


class DatasetSourceExtract(Model):
    kind: Literal["extract"]
    urls: list[str]
    schema_: dict[str, Any] = Field(alias="schema")
    only_changed: bool | None = None
    request: DatasetSourceExtractRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    login: str | None = None


class DatasetSourceRecords(Model):
    kind: Literal["records"]


class DatasetCounts(Model):
    active: int
    missing: int
    removed: int


class RefreshReportError(Model):
    code: str
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class RefreshReport(Model):
    jid: str | None
    """Id of the refresh’s job, or null for the records of the creating request."""
    status: Annotated[Literal["completed", "stopped", "failed"], ACCEPT_NEW_VALUES]
    """`stopped`: more than half of the records would disappear, and nothing was merged; `error`
    states what to do.
    """
    at: str
    added: int
    changed: int
    removed: int
    returned: int
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


class ScheduleValueEvery(Model):
    every: str


class ScheduleValueCron(Model):
    cron: str
    timezone: str


class ScheduleValuePaused(Model):
    paused: Literal[True]


class Dataset(Model):
    did: str
    name: str
    source: DatasetSourceRecipe | DatasetSourceCollect | DatasetSourceExtract | DatasetSourceRecords
    key: list[str] | None
    """Fields whose values identify a record. Empty: the whole content identifies it. Null before
    the first records.
    """
    fields: list[str]
    """All fields that any record has or had, in order of first appearance."""
    country: str | None
    strict_country: bool
    counts: DatasetCounts
    last_seq: int
    """Number of the last change; 0 before the first."""
    created_at: str
    last_refresh: RefreshReport | None
    refreshing: str | None
    """Id of the job of the queued or running refresh, or null."""
    schedule: Schedule | None
    next_run_at: str | None
    """Time of the next refresh, which starts within one minute of it."""
    next_runs: list[str]
    """Times of the next three refreshes."""
    webhook: str | None
    removed_after: int
    """Number of complete refreshes in a row without a record after which it is removed."""


class ListDatasetsAnswer(Model):
    datasets: list[Dataset]
    total: int
    next_offset: int | None


class DeleteDatasetAnswer(Model):
    did: str
    deleted: Literal[True]


class DatasetRecord(Model):
    record_id: str
    key: dict[str, Any] | None
    """The key fields and their values."""
    status: Annotated[Literal["active", "missing", "removed"], ACCEPT_NEW_VALUES]
    data: dict[str, Any]
    first_seen: str
    last_seen: str
    last_changed: str


class GetDatasetRecordsAnswer(Model):
    did: str
    records: list[DatasetRecord]
    offset: int
    total: int
    """Number of records with this status."""
    next_offset: int | None


class DatasetChangeFieldsValue(Model):
    old: Any
    new: Any


class DatasetChange(Model):
    seq: int
    at: str
    type: Annotated[Literal["added", "changed", "removed", "returned"], ACCEPT_NEW_VALUES]
    record_id: str
    key: dict[str, Any] | None
    fields: dict[str, DatasetChangeFieldsValue]
    """The fields that differ; all fields of an added or removed record."""
    jid: str | None
    """Id of the job of the refresh that found the change."""


class GetDatasetChangesAnswer(Model):
    did: str
    changes: list[DatasetChange]
    next_since: int
    """Value of `since` for the next request."""
    last_seq: int
    """Number of the newest change."""


class RefreshDatasetAnswer(Model):
    did: str
    jid: str


class ExportDatasetAnswer(Model):
    export_id: str
    did: str
    format: Annotated[Literal["csv", "json", "ndjson", "xlsx", "parquet"], ACCEPT_NEW_VALUES]
    filename: str
    rows: int
    bytes: int
    sha256: str
    """SHA-256 checksum of the file, in hexadecimal."""
    seq: int
    """Number of the last change that the file contains. Continue from it with `changes?since=`."""
    safe: bool | None
    """`true` when formulas in cells were escaped; null for formats without formulas."""
    notes: list[str]
    """Content that was shortened or left out."""
    expires_at: str
    url: str
    """URL of the file. It supports ranges and requires a key of the account."""


class CreateMonitorAnswerRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    cookies: dict[str, Any] | list[Any] | None = None
    body: str | None = None
    steps: list[Any] | None = None


class CreateMonitorAnswerLatestCheck(Model):
    check: int
    at: str
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    summary: str


class CreateMonitorAnswer(Model):
    mid: str
    name: str | None
    tags: list[str] | None = None
    url: str | None
    watch: dict[str, Any]
    schedule: dict[str, Any]
    country: str | None
    strict_country: bool
    render: Annotated[Literal["auto", "never", "always"], ACCEPT_NEW_VALUES]
    login: str | None
    request: CreateMonitorAnswerRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    ignore: list[Any]
    conditions: list[dict[str, Any]]
    goal: str | None = None
    match: Annotated[Literal["all", "any"], ACCEPT_NEW_VALUES]
    confirm: int
    failing_after: int
    screenshot: bool
    only_changed: bool | None = None
    notify: dict[str, Any]
    """A key that may only read gets the addresses of webhooks without tokens."""
    status: Annotated[Literal["active", "paused", "needs_attention"], ACCEPT_NEW_VALUES]
    """`needs_attention`: the page exists, but the watched part of it does not. Checks continue."""
    latest_check: CreateMonitorAnswerLatestCheck | None
    """Time and result of the last check; null before the first one."""
    created_at: str
    updated_at: str
    last_check: str | None
    last_change: str | None
    last_success: str | None
    """Time of the last successful check."""
    next_run_at: str | None
    next_runs: list[str]
    """Times of the next three checks."""
    consecutive_failures: int
    check_count: int
    checking: str | None
    """Id of the job of the running check, or null."""
    warnings: list[Warning]


class MonitorRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    cookies: dict[str, Any] | list[Any] | None = None
    body: str | None = None
    steps: list[Any] | None = None


class MonitorLatestCheck(Model):
    check: int
    at: str
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    summary: str


class Monitor(Model):
    mid: str
    name: str | None
    tags: list[str] | None = None
    url: str | None
    watch: dict[str, Any]
    schedule: dict[str, Any]
    country: str | None
    strict_country: bool
    render: Annotated[Literal["auto", "never", "always"], ACCEPT_NEW_VALUES]
    login: str | None
    request: MonitorRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    ignore: list[Any]
    conditions: list[dict[str, Any]]
    goal: str | None = None
    match: Annotated[Literal["all", "any"], ACCEPT_NEW_VALUES]
    confirm: int
    failing_after: int
    screenshot: bool
    only_changed: bool | None = None
    notify: dict[str, Any]
    """A key that may only read gets the addresses of webhooks without tokens."""
    status: Annotated[Literal["active", "paused", "needs_attention"], ACCEPT_NEW_VALUES]
    """`needs_attention`: the page exists, but the watched part of it does not. Checks continue."""
    latest_check: MonitorLatestCheck | None
    """Time and result of the last check; null before the first one."""
    created_at: str
    updated_at: str
    last_check: str | None
    last_change: str | None
    last_success: str | None
    """Time of the last successful check."""
    next_run_at: str | None
    next_runs: list[str]
    """Times of the next three checks."""
    consecutive_failures: int
    check_count: int
    checking: str | None
    """Id of the job of the running check, or null."""


class ListMonitorsAnswer(Model):
    monitors: list[Monitor]
    total: int
    next_offset: int | None


class ExportMonitorsAnswer(Model):
    monitors: list[dict[str, Any]]


class ImportMonitorsAnswer(Model):
    mids: list[str]
    """Ids of the created monitors, in the order of the request."""


class GetMonitorAnswerRequest(Model):
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    headers: dict[str, Any] | None = None
    cookies: dict[str, Any] | list[Any] | None = None
    body: str | None = None
    steps: list[Any] | None = None


class GetMonitorAnswerLatestCheck(Model):
    check: int
    at: str
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    summary: str


class VersionDiffBlocks(Model):
    type: Annotated[Literal["added", "removed", "changed"], ACCEPT_NEW_VALUES]
    section: str | None
    """Heading of the section that contains the block."""
    before: str | None
    after: str | None


class VersionDiffFieldsValue(Model):
    old: Any
    new: Any


class VersionDiffSummary(Model):
    added: int
    removed: int
    changed: int


class VersionDiff(Model):
    blocks: list[VersionDiffBlocks]
    fields: dict[str, VersionDiffFieldsValue]
    """Changed values by JSON Pointer."""
    summary: VersionDiffSummary
    truncated: bool
    """`true` when the lists are shortened."""


class GoalDecisionEvidence(Model):
    place: str | None
    old: str | None
    new: str | None


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
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class MonitorCheckVisualDiff(Model):
    url: str
    share: float
    """Share of the pixels that differ, 0 to 1."""


class MonitorCheck(Model):
    check: int
    """Number of the check; the first is 1."""
    at: str
    state: Annotated[Literal["new", "same", "changed", "removed", "error"], ACCEPT_NEW_VALUES]
    """`new`: the first version. `removed`: the page was missing twice in a row. `error`: the
    check failed; the baseline does not change.
    """
    summary: str
    """Description of the change in one line. It contains untrusted text of the page."""
    diff: VersionDiff | None
    condition_met: bool
    """True for a change of which the conditions held and the goal was not missed, or that has no
    conditions.
    """
    notified: bool
    """True when such a change was also sent to a recipient of `notify`."""
    decision: GoalDecision | None = None
    error: MonitorCheckError | None
    warnings: list[Warning]
    """Warnings about the exits of the check, such as `country_not_used`."""
    screenshot: str | None = None
    visual_diff: MonitorCheckVisualDiff | None = None
    credits: int
    jid: str | None
    receipt: Receipt | None


class MonitorVersion(Model):
    at: str
    title: str | None
    url: str | None
    """URL of the page after redirects."""
    text: str | None
    """Markdown. Untrusted text."""
    data: Any


class GetMonitorAnswer(Model):
    mid: str
    name: str | None
    tags: list[str] | None = None
    url: str | None
    watch: dict[str, Any]
    schedule: dict[str, Any]
    country: str | None
    strict_country: bool
    render: Annotated[Literal["auto", "never", "always"], ACCEPT_NEW_VALUES]
    login: str | None
    request: GetMonitorAnswerRequest | None = None
    """How the page is requested, as it was saved. A key that may only read gets it without
    secrets.
    """
    ignore: list[Any]
    conditions: list[dict[str, Any]]
    goal: str | None = None
    match: Annotated[Literal["all", "any"], ACCEPT_NEW_VALUES]
    confirm: int
    failing_after: int
    screenshot: bool
    only_changed: bool | None = None
    notify: dict[str, Any]
    """A key that may only read gets the addresses of webhooks without tokens."""
    status: Annotated[Literal["active", "paused", "needs_attention"], ACCEPT_NEW_VALUES]
    """`needs_attention`: the page exists, but the watched part of it does not. Checks continue."""
    latest_check: GetMonitorAnswerLatestCheck | None
    """Time and result of the last check; null before the first one."""
    created_at: str
    updated_at: str
    last_check: str | None
    last_change: str | None
    last_success: str | None
    """Time of the last successful check."""
    next_run_at: str | None
    next_runs: list[str]
    """Times of the next three checks."""
    consecutive_failures: int
    check_count: int
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


class DeleteMonitorAnswer(Model):
    mid: str
    deleted: Literal[True]


class ActOnMonitorAnswer(Model):
    mid: str
    jid: str | None
    """Id of the job of the started or already running check, or null for `pause` and `resume`."""
    monitor: Monitor


class ListMonitorChecksAnswer(Model):
    checks: list[MonitorCheck]
    total: int
    next_before: int | None


class GetMonitorCheckAnswer(Model):
    check: MonitorCheck
    version: MonitorVersion | None


class DiffMonitorAnswer(Model):
    from_: MonitorVersion = Field(alias="from")
    to: MonitorVersion
    changed: bool
    summary: str
    diff: VersionDiff


class OpenedBrowserSession(Model):
    sid: str
    status: Annotated[Literal["open", "closed", "expired"], ACCEPT_NEW_VALUES]
    reason: str | None
    """Reason why the session is no longer open, or null."""
    url: str
    title: str
    exit: Exit | None
    login: str | None
    """Id of the saved login that was loaded, or null."""
    steps: int
    credits: int
    """Credits charged so far: 1 per started minute."""
    opened_at: str
    last_step_at: str
    expires_at: str
    closed_at: str | None
    live_url: str | None
    """WebSocket URL of the live view. It opens once, within one minute. null in a response that
    is replayed for an Idempotency-Key.
    """
    snapshot: str | None
    error: PageError | None = None
    warnings: list[Warning]
    receipt: Receipt


class BrowserSession(Model):
    sid: str
    status: Annotated[Literal["open", "closed", "expired"], ACCEPT_NEW_VALUES]
    reason: str | None
    """Reason why the session is no longer open, or null."""
    url: str
    title: str
    exit: Exit | None
    login: str | None
    """Id of the saved login that was loaded, or null."""
    steps: int
    credits: int
    """Credits charged so far: 1 per started minute."""
    opened_at: str
    last_step_at: str
    expires_at: str
    closed_at: str | None


class ListBrowsersAnswer(Model):
    sessions: list[BrowserSession]


class BrowserStepResultFiles(Model):
    file_id: str
    name: str
    media_type: str
    bytes: int
    url: str
    text: str | None = None
    """Content of a text file of at most 4,096 bytes."""


class BrowserStepResultDialogs(Model):
    type: str
    message: str
    accepted: bool


class BrowserStepResultTabs(Model):
    tab: int
    url: str
    title: str
    active: bool


class BrowserStepResult(Model):
    sid: str
    ok: bool
    url: str
    title: str
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
    dialogs: list[BrowserStepResultDialogs] | None = None
    tabs: list[BrowserStepResultTabs]
    warnings: list[Warning]
    receipt: Receipt


class SessionRecordingSteps(Model):
    type: str


class SessionRecording(Model):
    name: str
    steps: list[SessionRecordingSteps]
    inputs: dict[str, Any]
    """JSON Schema of the inputs of a replay."""


class BrowserSessionWithRecording(Model):
    sid: str
    status: Annotated[Literal["open", "closed", "expired"], ACCEPT_NEW_VALUES]
    reason: str | None
    """Reason why the session is no longer open, or null."""
    url: str
    title: str
    exit: Exit | None
    login: str | None
    """Id of the saved login that was loaded, or null."""
    steps: int
    credits: int
    """Credits charged so far: 1 per started minute."""
    opened_at: str
    last_step_at: str
    expires_at: str
    closed_at: str | None
    recording: SessionRecording | None = None


class LoginRenewalLastError(Model):
    code: str
    message: str


class LoginRenewalLast(Model):
    run_id: str | None
    """Run of the renewal: GET /v1/runs/{run_id}."""
    status: Annotated[Literal["running", "completed", "needs_input", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    started_at: str
    error: LoginRenewalLastError | None


class LoginRenewal(Model):
    workflow: str
    """Id of the workflow that logs in again."""
    schedule: Schedule | None
    next_run_at: str | None
    last: LoginRenewalLast | None
    """The last renewal, or null before the first."""


class Login(Model):
    lid: str
    name: str
    domain: str
    """Site of the login, and the only one that receives it."""
    country: str | None
    """Country of the exit through which it was saved (ISO 3166-1 alpha-2), or null when unknown."""
    created_at: str
    saved_at: str
    last_used_at: str | None
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


class DeleteLoginAnswer(Model):
    lid: str
    deleted: bool


class WorkflowLastRun(Model):
    run_id: str
    status: RunStatus
    created_at: str


class Workflow(Model):
    id: str
    name: str
    steps: Any
    inputs: dict[str, Any] | None
    country: str | None
    strict_country: bool
    network: Annotated[Literal["auto", "service", "residential"], ACCEPT_NEW_VALUES]
    login: str | None
    webhook: str | None
    """A key that may only read gets it without tokens."""
    schedule: Schedule | None
    next_run_at: str | None
    next_runs: list[str]
    last_run: WorkflowLastRun | None
    created_at: str
    updated_at: str


class ListWorkflowsAnswer(Model):
    workflows: list[Workflow]
    total: int
    next_offset: int | None


class DeleteWorkflowAnswer(Model):
    id: str
    deleted: Literal[True]


class WorkflowRunError(Model):
    code: str
    message: str
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
    question: str
    name: str | None
    schema_: dict[str, Any] | None = Field(alias="schema")


class RunLogEntryError(Model):
    code: str
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class RunLogEntry(Model):
    seq: int
    at: str
    step: str
    """JSON Pointer of the step in the workflow."""
    type: str
    status: Annotated[Literal["ok", "failed", "skipped", "asked", "answered", "resumed"], ACCEPT_NEW_VALUES]
    """`skipped`: an optional step that failed, or an interrupted step that was answered with
    `skip`.
    """
    ms: int
    detail: str | None
    url: str | None
    """URL of the browser after the step."""
    screenshot: str | None
    """URL of the screenshot, for `screenshot` steps and failed steps."""
    error: RunLogEntryError | None


class RunFile(Model):
    fid: str
    name: str
    media_type: str
    bytes: int
    step: str
    url: str


class WorkflowRun(Model):
    run_id: str
    workflow_id: str
    name: str
    status: RunStatus
    step: str | None
    """JSON Pointer of the current or last step."""
    records_total: int
    credits: int
    """Credits charged so far."""
    error: WorkflowRunError | None
    created_at: str
    started_at: str | None
    finished_at: str | None
    jid: str
    """Id of the job. An answer or a retry creates another job."""
    question: WorkflowRunQuestion | None
    """The open question while the status is `needs_input`."""
    log: list[RunLogEntry]
    """The last 300 log entries, oldest first."""
    log_total: int
    records: Any
    """The first 100 records."""
    files: list[RunFile]
    warnings: list[Warning]
    """Warnings about the browser of the run, such as `country_not_used`."""
    receipt: Receipt | None
    """Receipt of the last charge, or null before the first."""
    expires_at: str | None
    """Time at which an ended run is deleted."""


class RunSummaryError(Model):
    code: str
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class RunSummary(Model):
    run_id: str
    workflow_id: str
    name: str
    status: RunStatus
    step: str | None
    """JSON Pointer of the current or last step."""
    records_total: int
    credits: int
    """Credits charged so far."""
    error: RunSummaryError | None
    created_at: str
    started_at: str | None
    finished_at: str | None


class ListWorkflowRunsAnswer(Model):
    runs: list[RunSummary]
    total: int
    next_offset: int | None


class GetRunRecordsAnswer(Model):
    run_id: str
    records: list[Any]
    offset: int
    total: int
    next_offset: int | None


class JobProgress(Model):
    discovered: int
    """URLs found within the limits of the job"""
    queued: int
    running: int
    done: int
    """finished pages of any status"""
    ok: int
    not_found: int
    blocked: int
    failed: int
    unavailable: int
    budget_exhausted: int
    invalid: int


class JobCredits(Model):
    reserved: int
    charged: int


class JobError(Model):
    code: str
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class JobWebhook(Model):
    url: str
    delivered: int
    failed: int
    notice: str | None = None
    """present if the target was disabled"""


class JobSkipped(Model):
    """numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered
    page), `action` (a view, form or account page of the software), `trap` (an endless
    series), `path_rules`, `file`, `logout` (a link that ends the session of the login)
    """
    duplicate: int | None = None
    action: int | None = None
    trap: int | None = None
    path_rules: int | None = None
    file: int | None = None
    logout: int | None = None


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


class Job(Model):
    jid: str
    type: Annotated[Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"], ACCEPT_NEW_VALUES]
    status: Annotated[Literal["queued", "running", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    paused: bool
    created_at: str
    started_at: str | None
    finished_at: str | None
    expires_at: str | None
    """time at which the job and its pages are deleted; null until it has ended"""
    params: dict[str, Any]
    """as requested, with secrets masked"""
    progress: JobProgress
    credits: JobCredits
    error: JobError | None
    webhook: JobWebhook | None
    robots_blocked: list[str]
    """URLs excluded by robots rules, at most about a thousand"""
    robots_blocked_total: int
    skipped: JobSkipped
    """numbers of URLs that a crawl left out, by reason: `duplicate` (the content of a delivered
    page), `action` (a view, form or account page of the software), `trap` (an endless
    series), `path_rules`, `file`, `logout` (a link that ends the session of the login)
    """
    waiting: JobWaiting | None
    """why pages of the job wait now; null if none waits"""
    warnings: list[Warning]


class ListJobsAnswer(Model):
    jobs: list[Job]
    total: int
    next_offset: int | None


class DeleteJobAnswer(Model):
    jid: str
    deleted: Literal[True]


class GetJobResultsAnswerResults(Model):
    receipt: Receipt


class GetJobResultsAnswer(Model):
    jid: str
    type: Annotated[Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"], ACCEPT_NEW_VALUES]
    status: Annotated[Literal["queued", "running", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    results: list[PageResult | GetJobResultsAnswerResults]
    """Delivered pages. For a job of one task: the response that its direct call returns."""
    offset: int
    total: int
    next_offset: int | None


class FollowJobAnswer(Model):
    id: str
    type: str
    data: dict[str, Any]


class FindJobPassagesAnswerPages(Model):
    url: str
    title: str | None
    ref: str | None
    """Identifier of a long page, for GET /v1/read."""
    passages: list[Passage]
    """Up to three, best first."""


class FindJobPassagesAnswer(Model):
    jid: str
    type: Annotated[Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"], ACCEPT_NEW_VALUES]
    status: Annotated[Literal["queued", "running", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
    pages: list[FindJobPassagesAnswerPages]
    without: list[str]
    """Addresses of the read pages without a passage."""
    searched: int
    """Number of searched pages, from `offset`."""
    total: int
    """Number of delivered pages."""
    next_offset: int | None


class WebhookSecret(Model):
    secret: str
    """Secret: `whsec_` followed by the key in base64, as Standard Webhooks libraries expect it."""
    created_at: str
    previous_valid_until: str | None
    """Time until which messages are also signed with the previous secret."""


class RotateWebhookSecretAnswer(Model):
    secret: str | None
    """null in a response that is replayed for an Idempotency-Key."""
    created_at: str
    previous_valid_until: str | None
    """Time until which messages are also signed with the previous secret."""


class Delivery(Model):
    id: str
    """Identifier of the delivery; the header `webhook-id` has the same value on every attempt."""
    type: Annotated[Literal["job.started", "job.page", "job.paused", "job.completed", "job.failed", "job.cancelled", "dataset.changed", "monitor.changed", "monitor.failing", "monitor.recovered", "monitor.digest", "workflow.needs_input", "workflow.completed", "login.expired", "webhook.test"], ACCEPT_NEW_VALUES]
    jid: str | None
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
    next_attempt_at: str | None
    delivered_at: str | None


class ListWebhookDeliveriesAnswer(Model):
    deliveries: list[Delivery]
    next_before: str | None


class DeliveryAttempt(Model):
    attempt: int
    at: str
    ms: int | None
    """Duration in milliseconds. null: the attempt is running, or its process ended unexpectedly."""
    status_code: int | None
    answer: str | None
    """First kilobyte of the response of the receiver. Untrusted text."""
    error: str | None


class DeliveryDetail(Model):
    id: str
    """Identifier of the delivery; the header `webhook-id` has the same value on every attempt."""
    type: Annotated[Literal["job.started", "job.page", "job.paused", "job.completed", "job.failed", "job.cancelled", "dataset.changed", "monitor.changed", "monitor.failing", "monitor.recovered", "monitor.digest", "workflow.needs_input", "workflow.completed", "login.expired", "webhook.test"], ACCEPT_NEW_VALUES]
    jid: str | None
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
    next_attempt_at: str | None
    delivered_at: str | None
    data: dict[str, Any]
    attempts: list[DeliveryAttempt]


class WebhookTarget(Model):
    url: str
    """URL of the receiver. Tokens in the path and query values are masked."""
    status: Annotated[Literal["failing", "disabled"], ACCEPT_NEW_VALUES]
    failing_since: str
    failures: int
    """Number of failed attempts since `failing_since`."""
    last_failure_at: str
    last_error: str
    disabled_at: str | None
    notice: str


class ListWebhookTargetsAnswer(Model):
    targets: list[WebhookTarget]


class TestWebhookAnswer(Model):
    id: str
    """Identifier of the delivery; the header `webhook-id` has the same value on every attempt."""
    type: Annotated[Literal["job.started", "job.page", "job.paused", "job.completed", "job.failed", "job.cancelled", "dataset.changed", "monitor.changed", "monitor.failing", "monitor.recovered", "monitor.digest", "workflow.needs_input", "workflow.completed", "login.expired", "webhook.test"], ACCEPT_NEW_VALUES]
    jid: str | None
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
    next_attempt_at: str | None
    delivered_at: str | None
    data: dict[str, Any]
    attempts: list[DeliveryAttempt]
    warnings: list[Warning]


class Credits(Model):
    plan: int
    top_up: int
    reserved: int
    """Credits held for running work."""
    available: int


class KeyLimits(Model):
    """Limits of this key. `null`: the limits of the account apply."""
    requests_per_minute: int | None
    concurrent: int | None
    credits_per_day: int | None


class Key(Model):
    key_id: str
    name: str
    scopes: list[Annotated[Literal["read", "write", "admin", "operator"], ACCEPT_NEW_VALUES]]
    created_at: str
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
    concurrent: int


class Account(Model):
    account_id: str
    name: str
    plan: str
    unlimited: bool
    """True when requests are never rejected for lack of credits."""
    renews_at: str
    credits: Credits
    keys: list[Key]
    limits: AccountLimits
    """Limits of the whole account; a key can have lower limits."""


class BillingAnswerReservations(Model):
    id: str
    credits: int
    request_id: str | None = None
    job: str | None = None
    created_at: str
    expires_at: str


class LedgerRow(Model):
    id: int
    at: str
    kind: Annotated[Literal["renewal", "expiry", "top_up", "charge"], ACCEPT_NEW_VALUES]
    bucket: Annotated[Literal["plan", "top_up"], ACCEPT_NEW_VALUES]
    credits: int
    """Credits that this row adds to the balance; negative for charges."""
    balance: int
    """Sum of all rows up to and including this one."""
    request_id: str | None = None
    job: str | None = None
    pages: int | None = None
    note: str | None = None


class UsageTotal(Model):
    credits: int
    pages: int
    """Charged pages."""


class UsageByDay(Model):
    day: str
    credits: int
    pages: int
    """Charged pages."""


class UsageByTool(Model):
    tool: str | None
    credits: int
    pages: int
    """Charged pages."""


class UsageByRoute(Model):
    route: str | None
    """null: unknown."""
    credits: int
    pages: int
    """Charged pages."""


class UsageByCountry(Model):
    country: str | None
    """null: unknown."""
    credits: int
    pages: int
    """Charged pages."""


class Usage(Model):
    from_: str = Field(alias="from")
    to: str
    total: UsageTotal
    by_day: list[UsageByDay]
    by_tool: list[UsageByTool]
    by_route: list[UsageByRoute]
    by_country: list[UsageByCountry]


class BillingAnswer(Model):
    plan: str
    renews_at: str
    plan_allowance: int
    """Plan credits added at each renewal. Unspent plan credits expire just before."""
    plan_credits: int
    top_up_credits: int
    reservations: list[BillingAnswerReservations]
    ledger: list[LedgerRow]
    usage: Usage


class LedgerAnswer(Model):
    ledger: list[LedgerRow]
    next_before: int | None


class ListKeysAnswer(Model):
    keys: list[Key]


class CreateKeyAnswerLimits(Model):
    """Limits of this key. `null`: the limits of the account apply."""
    requests_per_minute: int | None
    concurrent: int | None
    credits_per_day: int | None


class CreateKeyAnswer(Model):
    key_id: str
    name: str
    scopes: list[Annotated[Literal["read", "write", "admin", "operator"], ACCEPT_NEW_VALUES]]
    created_at: str
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
    revoked: Literal[True]


class RotateKeyAnswerLimits(Model):
    """Limits of this key. `null`: the limits of the account apply."""
    requests_per_minute: int | None
    concurrent: int | None
    credits_per_day: int | None


class RotateKeyAnswerReplaces(Model):
    key_id: str
    valid_until: str


class RotateKeyAnswer(Model):
    key_id: str
    name: str
    scopes: list[Annotated[Literal["read", "write", "admin", "operator"], ACCEPT_NEW_VALUES]]
    created_at: str
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


class CreateSignInLinkAnswer(Model):
    key_id: str
    url: str | None
    """Link, returned only once. null in a response that is replayed for an Idempotency-Key."""
    expires_at: str
    """Time until which the link can be used."""


class AuditEntry(Model):
    id: int
    at: str
    action: Annotated[Literal["account_created", "credits_added", "key_changed", "key_created", "key_revoked", "key_rotated", "model_changed", "secret_rotated", "sign_in_link_created", "signed_in"], ACCEPT_NEW_VALUES]
    subject: str
    """Identifier of the changed key or account, or of the new receipt key."""
    by: Annotated[Literal["account", "operator", "data_directory"], ACCEPT_NEW_VALUES]
    """Actor of the change: a key of this account, an operator, or a local command with access to
    the data directory.
    """
    key_id: str | None
    """Key that made the change, if it belongs to this account."""
    request_id: str | None
    details: dict[str, Any]


class ListAuditAnswer(Model):
    audit: list[AuditEntry]
    next_before: int | None


class CreateAccountAnswer(Model):
    account_id: str
    name: str
    plan: str
    plan_credits: int
    unlimited: bool
    renews_at: str
    key_id: str
    key: str | None
    """Token of the key, returned only once. null in a response that is replayed for an
    Idempotency-Key.
    """


class AddCreditsAnswer(Model):
    account_id: str
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


class HistoryEntryError(Model):
    code: str
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class HistoryEntry(Model):
    rid: str
    at: str
    tool: str
    origin: Annotated[Literal["http", "mcp", "cli", "v2", "job", "schedule"], ACCEPT_NEW_VALUES]
    key_id: str | None
    status: str
    """Status of the page for page operations; otherwise `ok` or the error code."""
    country: str | None
    url: str | None
    credits: int
    ms: int
    error: HistoryEntryError | None = None


class ListRequestsAnswer(Model):
    requests: list[HistoryEntry]
    next_before: float | None


class HistoryDetailError(Model):
    code: str
    message: str
    advice: str | None = None
    """Next step, if it depends on the request. It names only options that were not tried and
    that are possible on this instance.
    """


class HistoryDetail(Model):
    rid: str
    at: str
    tool: str
    origin: Annotated[Literal["http", "mcp", "cli", "v2", "job", "schedule"], ACCEPT_NEW_VALUES]
    key_id: str | None
    status: str
    """Status of the page for page operations; otherwise `ok` or the error code."""
    country: str | None
    url: str | None
    credits: int
    ms: int
    error: HistoryDetailError | None = None
    params: dict[str, Any]
    """Parameters of the request, with secrets masked."""
    receipt: Receipt | None


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
    title: str
    description: str
    method: str
    path: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any]
    price: str


class CatalogNetworksCountries(Model):
    country: str
    verified: bool
    """True if an exit was observed in the country."""


class CatalogNetworks(Model):
    network: Annotated[Literal["service", "residential", "unblock"], ACCEPT_NEW_VALUES]
    countries: list[CatalogNetworksCountries]
    verified: bool
    """True if one of its exits was observed in its country."""


class Catalog(Model):
    version: str
    tools: list[CatalogTools]
    formats: list[str]
    networks: list[CatalogNetworks]
    rate_card: dict[str, Any]
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
    tested_at: str | None = None
    """Time of the last use or test. Absent if the part is observed at each call, or was neither
    used nor tested.
    """


class Health(Model):
    status: Annotated[Literal["ok", "degraded"], ACCEPT_NEW_VALUES]
    version: str
    checks: dict[str, HealthChecksValue]


class DoctorChecksValue(Model):
    status: Annotated[Literal["ok", "degraded", "unavailable", "unreachable", "not_tested", "not_configured"], ACCEPT_NEW_VALUES]
    """`ok`: worked when it was last used or tested; `unavailable`: a required or configured part
    does not work; `unreachable`: an optional part does not answer, and the service works
    without it; `not_tested`: neither used nor tested by this process yet
    """
    detail: str | None = None
    tested_at: str | None = None
    """Time of the last use or test. Absent if the part is observed at each call, or was neither
    used nor tested.
    """


class Doctor(Model):
    status: Annotated[Literal["ok", "degraded", "unavailable"], ACCEPT_NEW_VALUES]
    """`unavailable` if a required or configured part does not work"""
    version: str
    checks: dict[str, DoctorChecksValue]


class IpAnswer(Model):
    ip: str | None
    """IPv4 or IPv6 address. null: the request did not come through a network."""


PageStatus: TypeAlias = (
    Annotated[Literal["ok", "not_found", "blocked", "failed", "unavailable", "budget_exhausted", "invalid"], ACCEPT_NEW_VALUES]
)


ScrapeAnswer: TypeAlias = PageResult | PageResults


ArchiveAnswer: TypeAlias = (
    ArchiveGetAnswer
    | ArchiveSnapshotsAnswer
    | ArchiveDiffAnswer
    | ArchiveHistoryAnswer
    | ArchiveUrlsAnswer
)


Schedule: TypeAlias = ScheduleValueEvery | ScheduleValueCron | ScheduleValuePaused


RunStatus: TypeAlias = (
    Annotated[Literal["queued", "running", "needs_input", "completed", "failed", "cancelled"], ACCEPT_NEW_VALUES]
)
