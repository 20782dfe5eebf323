# Generated from the OpenAPI document of the service by scripts/write-python-client.ts. Do not edit.
"""Fields of requests as typed dictionaries."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from typing_extensions import Required, TypedDict

from ._options import CallOptions

__all__ = ["CallOptions"]


class Step(TypedDict, total=False):
    type: Required[Literal["wait", "click", "type", "press", "scroll", "wait_for", "script"]]
    """kind of the step; it decides which other fields apply"""
    target: str | None
    """element, for click, type, press, scroll and wait_for: a selector (CSS, or XPath that
    starts with //), or the text, label or placeholder that it shows
    """
    selector: str | None
    """selector of the element; use it or `target`"""
    text: str | None
    """text to type, for type; text that must appear, for wait_for; JavaScript, for script, whose
    value is returned in `actions`
    """
    key: str | None
    """name of the key, for press: Enter, Tab, a"""
    ms: int | None
    """milliseconds, for wait"""
    direction: Literal["up", "down"] | None
    """for scroll"""
    amount: int | None
    """CSS pixels, for scroll"""
    timeout_ms: int | None
    """timeout of this step in milliseconds"""


class VisitorCookie(TypedDict, total=False):
    name: Required[str]
    """name of the cookie"""
    value: Required[str]
    """value of the cookie"""
    domain: str | None
    """domain whose hosts receive it; by default only the host of the page"""
    path: str
    """path prefix of the requests that receive it; default `/`"""


class Geolocation(TypedDict, total=False):
    latitude: Required[float]
    """latitude in degrees, -90 to 90"""
    longitude: Required[float]
    """longitude in degrees, -180 to 180"""
    accuracy: float
    """metres"""


class ScreenshotOptions(TypedDict, total=False):
    full_page: bool
    """capture the full height of the page instead of the window"""
    quality: int | None
    """quality of a JPEG; without it the screenshot is a PNG"""
    width: int | None
    """width of the window in CSS pixels"""
    height: int | None
    """height of the window in CSS pixels"""


class PageFields(CallOptions, total=False):
    webhook: str
    """with `async=true`: URL that receives an event when the job starts and ends"""
    formats: list[Literal["markdown", "html", "raw_html", "text", "links", "images", "metadata", "structured_data", "screenshot", "network"]]
    """formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a
    browser
    """
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    network: Literal["auto", "service", "residential"]
    """`auto`: the network of the service first, residential exits only if it is blocked and
    `max_credits` allows
    """
    render: Literal["auto", "never", "always"]
    """whether a browser loads the page; `auto`: if the page has no content without its scripts"""
    steps: list[Step]
    """browser steps to run before the page is read"""
    actions: list[Step]
    """alias of `steps`"""
    only_main_content: bool
    """omit navigation, advertisements and similar parts"""
    include_selectors: list[str]
    """CSS selectors, or XPath that starts with //: only matching elements are read"""
    exclude_selectors: list[str]
    """CSS selectors, or XPath that starts with //: matching elements are omitted"""
    wait_ms: int
    """milliseconds to wait in the browser after the page has loaded"""
    timeout_ms: int
    """timeout of one page in milliseconds"""
    headers: dict[str, str]
    """request headers, sent only to the origin of the URL"""
    mobile: bool
    """emulate a mobile viewport and User-Agent"""
    block: list[Literal["ads", "images", "media", "fonts", "stylesheets", "scripts"]] | None
    """requests that a browser does not make. `ads`: advertisements, analytics and tag managers
    of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots,
    and no `ads` for the format `network`
    """
    consent: Literal["reject"] | None
    """`reject`: a browser rejects the request for consent to cookies before steps and
    screenshots; a warning states what it clicked
    """
    cookies: dict[str, str] | list[VisitorCookie] | None
    """cookies that the site receives as if it had set them before: values by name, or a list
    with domains and paths
    """
    languages: list[str] | None
    """preferred languages, the first one first. Default: the language of the exit’s country"""
    timezone: str | None
    """time zone of the browser. Default: that of the exit’s country"""
    geolocation: Geolocation | None
    """place that the browser reports to sites that ask for it"""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] | None
    """method of the request. Default: GET; another one than GET needs `allow_unsafe` and is sent
    over HTTP
    """
    body: str | None
    """body of the request. Without a `Content-Type` in `headers`: JSON or form data if it is
    that, otherwise text
    """
    allow_unsafe: bool | None
    """confirms that a request with another method than GET may change something at the site"""
    screenshot: ScreenshotOptions | None
    """options of the format `screenshot`"""
    login: str | None
    """id of a saved login; `none`: also no login whose `use_for` names the operation"""
    max_credits: int | None
    """maximum cost of one page in credits"""
    max_age: int
    """maximum age in seconds of a cached result for the same URL and options, which is returned
    for 0 credits. An older result is also returned if the site confirms that the page has not
    changed. Results are cached for two days; 0 always fetches
    """
    focus: str | None
    """query: passages that answer it are returned as `passages`, best first"""
    max_length: int
    """maximum code points of Markdown in the result; `ref` gives access to the rest"""
    max_tokens: int | None
    """maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref`
    gives access to the rest
    """
    pages: str | None
    """pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default"""
    page_marks: bool
    """mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`"""
    links: Literal["inline", "references", "none"]
    """links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end;
    `none`: their text only
    """
    ocr: Literal["auto", "never", "always"]
    """which images are read with OCR, if the service has it. `auto`: image files, and pages of a
    PDF without text whose images cover most of the page; `always`: pages with text as well;
    `never`: none
    """
    robots: Literal["respect", "ignore"]
    """`respect`: do not fetch pages that robots.txt disallows; the receipt contains the verdict
    either way
    """


class ScrapeFields(PageFields, total=False):
    continue_: str
    """`continue` of an earlier response: does the rest of that call. The body can be absent; its
    fields must be those of the earlier call. Valid for 24 hours.
    """
    url: str
    """URL of one page. Set either `url` or `urls`."""
    urls: list[str]
    """URLs of up to 100 pages, which are read in parallel."""


class SearchFieldsScrape(TypedDict, total=False):
    """Read every result as well, with these options of scrape. Use {} for the default options."""
    formats: list[Literal["markdown", "html", "raw_html", "text", "links", "images", "metadata", "structured_data", "screenshot", "network"]]
    """formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a
    browser
    """
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    network: Literal["auto", "service", "residential"]
    """`auto`: the network of the service first, residential exits only if it is blocked and
    `max_credits` allows
    """
    render: Literal["auto", "never", "always"]
    """whether a browser loads the page; `auto`: if the page has no content without its scripts"""
    only_main_content: bool
    """omit navigation, advertisements and similar parts"""
    include_selectors: list[str]
    """CSS selectors, or XPath that starts with //: only matching elements are read"""
    exclude_selectors: list[str]
    """CSS selectors, or XPath that starts with //: matching elements are omitted"""
    wait_ms: int
    """milliseconds to wait in the browser after the page has loaded"""
    timeout_ms: int
    """timeout of one page in milliseconds"""
    mobile: bool
    """emulate a mobile viewport and User-Agent"""
    block: list[Literal["ads", "images", "media", "fonts", "stylesheets", "scripts"]] | None
    """requests that a browser does not make. `ads`: advertisements, analytics and tag managers
    of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots,
    and no `ads` for the format `network`
    """
    max_credits: int | None
    """maximum cost of one page in credits"""
    max_age: int
    """maximum age in seconds of a cached result for the same URL and options, which is returned
    for 0 credits. An older result is also returned if the site confirms that the page has not
    changed. Results are cached for two days; 0 always fetches
    """
    focus: str | None
    """query: passages that answer it are returned as `passages`, best first"""
    max_length: int
    """maximum code points of Markdown in the result; `ref` gives access to the rest"""
    max_tokens: int | None
    """maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref`
    gives access to the rest
    """
    pages: str | None
    """pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default"""
    page_marks: bool
    """mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`"""
    links: Literal["inline", "references", "none"]
    """links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end;
    `none`: their text only
    """
    ocr: Literal["auto", "never", "always"]
    """which images are read with OCR, if the service has it. `auto`: image files, and pages of a
    PDF without text whose images cover most of the page; `always`: pages with text as well;
    `never`: none
    """
    robots: Literal["respect", "ignore"]
    """`respect`: do not fetch pages that robots.txt disallows; the receipt contains the verdict
    either way
    """


class SearchFields(CallOptions, total=False):
    query: Required[str]
    """Search query. Operators such as `site:` are passed on to the provider."""
    limit: int
    """Maximum number of results."""
    offset: int
    """Number of results to skip. Use `next_offset` of the previous response."""
    country: str | None
    """Two-letter code of the country whose results are preferred. `country_applied` states the
    effect.
    """
    language: str | None
    """Language of the results, such as de or pt-BR."""
    freshness: Literal["day", "week", "month", "year"] | None
    """Return only results of the last day, week, month or year."""
    since: str | None
    """Only results published on this day or later, such as 2026-01-31 (UTC)."""
    until: str | None
    """Only results published on this day or earlier."""
    include_domains: list[str] | None
    """Return only results on these domains and their subdomains."""
    exclude_domains: list[str] | None
    """Exclude results on these domains and their subdomains."""
    category: Literal["web", "news", "images", "videos", "research"]
    """Kind of results."""
    max_age: int
    """Maximum age of a cached result of the same query, in seconds. Cached results cost 0
    credits. 0 always queries the provider.
    """
    scrape: SearchFieldsScrape | None


class ExtractFields(CallOptions, total=False):
    url: Required[str]
    """URL of the page."""
    schema: dict[str, Any] | None
    prompt: str | None
    """Values to extract, in words, with or without a schema. Without `schema` and `prompt`, the
    structured data of the page is returned.
    """
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    render: Literal["auto", "never", "always"]
    """Whether a browser loads the page. `auto`: if the page has no content without its scripts."""
    learn: bool
    """Learn selectors from this page for other pages with the same layout."""
    text: bool
    """Also return the plain text of the page, in which the quotes of visible values stand."""


