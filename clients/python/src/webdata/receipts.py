"""Verification of receipts without a request. Needs the extra `webdata[receipts]`."""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from typing_extensions import TypedDict

from .models import Receipt


class ReceiptKey(TypedDict):
    """Public key of a service as a JSON Web Key (RFC 8037)."""

    kty: str
    crv: str
    x: str
    kid: str


@dataclass(frozen=True)
class ReceiptState:
    """Result of `verify_receipt`."""

    valid: bool
    kid: str | None = None
    """Id of the key that signed a valid receipt."""
    reason: str | None = None
    """Why the receipt is not valid."""

    def __bool__(self) -> bool:
        return self.valid


def _number(value: float) -> str:
    """Returns a number as ECMAScript writes it (RFC 8785, section 3.2.2.3)."""
    if not math.isfinite(value):
        raise ValueError("JSON has no infinite numbers")
    if value == 0:
        return "0"
    sign, digits, exponent = _decimal(value)
    point = len(digits) + exponent
    if 0 < point <= 21:
        whole = digits[:point].ljust(point, "0")
        return sign + whole + (f".{digits[point:]}" if len(digits) > point else "")
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"


def _decimal(value: float) -> tuple[str, str, int]:
    """Returns sign, shortest digits and decimal exponent of a number that is not 0."""
    mantissa, _, power = repr(float(value)).lower().partition("e")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.lstrip("-").partition(".")
    exponent = int(power or 0) - len(fraction)
    digits = (whole + fraction).lstrip("0")
    trimmed = digits.rstrip("0")
    return sign, trimmed, exponent + len(digits) - len(trimmed)


def canonical_json(value: Any) -> str:
    """Returns the canonical JSON of a value (RFC 8785)."""
    if isinstance(value, Mapping):
        # Names are sorted by their UTF-16 code units.
        members = sorted(value.items(), key=lambda member: str(member[0]).encode("utf-16-be"))
        return "{" + ",".join(f"{_text(name)}:{canonical_json(one)}" for name, one in members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(canonical_json(one) for one in value) + "]"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool) or value is None:
        return json.dumps(value)
    return _number(value)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _decode(text: str) -> bytes | None:
    try:
        decoded = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (binascii.Error, ValueError):
        return None
    # Another form of the same bytes would be a changed field that still verifies.
    return decoded if base64.urlsafe_b64encode(decoded).rstrip(b"=").decode() == text else None


def _read_header(encoded: str) -> Mapping[str, Any]:
    try:
        header = json.loads(_decode(encoded) or b"{}")
    except ValueError:
        return {}
    return header if isinstance(header, dict) else {}


def _matches(key: ReceiptKey, signature: bytes, signed: bytes) -> bool:
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError as cause:
        raise ImportError("Install webdata[receipts] to verify receipts.") from cause
    try:
        Ed25519PublicKey.from_public_bytes(_decode(key["x"]) or b"").verify(signature, signed)
    except (InvalidSignature, ValueError):
        return False
    return True


def verify_receipt(
    receipt: Receipt | Mapping[str, Any], keys: Sequence[ReceiptKey]
) -> ReceiptState:
    """Verifies the signature of a receipt: a detached JWS with Ed25519 over the canonical JSON of
    the other fields. `keys` come from `client.receipt_keys()`. A receipt as a dictionary must be
    complete, as it was received. Any changed, added or missing field makes it invalid.
    """
    document = receipt.to_dict() if isinstance(receipt, Receipt) else dict(receipt)
    parts = str(document.pop("signature", "")).split(".")
    if len(parts) != 3 or parts[1] != "":
        return ReceiptState(False, reason="The signature is not a detached JWS.")
    header = _read_header(parts[0])
    if header.get("alg") != "EdDSA":
        return ReceiptState(False, reason="The signature algorithm is not EdDSA.")
    kid = header.get("kid")
    key = next((one for one in keys if one["kid"] == kid), None)
    if key is None:
        return ReceiptState(False, reason=f"No published key has the id {kid}.")
    signature = _decode(parts[2])
    if signature is None:
        return ReceiptState(False, reason="The signature is not in canonical base64url.")
    try:
        payload = base64.urlsafe_b64encode(canonical_json(document).encode()).rstrip(b"=")
    except (UnicodeEncodeError, ValueError, TypeError, RecursionError):
        return ReceiptState(False, reason="The receipt has no canonical form (RFC 8785).")
    if not _matches(key, signature, parts[0].encode() + b"." + payload):
        reason = "The signature does not match the content of the receipt."
        return ReceiptState(False, reason=reason)
    return ReceiptState(True, kid=cast(str, kid))


