"""Verification of receipts without a request. Needs the extra `webdata[receipts]`."""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