class ListLayoutsFields(CallOptions, total=False):
    site: str
    """Prefix of the site, such as `example.com`."""
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class ParseFields(CallOptions, total=False):
    webhook: str
    """with `async=true`: URL that receives an event when the job starts and ends"""
    file: Required[bytes | str]
    """the file, at most 20 MB: its bytes in base64, or the id or URL of a file that the service
    has stored (`blob_…`), such as a download or a screenshot. HTTP also takes a form
    (`multipart/form-data`) with a part `file` and the other fields, or the bytes as body with
    their `Content-Type` and the other fields in the query
    """
    filename: str | None
    """name of the file; its extension tells the type of a text, such as `.md`"""
    content_type: str | None
    """media type of the file, also with its `charset`; by default it is detected"""
    base_url: str | None
    """URL against which the links of the file are resolved; it is never fetched"""
    formats: list[Literal["markdown", "html", "raw_html", "text", "links", "images", "metadata", "structured_data"]]
    """formats of the result"""
    only_main_content: bool
    """omit navigation, advertisements and similar parts"""
    include_selectors: list[str]
    """CSS selectors, or XPath that starts with //: only matching elements are read"""
    exclude_selectors: list[str]
    """CSS selectors, or XPath that starts with //: matching elements are omitted"""
    schema: dict[str, Any] | None
    prompt: str | None
    """values to extract, in words, with or without a schema"""
    focus: str | None
    """query: passages that answer it are returned as `passages`, best first"""
    offset: int
    """number of Unicode code points to skip, from the start of the text or of `section`"""
    section: str | None
    """identifier or heading of the section to return, as in GET /v1/read"""
    max_length: int
    """maximum code points of Markdown in the result; `ref` gives access to the rest"""
    max_tokens: int | None
    """maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref`
    gives access to the rest
    """
    pages: str | None
    """pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default"""
    page_marks: bool
    """mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`"""
    links: Literal["inline", "references", "none"]
    """links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end;
    `none`: their text only
    """
    ocr: Literal["auto", "never", "always"]
    """which images are read with OCR, if the service has it. `auto`: image files, and pages of a
    PDF without text whose images cover most of the page; `always`: pages with text as well;
    `never`: none
    """
    timeout_ms: int
    """timeout in milliseconds"""


class MapFields(CallOptions, total=False):
    login: str | None
    """Id of a saved login of the site, with which the start page is read."""
    continue_: str
    """`continue` of an earlier response: does the rest of that call. The body can be absent; its
    fields must be those of the earlier call. Valid for 24 hours.
    """
    timeout_ms: int
    """Milliseconds after which the call returns what is done by then. Default and maximum:
    100000; with `async`, the default is 50 minutes.
    """
    url: str
    """Start page of the site. The host of this URL is mapped."""
    search: str | None
    """Words to search for in the URL, title or description. Only matching URLs are returned,
    best first.
    """
    limit: int
    """Maximum number of URLs."""
    include_subdomains: bool
    """Include all hosts of the registrable domain."""
    sitemap: Literal["include", "only", "skip"]
    """`include`: sitemaps and links of the start page. `only`: sitemaps. `skip`: links of the
    start page.
    """
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""


class InspectFields(CallOptions, total=False):
    continue_: str
    """`continue` of an earlier response: does the rest of that call. The body can be absent; its
    fields must be those of the earlier call. Valid for 24 hours.
    """
    timeout_ms: int
    """Milliseconds after which the call returns what is done by then. Default and maximum:
    100000; with `async`, the default is 50 minutes.
    """
    url: str
    """URL of the page."""
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""


class CollectFields(CallOptions, total=False):
    webhook: str
    """with `async=true`: URL that receives an event when the job starts and ends"""
    timeout_ms: int
    """Milliseconds after which the call returns what is done by then. Default and maximum:
    100000; with `async`, the default is 50 minutes.
    """
    url: Required[str]
    """URL of a listing, search or category page, of JSON data, of a feed, or of a document with
    tables.
    """
    fields: Required[list[str]]
    """Fields to return per record, in words: `["name", "price", "link to the product"]`. At most
    60.
    """
    limit: int
    """Maximum number of records."""
    max_pages: int
    """Maximum number of pages with records."""
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""


class CreateRecipeFieldsSourceHeadersValueFixed(TypedDict, total=False):
    kind: Required[Literal["fixed"]]
    """A value that does not change."""
    value: Required[str]
    """The value."""


class CreateRecipeFieldsSourceHeadersValueCookie(TypedDict, total=False):
    kind: Required[Literal["cookie"]]
    """The value of a cookie that the page sets."""
    name: Required[str]
    """Name of the cookie."""


class CreateRecipeFieldsSourceHeadersValueText(TypedDict, total=False):
    kind: Required[Literal["text"]]
    """A part of a text."""
    url: Required[str | None]
    """URL of the script that contains the value. null: the page contains it."""
    before: Required[str]
    """Text directly before the value."""
    after: Required[str]
    """Text directly after the value."""


class CreateRecipeFieldsSourceCookiesValueFixed(TypedDict, total=False):
    kind: Required[Literal["fixed"]]
    """A value that does not change."""
    value: Required[str]
    """The value."""


class CreateRecipeFieldsSourceCookiesValueCookie(TypedDict, total=False):
    kind: Required[Literal["cookie"]]
    """The value of a cookie that the page sets."""
    name: Required[str]
    """Name of the cookie."""


class CreateRecipeFieldsSourceCookiesValueText(TypedDict, total=False):
    kind: Required[Literal["text"]]
    """A part of a text."""
    url: Required[str | None]
    """URL of the script that contains the value. null: the page contains it."""
    before: Required[str]
    """Text directly before the value."""
    after: Required[str]
    """Text directly after the value."""


class CreateRecipeFieldsSourceTransformsValueDivide(TypedDict, total=False):
    kind: Required[Literal["divide"]]
    """Divides a number."""
    by: Required[float]
    """Divisor."""


class CreateRecipeFieldsSourceTransformsValueEpoch(TypedDict, total=False):
    kind: Required[Literal["epoch"]]
    """Converts a Unix time to a date."""
    unit: Required[Literal["s", "ms"]]
    """Unit of the Unix time: seconds or milliseconds."""


class CreateRecipeFieldsSourceTransformsValueTemplate(TypedDict, total=False):
    kind: Required[Literal["template"]]
    """Puts the value between two texts."""
    before: Required[str]
    """Text before the value."""
    after: Required[str]
    """Text after the value."""


class CreateRecipeFieldsSourceTransformsValueCode(TypedDict, total=False):
    kind: Required[Literal["code"]]
    """Takes an identifying code out of a text."""


class CreateRecipeFieldsSourcePaginationWayNone(TypedDict, total=False):
    kind: Required[Literal["none"]]
    """There is only one page."""


class CreateRecipeFieldsSourcePaginationWayLink(TypedDict, total=False):
    kind: Required[Literal["link"]]
    """The page shows a link or a form to the next one, or has a `Link` header."""


CreateRecipeFieldsSourcePaginationWayNumberPlaceQuery = TypedDict("CreateRecipeFieldsSourcePaginationWayNumberPlaceQuery", {
    "in": "Required[Literal[\"query\"]]",
    "name": "Required[str]",
}, total=False)


CreateRecipeFieldsSourcePaginationWayNumberPlacePath = TypedDict("CreateRecipeFieldsSourcePaginationWayNumberPlacePath", {
    "in": "Required[Literal[\"path\"]]",
    "index": "Required[int]",
}, total=False)


CreateRecipeFieldsSourcePaginationWayNumberPlaceBody = TypedDict("CreateRecipeFieldsSourcePaginationWayNumberPlaceBody", {
    "in": "Required[Literal[\"body\"]]",
    "path": "Required[str]",
}, total=False)


CreateRecipeFieldsSourcePaginationWayNumber = TypedDict("CreateRecipeFieldsSourcePaginationWayNumber", {
    "kind": "Required[Literal[\"number\"]]",
    "place": "Required[CreateRecipeFieldsSourcePaginationWayNumberPlaceQuery | CreateRecipeFieldsSourcePaginationWayNumberPlacePath | CreateRecipeFieldsSourcePaginationWayNumberPlaceBody]",
    "from": "Required[int]",
    "step": "Required[int]",
}, total=False)


CreateRecipeFieldsSourcePaginationWayCursorPlaceQuery = TypedDict("CreateRecipeFieldsSourcePaginationWayCursorPlaceQuery", {
    "in": "Required[Literal[\"query\"]]",
    "name": "Required[str]",
}, total=False)


CreateRecipeFieldsSourcePaginationWayCursorPlacePath = TypedDict("CreateRecipeFieldsSourcePaginationWayCursorPlacePath", {
    "in": "Required[Literal[\"path\"]]",
    "index": "Required[int]",
}, total=False)


CreateRecipeFieldsSourcePaginationWayCursorPlaceBody = TypedDict("CreateRecipeFieldsSourcePaginationWayCursorPlaceBody", {
    "in": "Required[Literal[\"body\"]]",
    "path": "Required[str]",
}, total=False)


class CreateRecipeFieldsSourcePaginationWayCursor(TypedDict, total=False):
    kind: Required[Literal["cursor"]]
    """A parameter contains a value from the previous response."""
    place: Required[CreateRecipeFieldsSourcePaginationWayCursorPlaceQuery | CreateRecipeFieldsSourcePaginationWayCursorPlacePath | CreateRecipeFieldsSourcePaginationWayCursorPlaceBody]
    """Location of the parameter."""
    path: Required[str]
    """JSON Pointer of the cursor in a response."""


class CreateRecipeFieldsSourcePaginationWayAddress(TypedDict, total=False):
    kind: Required[Literal["address"]]
    """A response contains the URL of the next page."""
    path: Required[str]
    """JSON Pointer of the URL in a response."""


class CreateRecipeFieldsSourcePaginationWayHeader(TypedDict, total=False):
    kind: Required[Literal["header"]]
    """The `Link` header of a response contains the URL of the next page."""


class CreateRecipeFieldsSourcePagination(TypedDict, total=False):
    """Pages of the listing."""
    way: Required[CreateRecipeFieldsSourcePaginationWayNone | CreateRecipeFieldsSourcePaginationWayLink | CreateRecipeFieldsSourcePaginationWayNumber | CreateRecipeFieldsSourcePaginationWayCursor | CreateRecipeFieldsSourcePaginationWayAddress | CreateRecipeFieldsSourcePaginationWayHeader]
    """Method to get from one page to the next."""
    more: Required[str | None]
    """JSON Pointer to the value in a response that states whether there are more pages."""
    total: Required[str | None]
    """JSON Pointer to the number of records."""
    pages: Required[str | None]
    """JSON Pointer to the number of pages."""
    size: Required[int]
    """Number of records on a full page."""


class CreateRecipeFieldsSource(TypedDict, total=False):
    kind: Required[Literal["api", "graphql", "embedded", "json_ld", "microdata", "feed", "table", "listing"]]
    """Kind of the source."""
    method: Literal["GET", "POST"]
    """HTTP method of the call."""
    url_template: str | None
    """URL of the call that returns the records. null: the page itself contains them."""
    body: str | None
    """JSON body of a POST call, such as a GraphQL query."""
    headers: dict[str, CreateRecipeFieldsSourceHeadersValueFixed | CreateRecipeFieldsSourceHeadersValueCookie | CreateRecipeFieldsSourceHeadersValueText]
    """Source of each header value, by name."""
    cookies: dict[str, CreateRecipeFieldsSourceCookiesValueFixed | CreateRecipeFieldsSourceCookiesValueCookie | CreateRecipeFieldsSourceCookiesValueText]
    """Source of each cookie value, by name."""
    rendered: bool
    """True if the source needs a browser."""
    record_path: Required[str]
    """JSON Pointer of the list; `*` stands for every entry of a list on the path."""
    field_map: Required[dict[str, list[str]]]
    """JSON Pointers into a record, by field; the first one with a value is used."""
    types: dict[str, Literal["text", "number", "money", "currency", "boolean", "date", "url", "image", "email", "phone", "html", "list"]]
    """Type of the values of each field, by name."""
    transforms: dict[str, CreateRecipeFieldsSourceTransformsValueDivide | CreateRecipeFieldsSourceTransformsValueEpoch | CreateRecipeFieldsSourceTransformsValueTemplate | CreateRecipeFieldsSourceTransformsValueCode]
    """Conversion of the values of a field, by name; fields without one are not converted."""
    filled: dict[str, float]
    """Share of the records with a value when the recipe was saved, by field."""
    pagination: CreateRecipeFieldsSourcePagination
    """Pages of the listing."""


