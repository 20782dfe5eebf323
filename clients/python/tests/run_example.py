"""Runs the code blocks of a README section in one namespace, and waits for input after each."""

import json
import sys
from pathlib import Path

namespace: dict[str, object] = {"__name__": "__main__"}
for step in json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")):
    exec(compile(step, "README.md", "exec"), namespace)
    print("\x1e", end="", flush=True)
    sys.stdin.readline()