@dataclass(frozen=True)
class ResultState:
    """Result of `verify_result`."""

    valid: bool
    """True if the signature is valid and nothing that the receipt covers differs."""
    id: str | None = None
    """Id of the receipt."""
    kid: str | None = None
    """Id of the key that signed."""
    reason: str | None = None
    """Why the result is not valid."""
    checked: list[str] = field(default_factory=list)
    """Members of the result that were compared with the receipt and do not differ."""
    unchecked: list[str] = field(default_factory=list)
    """Members of the result, and parts that the receipt covers, that could not be compared."""
    results: list[ResultState] = field(default_factory=list)
    """The results in the lists of this one, which have receipts of their own."""

    def __bool__(self) -> bool:
        return self.valid


_ADDRESSES = ("url", "final_url", "requested_url")
_UNCOVERED = ("receipt", "live_url")
_COMPLETE = "complete_markdown"
_BLOB_PATH = "/v1/blob/"

_Names = list[str]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _part_digest(value: Any) -> str | None:
    """Returns the digest of one part; None for a value without a canonical form."""
    try:
        return _sha256(value if isinstance(value, str) else canonical_json(value))
    except (UnicodeEncodeError, ValueError, TypeError, RecursionError):
        return None


def _blob_path(link: Any) -> Any:
    at = link.rfind(_BLOB_PATH) if isinstance(link, str) else -1
    return link if at < 0 else link[at:]


def _covered_member(name: str, value: Any) -> Any:
    if name == "screenshot":
        return _blob_path(value)
    if name == "actions" and isinstance(value, Mapping):
        files = ("screenshots", "pdfs")
        return {
            key: [_blob_path(link) for link in one]
            if key in files and isinstance(one, list)
            else one
            for key, one in value.items()
        }
    if not isinstance(value, list):
        return value
    return [
        _covered_form(one, ())
        if isinstance(one, Mapping) and isinstance(one.get("receipt"), Mapping)
        else one
        for one in value
    ]


def _covered_form(result: Mapping[str, Any], left_out: Sequence[str]) -> dict[str, Any]:
    """Returns the form of a result whose digest a receipt states."""
    return {
        name: _covered_member(name, value)
        for name, value in result.items()
        if name not in left_out and name not in _ADDRESSES
    }


def _matches_address(name: str, address: Any, receipt: Mapping[str, Any]) -> bool | None:
    """Compares an address with those of the receipt; None if the receipt has none."""
    # The address of a browser session is the one after its last step.
    stated = dict.fromkeys(("url" if name == "requested_url" else name, "final_url"))
    pairs = [(receipt.get(one), receipt.get(f"{one}_sha256")) for one in stated]
    digest = _part_digest(address) if isinstance(address, str) else None
    if any(one == address or (digest is not None and known == digest) for one, known in pairs):
        return True
    # Earlier receipts have no digest of a masked address.
    comparable = any(
        isinstance(one, str) and ("***" not in one or known is not None) for one, known in pairs
    )
    return False if comparable else None