class CreateRecipeFields(CallOptions, total=False):
    name: str | None
    """Name of the recipe."""
    url: Required[str]
    """URL of the listing page."""
    fields: Required[list[str]]
    """Fields to return per record, in words: `["name", "price", "link to the product"]`. At most
    60.
    """
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    source: CreateRecipeFieldsSource | None
    """Source of the records, as another recipe contains it. Default: the first run discovers
    one.
    """


class ListRecipesFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class RunRecipeFields(CallOptions, total=False):
    webhook: str
    """with `async=true`: URL that receives an event when the job starts and ends"""
    timeout_ms: int
    """Milliseconds after which the call returns what is done by then. Default and maximum:
    100000; with `async`, the default is 50 minutes.
    """
    url: str | None
    """URL of another listing with the same structure. Default: the URL of the recipe."""
    limit: int
    """Maximum number of records."""
    max_pages: int
    """Maximum number of pages with records."""
    country: str | None
    """Two-letter code of the country of the exit. Default: that of the recipe."""
    strict_country: bool | None
    """Fail instead of using an exit in another country. Default: as the recipe says."""
    continue_: str | None
    """Value of `continue` from an earlier response."""


class TestRecipeFields(CallOptions, total=False):
    url: str | None
    """URL of another listing with the same structure. Default: the URL of the recipe."""
    country: str | None
    """Two-letter code of the country of the exit. Default: that of the recipe."""
    strict_country: bool | None
    """Fail instead of using an exit in another country. Default: as the recipe says."""


class CompareFields(CallOptions, total=False):
    webhook: str
    """with `async=true`: URL that receives an event when the job starts and ends"""
    continue_: str
    """`continue` of an earlier response: does the rest of that call. The body can be absent; its
    fields must be those of the earlier call. Valid for 24 hours.
    """
    timeout_ms: int
    """Milliseconds after which the call returns what is done by then. Default and maximum:
    100000; with `async`, the default is 50 minutes.
    """
    countries: list[str]
    """Two-letter country codes (ISO 3166-1 alpha-2), at most 50. The response has one row per
    country, in this order.
    """
    url: str | None
    """URL to read from every country."""
    urls: dict[str, str] | None
    """URLs by country, such as {"DE": "https://shop.example/de/lamp"}. They take precedence over
    `url`.
    """
    schema: dict[str, Any] | None
    """JSON Schema of the values to return as `data` for every page. Default: name, price,
    currency and availability.
    """
    base_currency: str
    """Currency (ISO 4217) to which prices are converted."""
    strict_country: bool
    """Return an error instead of a page that was not read through a verified exit in the
    country.
    """


class ArchiveFields(CallOptions, total=False):
    webhook: str
    """with `async=true`: URL that receives an event when the job starts and ends"""
    continue_: str
    """`continue` of an earlier response: does the rest of that call. The body can be absent; its
    fields must be those of the earlier call. Valid for 24 hours.
    """
    timeout_ms: int
    """Milliseconds after which the call returns what is done by then. Default and maximum:
    100000; with `async`, the default is 50 minutes.
    """
    action: Literal["get", "snapshots", "diff", "history", "urls"]
    """`get`: the page on a date. `snapshots`: captures and real changes. `diff`: differences
    between a date and now, or between two dates. `history`: a field or section over time.
    `urls`: every URL that a site or path ever had.
    """
    url: str
    """URL of the page. For `urls`: a site or a path."""
    at: str | None
    """For `get` and `diff`: a year (2019), a month (2019-06), a date (2019-06-03), an ISO time,
    4 to 14 digits, first, latest, or words such as "last year", "3 months ago", "June 2019",
    "Q3 2020", "spring 2017", "mid 2018", "late 1990s". Default: the newest copy.
    """
    direction: Literal["nearest", "before", "after"]
    """For `get`: the copy nearest to `at`, the last one up to its end, or the first one from its
    start.
    """
    compare_to: str
    """For `diff`: `live` or a second date, in the same forms as `at`."""
    since: str | None
    """For `snapshots`, `history` and `urls`: start of the time window, in the same forms as
    `at`.
    """
    until: str | None
    """For `snapshots`, `history` and `urls`: end of the time window, in the same forms as `at`."""
    every: Literal["change", "day", "month", "year", "all"]
    """For `snapshots` and `history`: each real change, one copy per period, or every copy."""
    focus: str | None
    """Return or compare only the sections about these words."""
    schema: dict[str, Any] | None
    """For `get`, `diff` and `history`: fields to extract from each version (JSON Schema)."""
    prompt: str | None
    """For `get`, `diff` and `history`: fields to extract, in words. A configured model names and
    completes them; without one, they are derived from the words.
    """
    points: int
    """For `history`: maximum number of versions to read."""
    limit: int | None
    """Maximum number of rows of `snapshots` (default 50) or of URLs of `urls` (default 1000)."""
    match: Literal["auto", "exact", "prefix", "host", "domain"]
    """For `urls`. `auto`: `prefix` for a path, `host` for a site."""
    kind: Literal["pages", "documents", "images", "feeds", "all"]
    """For `urls`: kind of content."""
    search: str | None
    """For `urls`: return only URLs that contain all these words."""
    check_live: int
    """For `urls`: number of URLs to request from the live site as well."""
    source: str
    """Archive to read. `auto`: `wayback`, then `commoncrawl`, then the configured archives."""


class ReadFields(CallOptions, total=False):
    ref: Required[str]
    """Identifier of the stored text, from a page result."""
    offset: int
    """Number of Unicode code points to skip."""
    length: int
    """Maximum number of Unicode code points to return."""
    max_tokens: int
    """Maximum tokens to return, estimated, for a model that reads them."""
    section: str
    """Identifier or heading of a section."""
    focus: str
    """Words to search for; returns the passages about them."""


class ListDatasetsFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class CreateDatasetFieldsSourceRecipe(TypedDict, total=False):
    kind: Required[Literal["recipe"]]
    """Runs a saved recipe."""
    rid: Required[str]
    """Id of a saved recipe."""
    limit: int
    """Maximum number of records of one refresh, 1 to 100000. Default: 10000."""
    max_pages: int
    """Maximum number of pages of one refresh, 1 to 1000. Default: 100."""


class CreateDatasetFieldsSourceCollect(TypedDict, total=False):
    kind: Required[Literal["collect"]]
    """Reads the records of a listing."""
    url: Required[str]
    """URL of a page that lists records."""
    fields: Required[list[str]]
    """Fields to return per record, in words: `["name", "price", "link to the product"]`. At most
    60.
    """
    limit: int
    """Maximum number of records of one refresh, 1 to 100000. Default: 10000."""
    max_pages: int
    """Maximum number of pages of one refresh, 1 to 1000. Default: 100."""


class PageRequest(TypedDict, total=False):
    """How the page is requested: headers, cookies, browser steps, or method and body. Each
    reading sends the request again.
    """
    cookies: dict[str, str] | list[VisitorCookie] | None
    """cookies that the site receives as if it had set them before: values by name, or a list
    with domains and paths
    """
    languages: list[str] | None
    """preferred languages, the first one first. Default: the language of the exit’s country"""
    timezone: str | None
    """time zone of the browser. Default: that of the exit’s country"""
    geolocation: Geolocation | None
    """place that the browser reports to sites that ask for it"""
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] | None
    """method of the request. Default: GET; another one than GET needs `allow_unsafe` and is sent
    over HTTP
    """
    body: str | None
    """body of the request. Without a `Content-Type` in `headers`: JSON or form data if it is
    that, otherwise text
    """
    allow_unsafe: bool | None
    """confirms that a request with another method than GET may change something at the site"""
    headers: dict[str, str]
    """request headers, sent only to the origin of the URL"""
    steps: list[Step]
    """browser steps to run before the page is read"""
    wait_for: str
    """selector or text of an element that must appear in the browser before the page is read"""
    wait_ms: int
    """milliseconds to wait in the browser after the page has loaded"""
    mobile: bool
    """emulate a mobile viewport and User-Agent"""


class CreateDatasetFieldsSourceExtract(TypedDict, total=False):
    kind: Required[Literal["extract"]]
    """Extracts values from pages."""
    urls: Required[list[str]]
    """URLs of up to 1000 pages, each with one record or a list of records."""
    schema: Required[dict[str, Any]]
    """JSON Schema (2020-12 or draft-07) of the values to extract: an object with properties, or
    an array. Only local references are allowed.
    """
    only_changed: bool
    """Reads only pages that may have changed since the last refresh. The service sends the
    validators of the last reading (`If-None-Match`, `If-Modified-Since`), and does not
    request pages that the sitemap lists with an older `lastmod`. Each page is requested at
    least every 7 days. Default: false.
    """
    request: PageRequest
    login: str
    """Id of a saved login for the site of the pages."""


class CreateDatasetFieldsSourceRecords(TypedDict, total=False):
    kind: Required[Literal["records"]]
    """Takes the records of the request."""
    records: Required[list[dict[str, Any]]]
    """Records as objects with any fields. The request body is limited to 2 MB."""


class ScheduleInputValueEvery(TypedDict, total=False):
    every: Required[str]
    """an interval: a number and s, m, h, d or w"""


class ScheduleInputValueCron(TypedDict, total=False):
    cron: Required[str]
    """cron expression of five fields: minute, hour, day of the month, month, day of the week"""
    timezone: str
    """a time zone of the IANA database; a fixed hour runs once on each day, also with a clock
    change
    """


class ScheduleInputValuePaused(TypedDict, total=False):
    paused: Required[Literal[True]]
    """stops runs until another schedule is set"""


class CreateDatasetFields(CallOptions, total=False):
    name: Required[str]
    """Name of the dataset."""
    source: Required[CreateDatasetFieldsSourceRecipe | CreateDatasetFieldsSourceCollect | CreateDatasetFieldsSourceExtract | CreateDatasetFieldsSourceRecords]
    """Source of the records."""
    key: list[str] | None
    """Up to 10 fields whose values together identify a record. Default: detected from the names
    and values of the fields.
    """
    schedule: ScheduleInput | None
    """Schedule of refreshes. Default: none; refreshes run on request."""
    webhook: str | None
    """URL that receives an event for each refresh that changed something."""
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    removed_after: int
    """Number of complete refreshes in a row without a record, 1 to 100, after which it is
    removed; until then its status is `missing`. Default: 2.
    """


class GetDatasetRecordsFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""
    status: Literal["active", "missing", "removed"]
    """Status of the returned records."""


class GetDatasetChangesFields(CallOptions, total=False):
    since: float | None
    """Number of the last change that you have. Default: 0, which starts at the first change."""
    limit: int
    """Maximum number of items in the response."""


