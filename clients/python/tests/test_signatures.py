"""Webhook signatures and canonical JSON."""

from __future__ import annotations

import base64
import hashlib
import hmac

import pytest

from webdata import WebhookSignatureError, verify_webhook
from webdata.receipts import canonical_json

# The example of Standard Webhooks, which the tests of the service use as well.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
TIME = 1_614_265_330


def signed(body: bytes, secret: str = SECRET, **changed: str) -> dict[str, str]:
    """Signs a message as the service does."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = b"evt_1.%d.%s" % (TIME, body)
    digest = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
    headers = {
        "Webhook-Id": "evt_1",
        "Webhook-Timestamp": str(TIME),
        "Webhook-Signature": f"v1,{digest}",
    }
    return {**headers, **changed}


BODY = (
    '{"type": "webhook.test", "timestamp": "2021-02-25T15:02:10.000Z", "data": {"message": "ü"}}'
).encode()


def test_the_example_of_the_standard_is_accepted() -> None:
    headers = {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": str(TIME),
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }
    # The body of the example is no event, so only the signature is accepted.
    with pytest.raises(ValueError, match="type"):
        verify_webhook(SECRET, headers, b'{"test": 2432232314}', now=TIME)
    with pytest.raises(WebhookSignatureError):
        verify_webhook(SECRET, headers, b'{"test": 2432232315}', now=TIME)


def test_each_of_several_secrets_and_signatures_is_accepted() -> None:
    other = "whsec_" + base64.b64encode(b"other").decode()
    assert verify_webhook(SECRET, signed(BODY), BODY, now=TIME).data == {"message": "ü"}
    assert (
        verify_webhook([other, SECRET], signed(BODY), BODY.decode(), now=TIME).type
        == "webhook.test"
    )
    both = f"v1,AAAA {signed(BODY)['Webhook-Signature']}"
    assert verify_webhook(SECRET, signed(BODY, **{"Webhook-Signature": both}), BODY, now=TIME)


@pytest.mark.parametrize(
    ("headers", "now"),
    [
        (signed(BODY), TIME + 301),
        (signed(BODY), TIME - 301),
        (signed(BODY, **{"Webhook-Id": "evt_2"}), TIME),
        (signed(BODY, **{"Webhook-Timestamp": str(TIME + 1)}), TIME),
        (signed(BODY, **{"Webhook-Timestamp": "yesterday"}), TIME),
        (signed(BODY, **{"Webhook-Signature": ""}), TIME),
        (signed(BODY, **{"Webhook-Signature": "v2,AAAA ü"}), TIME),
        (signed(BODY, "whsec_" + base64.b64encode(b"other").decode()), TIME),
        (signed(BODY + b" "), TIME),
        ({}, TIME),
    ],
)
def test_other_messages_are_rejected(headers: dict[str, str], now: float) -> None:
    with pytest.raises(WebhookSignatureError):
        verify_webhook(SECRET, headers, BODY, now=now)


def test_a_secret_without_its_prefix_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="whsec_"):
        verify_webhook("secret", signed(BODY), BODY, now=TIME)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        # Numbers of RFC 8785, appendix B, and their neighbours.
        (0, "0"),
        (-0.0, "0"),
        (20.0, "20"),
        (1e21, "1e+21"),
        (999999999999999900000.0, "999999999999999900000"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (9007199254740992, "9007199254740992"),
        (295147905179352830000.0, "295147905179352830000"),
        (9.999999999999997e22, "9.999999999999997e+22"),
        (333333333.3333333, "333333333.3333333"),
        (0.000001, "0.000001"),
        (1e-7, "1e-7"),
        (-1.5e-9, "-1.5e-9"),
        (100.25, "100.25"),
        (
            {"b": 1, "a": [True, None, "\u20ac\n\u2028"]},
            '{"a":[true,null,"\u20ac\\n\u2028"],"b":1}',
        ),
        # Sorted by UTF-16 code units, not by code points.
        ({"\ufb33": 1, "\U0001f600": 2, "\r": 3}, '{"\\r":3,"\U0001f600":2,"\ufb33":1}'),
    ],
)
def test_canonical_json(value: object, text: str) -> None:
    assert canonical_json(value) == text