def _quote(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _compare_content(
    result: Mapping[str, Any], receipt: Mapping[str, Any]
) -> tuple[str | None, _Names, _Names]:
    stated = receipt.get("parts_sha256")
    parts: Mapping[str, Any] = stated if isinstance(stated, Mapping) else {}
    digests = {name: _part_digest(result[name]) for name in parts if name in result}
    same = [
        name
        for name, digest in digests.items()
        if digest is not None
        and (digest == parts[name] or (name == "markdown" and digest == parts.get(_COMPLETE)))
    ]
    differing = [name for name in digests if name not in same]
    names = [name for name in result if name not in _ADDRESSES and name != "receipt"]
    covered = [name for name in names if name not in _UNCOVERED]
    uncovered = [name for name in names if name in _UNCOVERED]
    if differing:
        rest = [name for name in names if name not in same and name not in differing]
        return f"{_quote(differing)} of the result differs from what was signed.", same, rest
    if _part_digest(_covered_form(result, _UNCOVERED)) == receipt["result_sha256"]:
        return None, covered, uncovered
    is_excerpt = bool(covered) and all(name in parts for name in covered)
    holds_complete_text = (
        digests.get("markdown") is not None
        and digests["markdown"] == parts.get(_COMPLETE)
        and parts.get(_COMPLETE) != parts.get("markdown")
    )
    is_history_entry = result.get("rid") == receipt.get("request_id") and not same
    if is_excerpt or holds_complete_text or is_history_entry:
        rest = [name for name in names if name not in same]
        missing = [name for name in parts if name != _COMPLETE and name not in result]
        return None, same, rest + missing
    others = [name for name in covered if name not in same]
    where = f"{_quote(others)}, or a missing member" if others else "a member is missing"
    reason = f"The result is not the one that was signed: {where} differs."
    return reason, same, others + uncovered


def _compare_source(
    result: Mapping[str, Any], receipt: Mapping[str, Any]
) -> tuple[str | None, _Names, _Names]:
    """Compares with a receipt without digests: only the decoded body of the page has one."""
    names = [name for name in result if name != "receipt" and name not in _ADDRESSES]
    source, digest = result.get("raw_html"), receipt.get("content_sha256")
    if not isinstance(source, str) or not isinstance(digest, str):
        return None, [], names
    rest = [name for name in names if name != "raw_html"]
    if _part_digest(source) == digest:
        return None, ["raw_html"], rest
    return "`raw_html` of the result differs from what was signed.", [], rest


def _verify_bare(receipt: Mapping[str, Any], keys: Sequence[ReceiptKey]) -> ResultState:
    state = verify_receipt(receipt, keys)
    parts = receipt.get("parts_sha256")
    unchecked = ["result", *(parts if isinstance(parts, Mapping) else ())]
    return ResultState(
        state.valid,
        cast("str | None", receipt.get("id")),
        state.kid,
        state.reason,
        unchecked=unchecked if "result_sha256" in receipt else [],
    )


def _verify_single(result: Mapping[str, Any], keys: Sequence[ReceiptKey]) -> ResultState:
    receipt = result.get("receipt")
    names = [name for name in result if name != "receipt"]
    if not isinstance(receipt, Mapping):
        return ResultState(False, reason="The result has no receipt.", unchecked=names)
    bare = _verify_bare(receipt, keys)
    if not bare.valid:
        return ResultState(False, bare.id, reason=bare.reason, unchecked=names)
    compare = _compare_content if "result_sha256" in receipt else _compare_source
    reason, checked, unchecked = compare(result, receipt)
    held = [name for name in _ADDRESSES if name in result]
    verdicts = {name: _matches_address(name, result[name], receipt) for name in held}
    differing = [name for name, matches in verdicts.items() if matches is False]
    if differing:
        stated = f"The receipt states another {' and '.join(differing)}."
        reason = stated if reason is None else f"{reason} {stated}"
    return ResultState(
        reason is None,
        bare.id,
        bare.kid,
        reason,
        [name for name, matches in verdicts.items() if matches is True] + checked,
        [name for name, matches in verdicts.items() if matches is None] + unchecked,
    )


def _nested_results(document: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Returns the results in the lists of a document that have receipts, or should have one."""
    receipt = document.get("receipt")
    is_covered = isinstance(receipt, Mapping) and "result_sha256" in receipt
    found: list[Mapping[str, Any]] = []
    for name, value in document.items():
        for one in value if isinstance(value, list) else ():
            if not isinstance(one, Mapping):
                continue
            needs = name == "results" and not is_covered and (receipt is None or "status" in one)
            page = one.get("page")
            if isinstance(one.get("receipt"), Mapping) or needs:
                found.append(one)
            elif isinstance(page, Mapping) and isinstance(page.get("receipt"), Mapping):
                found.append(page)
    return found


def _with_outer_cover(inner: ResultState, result: Mapping[str, Any]) -> ResultState:
    """Adds what the receipt of the whole response covers of a result in it."""
    if "result_sha256" in result["receipt"] or not inner.valid:
        return inner
    covered = [name for name in inner.unchecked if name not in _ADDRESSES]
    rest = [name for name in inner.unchecked if name in _ADDRESSES]
    checked = inner.checked + covered
    return ResultState(True, inner.id, inner.kid, None, checked, rest, inner.results)


def verify_result(result: Any, keys: Sequence[ReceiptKey]) -> ResultState:
    """Verifies a result, a response with several results, or a receipt: the signature of each
    receipt, and that its result is the one that the receipt covers. `keys` come from
    `client.receipt_keys()`. A result as a dictionary can be complete, as it was received, or hold
    only parts of it. Receipts from before the digests cover only the decoded body of the page.
    """
    document: Mapping[str, Any] = result.to_dict() if hasattr(result, "to_dict") else result
    if "signature" in document:
        return _verify_bare(document, keys)
    is_list = "receipt" not in document and isinstance(document.get("results"), list)
    own = ResultState(True) if is_list else _verify_single(document, keys)
    is_covering = own.valid and bool(own.checked)
    results = []
    for one in _nested_results(document):
        inner = verify_result(one, keys)
        results.append(_with_outer_cover(inner, one) if is_covering else inner)
    valid, reason = own.valid, own.reason
    if own.valid and is_list and not results:
        valid, reason = False, "The document holds no result."
    elif own.valid and not all(results):
        valid, reason = False, "A result in it is not valid."
    return ResultState(valid, own.id, own.kid, reason, own.checked, own.unchecked, results)