class RefreshDatasetFields(CallOptions, total=False):
    accept_drop: bool
    """Merge the refresh even if more than half of the records disappear. Default: `false`."""


class ScheduleDatasetFields(CallOptions, total=False):
    every: str
    """an interval: a number and s, m, h, d or w"""
    cron: str
    """cron expression of five fields, in `timezone`"""
    timezone: str
    """a time zone of the IANA database, for `cron`; default UTC"""
    paused: Literal[True]
    """stops runs until another schedule is set"""


class ExportDatasetFields(CallOptions, total=False):
    format: Literal["csv", "json", "ndjson", "xlsx", "parquet"]
    """Format of the file. Default: `csv`, or `ndjson` when the request accepts
    application/x-ndjson.
    """
    status: Literal["active", "missing", "removed", "all"]
    """Status of the exported records."""
    fields: list[str] | None
    """Columns in this order. Default: all fields."""
    safe: bool
    """csv: prefix cells that a spreadsheet would run as a formula with an apostrophe. This
    changes the values; set `false` for machine-readable files. Default: `true`.
    """
    bom: bool
    """csv: start with a byte order mark, for spreadsheets. Default: `false`."""
    nested: Literal["json", "columns"]
    """csv and xlsx: write objects as JSON text, or as columns of their own (`offer.price`).
    Default: `json`.
    """
    meta: bool
    """Add columns about the record: `_record_id`, `_status`, `_first_seen`, `_last_seen`,
    `_last_changed`. Default: `false`.
    """


class CreateMonitorFieldsWatchPage(TypedDict, total=False):
    kind: Required[Literal["page"]]
    """A page."""
    whole: bool
    """Watch the whole page instead of its main content. Default: `false`."""


class CreateMonitorFieldsWatchSection(TypedDict, total=False):
    kind: Required[Literal["section"]]
    """A section of a page."""
    focus: str
    """Heading of the section, or words that describe it."""
    selector: str
    """Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a
    JSONPath query (RFC 9535).
    """


class CreateMonitorFieldsWatchFields(TypedDict, total=False):
    kind: Required[Literal["fields"]]
    """Values on a page."""
    schema: dict[str, Any] | None
    prompt: str | None
    """Description of the values to watch."""


class CreateMonitorFieldsWatchDataset(TypedDict, total=False):
    kind: Required[Literal["dataset"]]
    """A dataset."""
    did: Required[str]
    """Identifier of the dataset."""


class CreateMonitorFieldsWatchSearch(TypedDict, total=False):
    kind: Required[Literal["search"]]
    """The results of a search."""
    query: Required[str]
    """Query whose results are watched."""
    limit: int
    """Number of results. Default: 10."""


class CreateMonitorFieldsWatchWorkflow(TypedDict, total=False):
    kind: Required[Literal["workflow"]]
    """The records of a workflow."""
    id: Required[str]
    """Workflow whose records are watched: those of its last completed run."""


class IgnoreRuleValue(TypedDict, total=False):
    expression: Required[str]
    """RE2 expression without slashes."""
    shown: bool
    """`true`: matches are shown in differences but do not count as changes. Default: `true`."""


class Condition(TypedDict, total=False):
    field: Required[str]
    """For values: a name, dotted path or JSON Pointer. For a text: `text`, `added`, `removed` or
    `previous`.
    """
    op: Required[Literal["any", "contains", "lacks", "matches", "appears", "disappears", "=", "!=", "<", "<=", ">", ">=", "drops_by", "rises_by", "drops_by_percent", "rises_by_percent"]]
    """Comparison."""
    value: str | float | bool | None
    """Value to compare with."""


class CreateMonitorFieldsNotifyWebhook(TypedDict, total=False):
    url: Required[str]
    """URL of the receiver."""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram,
    ntfy.sh, Matrix or Teams), otherwise `standard`.
    """


class CreateMonitorFieldsNotifyWebhook2(TypedDict, total=False):
    url: Required[str]
    """URL of the receiver."""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram,
    ntfy.sh, Matrix or Teams), otherwise `standard`.
    """


class CreateMonitorFieldsNotifyTemplate(TypedDict, total=False):
    title: str
    """Title of the message."""
    text: str
    """Text of the message."""


CreateMonitorFieldsNotifyQuietHours = TypedDict("CreateMonitorFieldsNotifyQuietHours", {
    "from": "Required[str]",
    "to": "Required[str]",
}, total=False)


class CreateMonitorFieldsNotify(TypedDict, total=False):
    """Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and
    recovered.
    """
    webhook: str | CreateMonitorFieldsNotifyWebhook | list[str | CreateMonitorFieldsNotifyWebhook2] | None
    """Up to 5 receivers of events."""
    email: str | list[str] | None
    """Up to 5 recipients."""
    muted: bool
    """`true`: checks continue, but no notification is sent. Default: `false`."""
    template: CreateMonitorFieldsNotifyTemplate | None
    """Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`."""
    digest: Literal["hourly", "daily"] | None
    """Send the events together. Default: each at once."""
    digest_at: str | None
    """Time of the daily digest. Default: 08:00."""
    quiet_hours: CreateMonitorFieldsNotifyQuietHours | None
    """Events between these times are sent at their end."""
    timezone: str | None
    """Time zone of these times. Default: UTC."""


class CreateMonitorFields(CallOptions, total=False):
    name: str | None
    """Name in lists and messages."""
    tags: list[str]
    """Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed."""
    url: str | None
    """URL of the page; null if no page is watched."""
    watch: CreateMonitorFieldsWatchPage | CreateMonitorFieldsWatchSection | CreateMonitorFieldsWatchFields | CreateMonitorFieldsWatchDataset | CreateMonitorFieldsWatchSearch | CreateMonitorFieldsWatchWorkflow
    """The watched content: the page, a section of it, values on it, a dataset, the results of a
    search, or the records of a workflow. Default: the main content of the page.
    """
    schedule: ScheduleInput
    country: str | None
    """Country of the exit, two-letter code."""
    strict_country: bool
    """Fail instead of using an exit in another country."""
    render: Literal["auto", "never", "always"]
    """Whether a browser loads the page. `auto`: if the page has no content without its scripts."""
    login: str | None
    """Id of a saved login for the site of `url`."""
    request: PageRequest
    ignore: list[IgnoreRule]
    """Parts of the page that are not compared."""
    conditions: list[Condition]
    """Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops
    and rises count from the last notified value.
    """
    goal: str | None
    """What a change must mean to be notified, such as `the price falls or a new size is added`.
    Decided by values where they show it, otherwise by a language model.
    """
    match: Literal["all", "any"]
    """All conditions must hold, or any one. Default: `all`."""
    confirm: int
    """Number of times a changed page is read again before the change is notified, 0 to 3. Each
    reading is charged as a page. Default: 2.
    """
    failing_after: int
    """Number of failed checks in a row, 1 to 100, after which the monitor is reported as
    failing. Default: 3.
    """
    screenshot: bool
    """Take a screenshot of each version and mark the differences. Default: `false`."""
    only_changed: bool
    """Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the
    site answers that the page has not changed, the page is not read. Default: `false`.
    """
    notify: CreateMonitorFieldsNotify
    """Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and
    recovered.
    """


class ListMonitorsFields(CallOptions, total=False):
    status: Literal["active", "paused", "needs_attention"]
    """Only monitors with this status."""
    q: str
    """Part of the name or the URL."""
    tag: str
    """Only monitors with this tag."""
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class ImportMonitorsFieldsMonitorsWatchPage(TypedDict, total=False):
    kind: Required[Literal["page"]]
    """A page."""
    whole: bool
    """Watch the whole page instead of its main content. Default: `false`."""


class ImportMonitorsFieldsMonitorsWatchSection(TypedDict, total=False):
    kind: Required[Literal["section"]]
    """A section of a page."""
    focus: str
    """Heading of the section, or words that describe it."""
    selector: str
    """Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a
    JSONPath query (RFC 9535).
    """


class ImportMonitorsFieldsMonitorsWatchFields(TypedDict, total=False):
    kind: Required[Literal["fields"]]
    """Values on a page."""
    schema: dict[str, Any] | None
    prompt: str | None
    """Description of the values to watch."""


class ImportMonitorsFieldsMonitorsWatchDataset(TypedDict, total=False):
    kind: Required[Literal["dataset"]]
    """A dataset."""
    did: Required[str]
    """Identifier of the dataset."""


class ImportMonitorsFieldsMonitorsWatchSearch(TypedDict, total=False):
    kind: Required[Literal["search"]]
    """The results of a search."""
    query: Required[str]
    """Query whose results are watched."""
    limit: int
    """Number of results. Default: 10."""


class ImportMonitorsFieldsMonitorsWatchWorkflow(TypedDict, total=False):
    kind: Required[Literal["workflow"]]
    """The records of a workflow."""
    id: Required[str]
    """Workflow whose records are watched: those of its last completed run."""


class ImportMonitorsFieldsMonitorsNotifyWebhook(TypedDict, total=False):
    url: Required[str]
    """URL of the receiver."""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram,
    ntfy.sh, Matrix or Teams), otherwise `standard`.
    """


class ImportMonitorsFieldsMonitorsNotifyWebhook2(TypedDict, total=False):
    url: Required[str]
    """URL of the receiver."""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram,
    ntfy.sh, Matrix or Teams), otherwise `standard`.
    """


class ImportMonitorsFieldsMonitorsNotifyTemplate(TypedDict, total=False):
    title: str
    """Title of the message."""
    text: str
    """Text of the message."""


ImportMonitorsFieldsMonitorsNotifyQuietHours = TypedDict("ImportMonitorsFieldsMonitorsNotifyQuietHours", {
    "from": "Required[str]",
    "to": "Required[str]",
}, total=False)


class ImportMonitorsFieldsMonitorsNotify(TypedDict, total=False):
    """Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and
    recovered.
    """
    webhook: str | ImportMonitorsFieldsMonitorsNotifyWebhook | list[str | ImportMonitorsFieldsMonitorsNotifyWebhook2] | None
    """Up to 5 receivers of events."""
    email: str | list[str] | None
    """Up to 5 recipients."""
    muted: bool
    """`true`: checks continue, but no notification is sent. Default: `false`."""
    template: ImportMonitorsFieldsMonitorsNotifyTemplate | None
    """Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`."""
    digest: Literal["hourly", "daily"] | None
    """Send the events together. Default: each at once."""
    digest_at: str | None
    """Time of the daily digest. Default: 08:00."""
    quiet_hours: ImportMonitorsFieldsMonitorsNotifyQuietHours | None
    """Events between these times are sent at their end."""
    timezone: str | None
    """Time zone of these times. Default: UTC."""


