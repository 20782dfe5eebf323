"""Parses the price strings that price-parser's source distribution tests: `parse_prices.py SOURCE OUTPUT`.

SOURCE is the unpacked source distribution. OUTPUT gets one {price, hint, amount, currency, foundAmount, foundCurrency}
a line; `hint` is the text in which the currency is looked for first. Prints {"strings": N, "ms": processor time}.
"""

import json
import sys
import time

sys.path.insert(0, sys.argv[1])

from price_parser import Price
from tests import test_price_parsing as cases


def examples():
    seen = set()
    for name, value in sorted(vars(cases).items()):
        if not isinstance(value, list) or "XFAIL" in name:
            continue
        for case in value:
            if not hasattr(case, "price_raw"):
                continue
            # Some lists of the module contain the others.
            key = (case.currency_raw, case.price_raw)
            if key in seen:
                continue
            seen.add(key)
            yield case


def main():
    listed = list(examples())
    for case in listed:
        Price.fromstring(case.price_raw, currency_hint=case.currency_raw)
    since = time.process_time()
    parsed = [Price.fromstring(case.price_raw, currency_hint=case.currency_raw) for case in listed]
    ms = (time.process_time() - since) * 1000
    with open(sys.argv[2], "w", encoding="utf-8") as output:
        for case, price in zip(listed, parsed):
            line = {
                "price": case.price_raw,
                "hint": case.currency_raw,
                "amount": case.amount_float,
                "currency": case.currency,
                "foundAmount": price.amount_float,
                "foundCurrency": price.currency,
            }
            output.write(json.dumps(line) + "\n")
    print(json.dumps({"strings": len(listed), "ms": ms}), flush=True)
    sys.stdin.read()


main()
