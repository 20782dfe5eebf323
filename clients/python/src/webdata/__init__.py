"""Client of webdata services: scrape, crawl, search and extract web pages with signed receipts."""

from . import inputs, models
from ._async.client import AsyncClient
from ._async.download import AsyncDownload
from ._errors import (
    ApiError,
    ConflictError,
    ExpiredError,
    FieldError,
    ForbiddenError,
    InsufficientCreditsError,
    InternalError,
    InvalidRequestError,
    NotFoundError,
    RateLimitedError,
    ResponseTimeoutError,
    ResultError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedResponseError,
    UnreachableError,
    WaitTimeoutError,
    WebdataError,
)
from ._options import CallOptions, WaitOptions
from ._sync.client import Client
from ._sync.download import Download
from .receipts import ReceiptKey, ReceiptState, ResultState, verify_receipt, verify_result
from .times import parse_time
from .tools import ToolAnswer
from .webhooks import WebhookEvent, WebhookSignatureError, verify_webhook

__version__ = "0.2.0"

__all__ = [
    "ApiError",
    "AsyncClient",
    "AsyncDownload",
    "CallOptions",
    "Client",
    "ConflictError",
    "Download",
    "ExpiredError",
    "FieldError",
    "ForbiddenError",
    "InsufficientCreditsError",
    "InternalError",
    "InvalidRequestError",
    "NotFoundError",
    "RateLimitedError",
    "ReceiptKey",
    "ReceiptState",
    "ResponseTimeoutError",
    "ResultError",
    "ResultState",
    "ToolAnswer",
    "UnauthorizedError",
    "UnavailableError",
    "UnexpectedResponseError",
    "UnreachableError",
    "WaitOptions",
    "WaitTimeoutError",
    "WebdataError",
    "WebhookEvent",
    "WebhookSignatureError",
    "inputs",
    "models",
    "parse_time",
    "verify_receipt",
    "verify_result",
    "verify_webhook",
]