class ImportMonitorsFieldsMonitors(TypedDict, total=False):
    name: str | None
    """Name in lists and messages."""
    tags: list[str]
    """Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed."""
    url: str | None
    """URL of the page; null if no page is watched."""
    watch: ImportMonitorsFieldsMonitorsWatchPage | ImportMonitorsFieldsMonitorsWatchSection | ImportMonitorsFieldsMonitorsWatchFields | ImportMonitorsFieldsMonitorsWatchDataset | ImportMonitorsFieldsMonitorsWatchSearch | ImportMonitorsFieldsMonitorsWatchWorkflow
    """The watched content: the page, a section of it, values on it, a dataset, the results of a
    search, or the records of a workflow. Default: the main content of the page.
    """
    schedule: ScheduleInput
    country: str | None
    """Country of the exit, two-letter code."""
    strict_country: bool
    """Fail instead of using an exit in another country."""
    render: Literal["auto", "never", "always"]
    """Whether a browser loads the page. `auto`: if the page has no content without its scripts."""
    login: str | None
    """Id of a saved login for the site of `url`."""
    request: PageRequest
    ignore: list[IgnoreRule]
    """Parts of the page that are not compared."""
    conditions: list[Condition]
    """Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops
    and rises count from the last notified value.
    """
    goal: str | None
    """What a change must mean to be notified, such as `the price falls or a new size is added`.
    Decided by values where they show it, otherwise by a language model.
    """
    match: Literal["all", "any"]
    """All conditions must hold, or any one. Default: `all`."""
    confirm: int
    """Number of times a changed page is read again before the change is notified, 0 to 3. Each
    reading is charged as a page. Default: 2.
    """
    failing_after: int
    """Number of failed checks in a row, 1 to 100, after which the monitor is reported as
    failing. Default: 3.
    """
    screenshot: bool
    """Take a screenshot of each version and mark the differences. Default: `false`."""
    only_changed: bool
    """Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the
    site answers that the page has not changed, the page is not read. Default: `false`.
    """
    notify: ImportMonitorsFieldsMonitorsNotify
    """Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and
    recovered.
    """


class ImportMonitorsFields(CallOptions, total=False):
    monitors: Required[list[ImportMonitorsFieldsMonitors]]
    """Up to 1000 monitors, in the format of GET /v1/monitors/export."""


class MonitorsFeedFields(CallOptions, total=False):
    tag: str
    """Only monitors with this tag."""


class ChangeMonitorFieldsWatchPage(TypedDict, total=False):
    kind: Required[Literal["page"]]
    """A page."""
    whole: bool
    """Watch the whole page instead of its main content. Default: `false`."""


class ChangeMonitorFieldsWatchSection(TypedDict, total=False):
    kind: Required[Literal["section"]]
    """A section of a page."""
    focus: str
    """Heading of the section, or words that describe it."""
    selector: str
    """Selector of the section: CSS, XPath that starts with `//`, or for an answer in JSON a
    JSONPath query (RFC 9535).
    """


class ChangeMonitorFieldsWatchFields(TypedDict, total=False):
    kind: Required[Literal["fields"]]
    """Values on a page."""
    schema: dict[str, Any] | None
    prompt: str | None
    """Description of the values to watch."""


class ChangeMonitorFieldsWatchDataset(TypedDict, total=False):
    kind: Required[Literal["dataset"]]
    """A dataset."""
    did: Required[str]
    """Identifier of the dataset."""


class ChangeMonitorFieldsWatchSearch(TypedDict, total=False):
    kind: Required[Literal["search"]]
    """The results of a search."""
    query: Required[str]
    """Query whose results are watched."""
    limit: int
    """Number of results. Default: 10."""


class ChangeMonitorFieldsWatchWorkflow(TypedDict, total=False):
    kind: Required[Literal["workflow"]]
    """The records of a workflow."""
    id: Required[str]
    """Workflow whose records are watched: those of its last completed run."""


class ChangeMonitorFieldsNotifyWebhook(TypedDict, total=False):
    url: Required[str]
    """URL of the receiver."""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram,
    ntfy.sh, Matrix or Teams), otherwise `standard`.
    """


class ChangeMonitorFieldsNotifyWebhook2(TypedDict, total=False):
    url: Required[str]
    """URL of the receiver."""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of messages. Default: the format of the URL’s service (Slack, Discord, Telegram,
    ntfy.sh, Matrix or Teams), otherwise `standard`.
    """


class ChangeMonitorFieldsNotifyTemplate(TypedDict, total=False):
    title: str
    """Title of the message."""
    text: str
    """Text of the message."""


ChangeMonitorFieldsNotifyQuietHours = TypedDict("ChangeMonitorFieldsNotifyQuietHours", {
    "from": "Required[str]",
    "to": "Required[str]",
}, total=False)


class ChangeMonitorFieldsNotify(TypedDict, total=False):
    """Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and
    recovered.
    """
    webhook: str | ChangeMonitorFieldsNotifyWebhook | list[str | ChangeMonitorFieldsNotifyWebhook2] | None
    """Up to 5 receivers of events."""
    email: str | list[str] | None
    """Up to 5 recipients."""
    muted: bool
    """`true`: checks continue, but no notification is sent. Default: `false`."""
    template: ChangeMonitorFieldsNotifyTemplate | None
    """Texts of readable messages with fields such as `{{name}}`, `{{summary}}` and `{{url}}`."""
    digest: Literal["hourly", "daily"] | None
    """Send the events together. Default: each at once."""
    digest_at: str | None
    """Time of the daily digest. Default: 08:00."""
    quiet_hours: ChangeMonitorFieldsNotifyQuietHours | None
    """Events between these times are sent at their end."""
    timezone: str | None
    """Time zone of these times. Default: UTC."""


class ChangeMonitorFields(CallOptions, total=False):
    name: str | None
    """Name in lists and messages."""
    url: str | None
    """URL of the page; null if no page is watched."""
    tags: list[str]
    """Up to 20 labels. The monitors of a label are listed with `tag`, and share a feed."""
    watch: ChangeMonitorFieldsWatchPage | ChangeMonitorFieldsWatchSection | ChangeMonitorFieldsWatchFields | ChangeMonitorFieldsWatchDataset | ChangeMonitorFieldsWatchSearch | ChangeMonitorFieldsWatchWorkflow
    """The watched content: the page, a section of it, values on it, a dataset, the results of a
    search, or the records of a workflow. Default: the main content of the page.
    """
    schedule: ScheduleInput
    country: str | None
    """Country of the exit, two-letter code."""
    strict_country: bool
    """Fail instead of using an exit in another country."""
    render: Literal["auto", "never", "always"]
    """Whether a browser loads the page. `auto`: if the page has no content without its scripts."""
    login: str | None
    """Id of a saved login for the site of `url`."""
    request: PageRequest
    ignore: list[IgnoreRule]
    """Parts of the page that are not compared."""
    conditions: list[Condition]
    """Up to 20 conditions, evaluated after a change: it is notified only when they hold. Drops
    and rises count from the last notified value.
    """
    goal: str | None
    """What a change must mean to be notified, such as `the price falls or a new size is added`.
    Decided by values where they show it, otherwise by a language model.
    """
    match: Literal["all", "any"]
    """All conditions must hold, or any one. Default: `all`."""
    confirm: int
    """Number of times a changed page is read again before the change is notified, 0 to 3. Each
    reading is charged as a page. Default: 2.
    """
    failing_after: int
    """Number of failed checks in a row, 1 to 100, after which the monitor is reported as
    failing. Default: 3.
    """
    screenshot: bool
    """Take a screenshot of each version and mark the differences. Default: `false`."""
    only_changed: bool
    """Send the validators of the stored version (`If-None-Match`, `If-Modified-Since`). If the
    site answers that the page has not changed, the page is not read. Default: `false`.
    """
    notify: ChangeMonitorFieldsNotify
    """Up to 5 webhooks and 5 e-mail addresses that receive the events changed, failing and
    recovered.
    """


class ListMonitorChecksFields(CallOptions, total=False):
    before: int
    """Only checks with a lower number."""
    state: Literal["new", "same", "changed", "removed", "error"]
    """Only checks with this state."""
    limit: int
    """Maximum number of items in the response."""


class DiffMonitorFields(CallOptions, total=False):
    from_: int
    """Number of a check. Default: the oldest stored version."""
    to: int
    """Number of a check. Default: the newest version."""


class OpenBrowserFieldsViewport(TypedDict, total=False):
    width: Required[int]
    """Width in CSS pixels."""
    height: Required[int]
    """Height in CSS pixels."""


class OpenBrowserFields(CallOptions, total=False):
    url: str | None
    """URL of the first page. Default: an empty page."""
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    network: Literal["auto", "service", "residential"]
    """`auto` uses the service's own network if it has an exit in the country, otherwise a
    residential one. Default: `auto`.
    """
    login: str | None
    """Id of a saved login to load."""
    viewport: OpenBrowserFieldsViewport | None
    """Size of the viewport in CSS pixels, each side 200 to 4000. Default: 1280 × 800."""
    locale: str | None
    """Language tag (BCP 47), such as `de-AT`. Default: the language of the exit’s country."""
    timezone: str | None
    """Time zone (IANA), such as `Europe/Vienna`. Default: the time zone of the exit’s country."""
    ttl_seconds: int
    """Maximum lifetime of the session in seconds, 10 to 14400. Default: 900."""
    idle_seconds: int
    """Seconds without a step or an input of the live view after which the session is closed, 5
    to 3600. Default: 300.
    """
    wait_seconds: int
    """Seconds to wait for a free browser, 0 to 100. With 0, a full service returns 503 at once.
    Default: 0.
    """
    record: bool
    """Record the steps as a workflow that can be replayed. It is returned when the session is
    read or closed. Default: `false`.
    """


class BrowserStepFieldsDialog(TypedDict, total=False):
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class BrowserStepFields(CallOptions, total=False):
    type: Required[Literal["goto", "click", "drag", "type", "fill", "press", "select", "hover", "scroll", "wait", "wait_for", "evaluate", "log", "back", "forward", "reload", "snapshot", "read", "screenshot", "extract", "upload", "download", "save_login", "close_tab", "switch_tab", "live"]]
    """Kind of step."""
    target: int | str | None
    selector: str | None
    """Alias of `target`."""
    text: str | None
    """type: the text to type. fill: the value of `target`, in place of `form`. select: the
    option. wait_for: the text to wait for. evaluate: the script.
    """
    to: int | str | None
    """drag: the element at which it ends, named like `target`."""
    x: float | None
    """click, hover: point in CSS pixels from the left edge of the target or, without one, of the
    window. drag: point in `to`, or else the distance to move.
    """
    y: float | None
    """The same from the top edge."""
    from_x: float | None
    """drag: point at which it starts, in CSS pixels from the left edge of the target or, without
    one, of the window; negative: from the right edge of the target. Default: the centre of
    the target.
    """
    from_y: float | None
    """The same from the top or bottom edge."""
    url: str | None
    """goto, download: the URL."""
    key: str | None
    """press: the key, such as `Enter` or `Control+A`."""
    form: dict[str, str | bool | list[str]] | None
    """fill: what each control is set to, by its name, number or selector: a text, `true` or
    `false` for a box, one or several options for a list. Up to 50.
    """
    values: list[str] | None
    """select: several options."""
    ms: int | None
    """wait: time in milliseconds, up to 60000."""
    direction: Literal["up", "down", "left", "right"] | None
    """scroll: the direction."""
    amount: int | None
    """scroll: the distance in CSS pixels."""
    tab: int | None
    """close_tab, switch_tab: the number of the tab."""
    files: list[str] | None
    """upload: ids or URLs of up to 10 stored files."""
    submit: bool
    """type, fill: press Enter in the last field. Default: `false`."""
    secret: bool
    """type: hide the text in snapshots and in the recording, such as a login code. Default:
    `false`.
    """
    append: bool
    """type: append to the field’s text instead of replacing it. Default: `false`."""
    double: bool
    """click: double-click. Default: `false`."""
    dialog: BrowserStepFieldsDialog | None
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    full_page: bool
    """screenshot: capture the full height of the page. Default: `false`."""
    quality: int | None
    """screenshot: JPEG quality, 1 to 100. Default: a PNG."""
    schema: dict[str, Any] | None
    """extract: JSON Schema of the values to return."""
    prompt: str | None
    """extract: description of the values to return."""
    name: str | None
    """save_login: name of the login."""
    interactive: bool
    """live: allow the viewer to send input. Default: `false`."""
    timeout_ms: int | None
    """Maximum duration of the step in milliseconds, up to 40000."""
    snapshot: bool | Literal["changes"]
    """Return the snapshot of the page: `true`, `false`, or `changes` for the lines that have
    changed since the snapshot before, if they are fewer. Default: `true`.
    """
    region: int | str | None
    """Part of the page in the snapshot: the number of an element, a role such as `main`, `form`
    or `dialog`, or words of a line. Default: the whole page.
    """
    details: bool
    """Show more in the snapshot: size and place of each element and text in CSS pixels, shapes
    and icons that are drawn, and whole values of fields. Best with `region`. Default:
    `false`.
    """
    max_length: int
    """Maximum length of the snapshot in characters, or of the text that is read in code points,
    100 to 200000. Default: 12000.
    """


class ChangeLoginFieldsRenewal(TypedDict, total=False):
    workflow: Required[str]
    """Id of a workflow that logs in to the site and ends on a page behind the login."""
    inputs: dict[str, Any] | None
    """Inputs of its runs, such as the password. They are encrypted and never returned. An
    `otpauth://totp/` URI is inserted as its current one-time code.
    """
    schedule: ScheduleInput | None
    """When the login is renewed besides; at most once per hour."""


class ChangeLoginFields(CallOptions, total=False):
    use_for: list[Literal["scrape", "crawl", "map", "monitors", "datasets"]]
    """Operations that use this login for pages of its site without being asked to. Their `login`
    wins; `none` turns it off.
    """
    renewal: ChangeLoginFieldsRenewal | None
    """Workflow that logs in again if the site asks for a login, at most once per hour; null
    removes it.
    """
    webhook: str | None
    """URL that receives the event `login.expired` if the login cannot be renewed."""


class WorkflowStepGoto(TypedDict, total=False):
    type: Required[Literal["goto"]]
    """Type of the step."""
    url: Required[str]
    """goto, download: the URL."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepClickDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepClick(TypedDict, total=False):
    type: Required[Literal["click"]]
    """Type of the step."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    x: float
    """click, hover: point in CSS pixels from the left edge of the target or, without one, of the
    window. drag: point in `to`, or else the distance to move.
    """
    y: float
    """The same from the top edge."""
    double: bool
    """click: double-click. Default: `false`."""
    dialog: WorkflowStepClickDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepDragDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepDrag(TypedDict, total=False):
    type: Required[Literal["drag"]]
    """Type of the step."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    from_x: float
    """drag: point at which it starts, in CSS pixels from the left edge of the target or, without
    one, of the window; negative: from the right edge of the target. Default: the centre of
    the target.
    """
    to: str
    """drag: the element at which it ends, named like `target`."""
    x: float
    """click, hover: point in CSS pixels from the left edge of the target or, without one, of the
    window. drag: point in `to`, or else the distance to move.
    """
    y: float
    """The same from the top edge."""
    from_y: float
    """The same from the top or bottom edge."""
    dialog: WorkflowStepDragDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepTypeDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepType(TypedDict, total=False):
    type: Required[Literal["type"]]
    """Type of the step."""
    text: Required[str]
    """type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the
    script.
    """
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    submit: bool
    """type, fill: press Enter in the last field. Default: `false`."""
    append: bool
    """type: append to the field’s text instead of replacing it. Default: `false`."""
    secret: bool
    """type: hide the text in log, errors and records. ask: hide the answer. Default: `false`."""
    dialog: WorkflowStepTypeDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepFillDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepFill(TypedDict, total=False):
    type: Required[Literal["fill"]]
    """Type of the step."""
    form: Required[dict[str, str | bool | list[str]]]
    """fill: what each control is set to, by its name or selector: a text, `true` or `false` for
    a box, one or several options for a list.
    """
    submit: bool
    """type, fill: press Enter in the last field. Default: `false`."""
    dialog: WorkflowStepFillDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepPressDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepPress(TypedDict, total=False):
    type: Required[Literal["press"]]
    """Type of the step."""
    key: Required[str]
    """press: the key, such as `Enter` or `Control+A`."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    dialog: WorkflowStepPressDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepSelectDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepSelect(TypedDict, total=False):
    type: Required[Literal["select"]]
    """Type of the step."""
    target: Required[str]
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    text: str
    """type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the
    script.
    """
    values: list[str]
    """select: several options."""
    dialog: WorkflowStepSelectDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepHover(TypedDict, total=False):
    type: Required[Literal["hover"]]
    """Type of the step."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    x: float
    """click, hover: point in CSS pixels from the left edge of the target or, without one, of the
    window. drag: point in `to`, or else the distance to move.
    """
    y: float
    """The same from the top edge."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepScroll(TypedDict, total=False):
    type: Required[Literal["scroll"]]
    """Type of the step."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    direction: Literal["up", "down", "left", "right"]
    """scroll: the direction."""
    amount: int
    """scroll: the distance in CSS pixels."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepWait(TypedDict, total=False):
    type: Required[Literal["wait"]]
    """Type of the step."""
    ms: Required[int]
    """wait: time in milliseconds, up to 60000."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepWaitFor(TypedDict, total=False):
    type: Required[Literal["wait_for"]]
    """Type of the step."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    text: str
    """type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the
    script.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepEvaluateDialog(TypedDict, total=False):
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    accept: Required[bool]
    """True: accept the dialog. False: dismiss it."""
    text: str | None
    """Answer to a prompt."""


class WorkflowStepEvaluate(TypedDict, total=False):
    type: Required[Literal["evaluate"]]
    """Type of the step."""
    text: Required[str]
    """type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the
    script.
    """
    dialog: WorkflowStepEvaluateDialog
    """Response to dialogs that the step opens. Default: alerts are accepted, all others are
    dismissed.
    """
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepBack(TypedDict, total=False):
    type: Required[Literal["back"]]
    """Type of the step."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepForward(TypedDict, total=False):
    type: Required[Literal["forward"]]
    """Type of the step."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepReload(TypedDict, total=False):
    type: Required[Literal["reload"]]
    """Type of the step."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepRead(TypedDict, total=False):
    type: Required[Literal["read"]]
    """Type of the step."""
    max_length: int
    """read: maximum length of the text in code points, 100 to 200000."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepScreenshot(TypedDict, total=False):
    type: Required[Literal["screenshot"]]
    """Type of the step."""
    full_page: bool
    """screenshot: capture the full height of the page. Default: `false`."""
    quality: int
    """screenshot: JPEG quality, 1 to 100. Default: a PNG."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepExtract(TypedDict, total=False):
    type: Required[Literal["extract"]]
    """Type of the step."""
    schema: dict[str, Any]
    """extract: JSON Schema of the values to return. ask: JSON Schema of the answer."""
    prompt: str
    """extract: description of the values to return."""
    record: bool
    """extract, collect_rows: add the values to the records of the run. Default: `true`."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepUpload(TypedDict, total=False):
    type: Required[Literal["upload"]]
    """Type of the step."""
    target: Required[str]
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    files: Required[list[str]]
    """upload: ids or URLs of up to 10 stored files."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepDownload(TypedDict, total=False):
    type: Required[Literal["download"]]
    """Type of the step."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    url: str
    """goto, download: the URL."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepSaveLogin(TypedDict, total=False):
    type: Required[Literal["save_login"]]
    """Type of the step."""
    name: Required[str]
    """set, ask: name of the variable. save_login: name of the login."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepCloseTab(TypedDict, total=False):
    type: Required[Literal["close_tab"]]
    """Type of the step."""
    tab: int
    """close_tab, switch_tab: the number of the tab."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepSwitchTab(TypedDict, total=False):
    type: Required[Literal["switch_tab"]]
    """Type of the step."""
    tab: Required[int]
    """close_tab, switch_tab: the number of the tab."""
    timeout_ms: int
    """Maximum duration of the step in milliseconds, up to 60000."""
    effect: Literal["none", "outside"]
    """`outside`: the step has an effect that must not happen twice; if it was interrupted, the
    run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and
    fill with submit; `none` for all others.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepCollectRows(TypedDict, total=False):
    type: Required[Literal["collect_rows"]]
    """Type of the step."""
    fields: Required[list[str]]
    """collect_rows: descriptions of the fields of a row, such as `price`."""
    target: str
    """The element: a selector (CSS, or XPath that starts with //), or the text that it shows."""
    limit: int
    """Loops: maximum number of iterations, 1 to 1000. Default: 100. collect_rows: maximum number
    of rows.
    """
    save_as: str
    """Name of the variable that stores the value of the step."""
    record: bool
    """extract, collect_rows: add the values to the records of the run. Default: `true`."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepForEachItems(TypedDict, total=False):
    target: Required[str]
    """CSS selector."""


WorkflowStepForEach = TypedDict("WorkflowStepForEach", {
    "type": "Required[Literal[\"for_each\"]]",
    "items": "Required[list[Any] | str | WorkflowStepForEachItems]",
    "steps": "Required[list[WorkflowStep]]",
    "as": "str",
    "limit": "int",
    "optional": "bool",
}, total=False)


class WorkflowConditionValueExists(TypedDict, total=False):
    exists: Required[str]
    """True if this element exists: a selector, or the text that it shows."""


class WorkflowConditionValueText(TypedDict, total=False):
    text: Required[str]
    """True if the page shows this text."""


class WorkflowConditionValueUrl(TypedDict, total=False):
    url: Required[str]
    """True if the URL contains this text."""


WorkflowConditionValueNot = TypedDict("WorkflowConditionValueNot", {
    "not": "Required[WorkflowCondition]",
}, total=False)


class WorkflowConditionValueAll(TypedDict, total=False):
    all: Required[list[WorkflowCondition]]
    """Conditions that must all hold."""


class WorkflowConditionValueAny(TypedDict, total=False):
    any: Required[list[WorkflowCondition]]
    """Conditions of which at least one must hold."""


class WorkflowConditionValueVar(TypedDict, total=False):
    var: Required[str]
    """Path of a variable, such as `item.price`."""
    op: Required[Literal["exists", "empty"]]
    """Comparison of `var` with `value`."""
    value: Any
    """Value to compare the variable with."""


class WorkflowConditionValueVar2(TypedDict, total=False):
    var: Required[str]
    """Path of a variable, such as `item.price`."""
    op: Required[Literal["eq", "ne", "lt", "lte", "gt", "gte", "contains"]]
    """Comparison of `var` with `value`."""
    value: Required[Any]
    """Value to compare the variable with."""


class WorkflowStepRepeatUntil(TypedDict, total=False):
    type: Required[Literal["repeat_until"]]
    """Type of the step."""
    steps: Required[list[WorkflowStep]]
    """for_each, repeat_until: the steps of one iteration."""
    until: Required[WorkflowCondition]
    limit: int
    """Loops: maximum number of iterations, 1 to 1000. Default: 100. collect_rows: maximum number
    of rows.
    """
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


WorkflowStepIf = TypedDict("WorkflowStepIf", {
    "type": "Required[Literal[\"if\"]]",
    "condition": "Required[WorkflowCondition]",
    "then": "Required[list[WorkflowStep]]",
    "else": "list[WorkflowStep]",
    "optional": "bool",
}, total=False)


class WorkflowStepSet(TypedDict, total=False):
    type: Required[Literal["set"]]
    """Type of the step."""
    name: Required[str]
    """set, ask: name of the variable. save_login: name of the login."""
    value: Required[Any]
    """set: the value; its texts may contain variables."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class WorkflowStepAsk(TypedDict, total=False):
    type: Required[Literal["ask"]]
    """Type of the step."""
    question: Required[str]
    """ask: the question."""
    name: Required[str]
    """set, ask: name of the variable. save_login: name of the login."""
    schema: dict[str, Any]
    """extract: JSON Schema of the values to return. ask: JSON Schema of the answer."""
    secret: bool
    """type: hide the text in log, errors and records. ask: hide the answer. Default: `false`."""
    wait_seconds: int
    """ask: seconds to keep the browser open for the answer, 0 to 1800. Default: 300."""
    optional: bool
    """Continue with the next step if this one fails. Default: `false`."""


class CreateWorkflowFields(CallOptions, total=False):
    name: Required[str]
    """Name of the workflow."""
    steps: Required[list[WorkflowStep]]
    """Steps in the order in which they run."""
    inputs: dict[str, Any] | None
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    network: Literal["auto", "service", "residential"]
    """Network of the exit. `auto` uses the service's own network if it has an exit in the
    country, otherwise a residential one.
    """
    login: str | None
    """Id of a saved login to load. It must belong to the site of a step’s URL."""
    schedule: ScheduleInput | None
    """Schedule of automatic runs, which use the defaults of `inputs`."""
    webhook: str | None
    """URL that receives the events workflow.needs_input and workflow.completed."""


class ListWorkflowsFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class ReplaceWorkflowFields(CallOptions, total=False):
    name: Required[str]
    """Name of the workflow."""
    steps: Required[list[WorkflowStep]]
    """Steps in the order in which they run."""
    inputs: dict[str, Any] | None
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    network: Literal["auto", "service", "residential"]
    """Network of the exit. `auto` uses the service's own network if it has an exit in the
    country, otherwise a residential one.
    """
    login: str | None
    """Id of a saved login to load. It must belong to the site of a step’s URL."""
    schedule: ScheduleInput | None
    """Schedule of automatic runs, which use the defaults of `inputs`."""
    webhook: str | None
    """URL that receives the events workflow.needs_input and workflow.completed."""


class ScheduleWorkflowFields(CallOptions, total=False):
    every: str
    """an interval: a number and s, m, h, d or w"""
    cron: str
    """cron expression of five fields, in `timezone`"""
    timezone: str
    """a time zone of the IANA database, for `cron`; default UTC"""
    paused: Literal[True]
    """stops runs until another schedule is set"""


class RunWorkflowFields(CallOptions, total=False):
    inputs: dict[str, Any] | None
    """Inputs of the workflow. Missing ones get their defaults."""


class ListWorkflowRunsFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class GetRunRecordsFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class ExportRunFields(CallOptions, total=False):
    format: Literal["csv", "json", "ndjson", "xlsx", "parquet"]
    """Format of the file."""
    safe: bool
    """csv: prefix cells that a spreadsheet would run as a formula with an apostrophe. Default:
    `true`.
    """


class ActOnRunFields(CallOptions, total=False):
    answer: Any
    """`answer`: the value that the question asks for, or `repeat`, `skip` or `stop` for an
    interrupted step.
    """


class CrawlFields(CallOptions, total=False):
    network: Literal["service", "auto"]
    """`service` uses only the exits of this service. `auto` also uses more expensive networks
    for pages that cheaper ones cannot fetch.
    """
    max_credits: int
    """Maximum credits per page. With `network=auto`, this amount is reserved per page."""
    login: str | None
    """Id of a saved login of the site. Links that log out are not followed. If the site asks for
    a login again, the job pauses until the login was saved again and the job is resumed.
    """
    search: str
    """Words to look for. Links that match them in their text, URL or page are read first
    (`strategy` `best`).
    """
    strategy: Literal["breadth", "best"]
    """Order of the pages. `best` needs `search`. Default: `best` with `search`, otherwise
    `breadth`.
    """
    render: Literal["auto", "never", "always"]
    """whether a browser loads the page; `auto`: if the page has no content without its scripts"""
    only_main_content: bool
    """omit navigation, advertisements and similar parts"""
    include_selectors: list[str]
    """CSS selectors, or XPath that starts with //: only matching elements are read"""
    exclude_selectors: list[str]
    """CSS selectors, or XPath that starts with //: matching elements are omitted"""
    headers: dict[str, str]
    """Request headers, sent only to the site of the start page: a JSON object, or `Name: value`
    once for each header.
    """
    wait_ms: int
    """milliseconds to wait in the browser after the page has loaded"""
    mobile: bool
    """emulate a mobile viewport and User-Agent"""
    max_age: int
    """Maximum age in seconds of a cached page, which is delivered for 0 credits. The pages of
    this crawl are cached for others. 0 always fetches.
    """
    max_concurrency: int
    """Maximum number of pages read at once."""
    delay_ms: int
    """Milliseconds between two pages, which are then read one at a time."""
    ignore_query_parameters: bool
    """Treat URLs that differ only in their query as one page."""
    allow_external_links: bool
    """Also follow links to other sites. They receive neither `headers` nor `login`."""
    robots: Literal["respect", "ignore"]
    """Whether pages that robots.txt disallows are left out. Default: the setting of the service."""
    url: Required[str]
    """Start page. The crawl stays on the host of this URL, on all paths."""
    limit: int
    """Maximum number of delivered pages."""
    max_depth: int
    """Maximum number of links from the start page. 0 reads only the start page."""
    include_paths: list[str] | None
    """RE2 expressions, matched anywhere in the path. Only pages that match one of them are read.
    The start page is always read.
    """
    exclude_paths: list[str] | None
    """RE2 expressions, matched anywhere in the path. Pages that match one of them are not read."""
    formats: list[Literal["markdown", "html", "raw_html", "text", "links", "images", "metadata", "structured_data", "screenshot", "network"]]
    """Formats of each page."""
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    include_subdomains: bool
    """Include all hosts of the registrable domain."""
    use_sitemap: bool
    """Also start from the pages that sitemaps list."""
    webhook: str | None
    """URL that receives an event when the crawl starts, delivers pages and ends."""


class BatchFieldsUrls(TypedDict, total=False):
    url: Required[str]
    """URL of the page"""
    name: str | None
    """name of the line, which its result repeats"""


class BatchFields(CallOptions, total=False):
    file: bytes | str
    """the list, at most 20 MB and 100000 URLs: one URL a line, NDJSON with `url` and an optional
    `name`, or a JSON list of them. HTTP takes it as a body of another type than JSON, with
    the other fields in the query, or as the part `file` of a form; in JSON its bytes are
    base64
    """
    urls: list[str | BatchFieldsUrls]
    """the list, instead of `file`; a body of JSON has at most 2 MiB"""
    filename: str | None
    """name of the file, which `params` of the job repeats"""
    content_type: str | None
    """media type of the file; the list itself decides"""
    schema: dict[str, Any] | None
    prompt: str | None
    """values to extract from each page, in words, with or without a schema"""
    formats: list[Literal["markdown", "html", "raw_html", "text", "links", "images", "metadata", "structured_data", "screenshot", "network"]]
    """formats of the result; `screenshot` and `network` (requests of the page’s scripts) need a
    browser
    """
    country: str | None
    """Two-letter code of the country of the exit (ISO 3166-1 alpha-2)."""
    strict_country: bool
    """Fail instead of using an exit in another country. Default: `false`."""
    render: Literal["auto", "never", "always"]
    """whether a browser loads the page; `auto`: if the page has no content without its scripts"""
    steps: list[Step]
    """browser steps to run before the page is read"""
    only_main_content: bool
    """omit navigation, advertisements and similar parts"""
    include_selectors: list[str]
    """CSS selectors, or XPath that starts with //: only matching elements are read"""
    exclude_selectors: list[str]
    """CSS selectors, or XPath that starts with //: matching elements are omitted"""
    wait_ms: int
    """milliseconds to wait in the browser after the page has loaded"""
    timeout_ms: int
    """timeout of one page in milliseconds"""
    headers: dict[str, str]
    """request headers, sent only to the origin of the URL"""
    mobile: bool
    """emulate a mobile viewport and User-Agent"""
    block: list[Literal["ads", "images", "media", "fonts", "stylesheets", "scripts"]] | None
    """requests that a browser does not make. `ads`: advertisements, analytics and tag managers
    of other sites. Default: `ads`, `images`, `media` and `fonts`; nothing for screenshots,
    and no `ads` for the format `network`
    """
    consent: Literal["reject"] | None
    """`reject`: a browser rejects the request for consent to cookies before steps and
    screenshots; a warning states what it clicked
    """
    cookies: dict[str, str] | list[VisitorCookie] | None
    """cookies that the site receives as if it had set them before: values by name, or a list
    with domains and paths
    """
    languages: list[str] | None
    """preferred languages, the first one first. Default: the language of the exit’s country"""
    timezone: str | None
    """time zone of the browser. Default: that of the exit’s country"""
    geolocation: Geolocation | None
    """place that the browser reports to sites that ask for it"""
    screenshot: ScreenshotOptions | None
    """options of the format `screenshot`"""
    login: str | None
    """id of a saved login; `none`: also no login whose `use_for` names the operation"""
    max_age: int
    """maximum age in seconds of a cached result for the same URL and options, which is returned
    for 0 credits. An older result is also returned if the site confirms that the page has not
    changed. Results are cached for two days; 0 always fetches
    """
    focus: str | None
    """query: passages that answer it are returned as `passages`, best first"""
    max_length: int
    """maximum code points of Markdown in the result; `ref` gives access to the rest"""
    max_tokens: int | None
    """maximum tokens of Markdown in the result, estimated, for a model that reads it; `ref`
    gives access to the rest
    """
    pages: str | None
    """pages of a PDF to read, such as `3-7` or `1,4-6,12-`; all by default"""
    page_marks: bool
    """mark the start of each page of a PDF in the Markdown with `<!-- page 3 -->`"""
    links: Literal["inline", "references", "none"]
    """links in the Markdown: `inline`; `references`: `[text][1]` with the addresses at the end;
    `none`: their text only
    """
    ocr: Literal["auto", "never", "always"]
    """which images are read with OCR, if the service has it. `auto`: image files, and pages of a
    PDF without text whose images cover most of the page; `always`: pages with text as well;
    `never`: none
    """
    network: Literal["service", "auto"]
    """`service` uses only the exits of this service. `auto` also uses more expensive networks
    for pages that cheaper ones cannot fetch.
    """
    max_credits: int
    """Maximum credits per page. With `network=auto`, this amount is reserved per page."""
    robots: Literal["respect", "ignore"]
    """Whether pages that robots.txt disallows are left out. Default: the setting of the service."""
    max_concurrency: int
    """Maximum number of pages read at once."""
    delay_ms: int
    """Milliseconds between two pages, which are then read one at a time."""
    webhook: str
    """URL to which events are delivered, signed according to Standard Webhooks; prefer https"""


class ListJobsFields(CallOptions, total=False):
    type: Literal["crawl", "batch_scrape", "scrape", "extract", "parse", "collect", "compare", "archive", "dataset_refresh", "monitor_check", "workflow_run"]
    """Return only jobs of this type."""
    status: Literal["queued", "running", "completed", "failed", "cancelled"]
    """Return only jobs with this status."""
    before: str
    """Identifier of a job; returns only older jobs."""
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class GetJobResultsFields(CallOptions, total=False):
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""
    order: Literal["delivery", "list"]
    """`list`: in the order of the lines of a batch, where `offset` is the line after which the
    results start. Pages that `retry` replaced are left out.
    """


class FollowJobFields(CallOptions, total=False):
    last_event_id: str
    """Return only events after this one. Equivalent to the header Last-Event-ID."""


class ActOnJobFields(CallOptions, total=False):
    limit: int
    """new maximum number of pages, including those that were read; only for `continue`"""


class FindJobPassagesFields(CallOptions, total=False):
    focus: Required[str]
    """Words to search for."""
    offset: int
    """Number of items to skip."""
    limit: int
    """Maximum number of items in the response."""


class ExportJobFields(CallOptions, total=False):
    format: Literal["ndjson", "zip", "csv", "json", "xlsx", "parquet", "warc"]
    """Format of the file."""
    pages: int
    """Number of pages. Default: all that are delivered. Set it to resume the download of a
    running job.
    """


class ListWebhookDeliveriesFields(CallOptions, total=False):
    limit: int
    """Maximum number of items in the response."""
    before: str
    """Identifier of a delivery; returns only older deliveries. Use `next_before` of the previous
    page.
    """
    status: Literal["pending", "delivered", "failed", "disabled"]
    """Only deliveries with this status."""
    job: str
    """Only deliveries of this job."""


class ListWebhookTargetsFields(CallOptions, total=False):
    limit: int
    """Maximum number of items in the response."""


class TestWebhookFields(CallOptions, total=False):
    url: str
    """URL to which events are delivered, signed according to Standard Webhooks; prefer https"""
    form: Literal["standard", "slack", "discord", "telegram", "ntfy", "gotify", "matrix", "teams", "apprise"]
    """Format of the message. Default: the format of the URL’s service, otherwise `standard`."""
    email: str
    """E-mail address, instead of a URL."""


class LedgerFields(CallOptions, total=False):
    before: int | None
    """Identifier of a row; returns only older rows. Use `next_before` of the previous page."""
    limit: int
    """Maximum number of items in the response."""


class UsageFields(CallOptions, total=False):
    from_: str
    """First day, as YYYY-MM-DD. Default: 29 days before `to`."""
    to: str
    """Last day, as YYYY-MM-DD. Default: today."""


class CreateKeyFields(CallOptions, total=False):
    name: Required[str]
    """Name of the key in lists and in the request history."""
    scopes: list[Literal["read", "write", "admin", "operator"]]
    """Permissions: `read` gets stored pages and resources, `write` also reads pages of the web
    and creates and changes resources, `admin` also has keys, logins and the secret of
    webhooks, `operator` is for accounts and the model of the service. A key can grant only
    scopes that it has itself.
    """
    expires_at: str | None
    """Expiry time, as RFC 3339. Default: the key does not expire."""
    requests_per_minute: int | None
    """Requests per minute. Must not exceed the limit of the account."""
    concurrent: int | None
    """Concurrent requests. Must not exceed the limit of the account."""
    credits_per_day: int | None
    """Maximum credits per day (UTC) of everything that the key starts: requests, jobs, monitors,
    datasets, workflows and browsers.
    """


class UpdateKeyFields(CallOptions, total=False):
    name: str
    """Name of the key in lists and in the request history."""
    requests_per_minute: int | None
    """Requests per minute. Must not exceed the limit of the account."""
    concurrent: int | None
    """Concurrent requests. Must not exceed the limit of the account."""
    credits_per_day: int | None
    """Maximum credits per day (UTC) of everything that the key starts: requests, jobs, monitors,
    datasets, workflows and browsers.
    """


class RotateKeyFields(CallOptions, total=False):
    grace_s: int
    """Seconds for which the old key stays valid. 0 revokes it immediately."""


class CreateSignInLinkFields(CallOptions, total=False):
    valid_s: int
    """Seconds for which the link is valid. Default: one week."""


class ListAuditFields(CallOptions, total=False):
    action: Literal["account_created", "credits_added", "key_changed", "key_created", "key_revoked", "key_rotated", "model_changed", "secret_rotated", "settings_changed", "sign_in_link_created", "signed_in"]
    """Only entries with this action."""
    key_id: str
    """Only changes that this key made."""
    subject: str
    """Only changes of this key or account, by its identifier."""
    since: str
    """Only entries from this time on, as RFC 3339."""
    until: str
    """Only entries before this time."""
    before: int | None
    """Identifier of an entry; returns only older entries. Use `next_before` of the previous
    page.
    """
    limit: int
    """Maximum number of items in the response."""


class CreateAccountFields(CallOptions, total=False):
    name: Required[str]
    """Name of the account. Must be unique."""
    plan: str
    """Name of the plan."""
    plan_credits: Required[int]
    """Credits per month. Unspent plan credits expire at renewal."""
    unlimited: bool
    """Count credits but never reject requests for lack of them."""
    renewal_day: int | None
    """Day of the month on which the plan renews, at 00:00 UTC; in shorter months, the last day.
    Default: the day on which the account is created.
    """


class AddCreditsFields(CallOptions, total=False):
    credits: Required[int]
    """Number of top-up credits to add."""
    note: str | None
    """Text shown in the ledger."""


class SetModelFields(CallOptions, total=False):
    url: Required[str]
    """base URL of an OpenAI-compatible chat completions API, such as `http://127.0.0.1:11434/v1`"""
    model: str | None
    """name of the model; null: the first that the API lists"""
    key: str | None
    """key of the API. Absent: the stored key, if the URL stays the same"""


class TestModelFields(CallOptions, total=False):
    url: str | None
    model: str | None
    """name of the model; null: the first that the API lists"""
    key: str | None
    """key of the API. Absent: the stored key, if the URL stays the same"""


class ChangeSettingsFields(CallOptions, total=False):
    settings: Required[dict[str, str | None]]
    """New values by variable, as in the environment. null removes what was set here."""


class ListRequestsFields(CallOptions, total=False):
    limit: int
    """Maximum number of items in the response."""
    before: float
    """Unix time in seconds; returns only older requests. Use `next_before` of the previous page."""
    tool: str
    """Name of an operation, such as `scrape`."""
    status: str
    """Status of a page (ok, blocked, not_found, …) or error code of a rejected request (invalid,
    forbidden, …).
    """
    origin: Literal["http", "mcp", "cli", "v2", "job", "schedule"]
    """Interface or part that made the request."""
    country: str
    """Two-letter country code of the exit."""
    q: str
    """Text to search for in the URL and the error."""
    key_id: str
    """Identifier of the key that made the request."""
    reads: bool
    """`false` leaves out successful requests that only list or get what is stored, such as
    `get_job`.
    """


class VerifyReceiptFields(CallOptions, total=False):
    receipt: dict[str, Any]
    """the receipt, with its `signature`"""
    result: dict[str, Any]
    """the response that the receipt covers, as it was received, or single parts of it; without
    `receipt` in it, `receipt` is used
    """


class ListFunctionsFields(CallOptions, total=False):
    api: Literal["responses", "chat_completions", "anthropic", "gemini"]
    """The API: `responses` and `chat_completions` of OpenAI and compatible servers, `anthropic`
    (Messages), or `gemini`.
    """
    tools: str
    """Toolsets, separated by commas: `read`, `extract`, `keep` and `act`. Default: all."""
    strict: bool
    """Schemas for strict mode: all arguments are required, and null for those that are not
    given. Objects are JSON text.
    """


class DoctorFields(CallOptions, total=False):
    parts: list[str]
    """Only these parts, such as `search`; `exit` stands for all exits. Default: all."""


ScheduleInput: TypeAlias = (
    ScheduleInputValueEvery
    | ScheduleInputValueCron
    | ScheduleInputValuePaused
)
"""`{every}`, `{cron, timezone}` or `{paused: true}`"""


IgnoreRule: TypeAlias = str | IgnoreRuleValue
"""A selector (CSS, XPath that starts with `//`, or for JSON a JSONPath query), or an RE2
expression between slashes such as `/updated [0-9:]+/i`. Matches are neither compared nor
shown.
"""


WorkflowCondition: TypeAlias = (
    WorkflowConditionValueExists
    | WorkflowConditionValueText
    | WorkflowConditionValueUrl
    | WorkflowConditionValueNot
    | WorkflowConditionValueAll
    | WorkflowConditionValueAny
    | WorkflowConditionValueVar
    | WorkflowConditionValueVar2
)
"""Exactly one of exists, text, url, var (with op and value), not, all, any."""


WorkflowStep: TypeAlias = (
    WorkflowStepGoto
    | WorkflowStepClick
    | WorkflowStepDrag
    | WorkflowStepType
    | WorkflowStepFill
    | WorkflowStepPress
    | WorkflowStepSelect
    | WorkflowStepHover
    | WorkflowStepScroll
    | WorkflowStepWait
    | WorkflowStepWaitFor
    | WorkflowStepEvaluate
    | WorkflowStepBack
    | WorkflowStepForward
    | WorkflowStepReload
    | WorkflowStepRead
    | WorkflowStepScreenshot
    | WorkflowStepExtract
    | WorkflowStepUpload
    | WorkflowStepDownload
    | WorkflowStepSaveLogin
    | WorkflowStepCloseTab
    | WorkflowStepSwitchTab
    | WorkflowStepCollectRows
    | WorkflowStepForEach
    | WorkflowStepRepeatUntil
    | WorkflowStepIf
    | WorkflowStepSet
    | WorkflowStepAsk
)
