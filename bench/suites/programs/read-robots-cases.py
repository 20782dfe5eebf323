"""Prints the cases of Python test modules about robots.txt as one JSON object a line.

Usage: read-robots-cases.py TESTS_FOLDER MODULE...

The modules are imported without the library that they test. Rows of parametrized tests whose names are those of `ROW` are
cases; so is each assertion about `RULES.can_fetch(URL, AGENT)`, which is replaced by a call that prints it.
"""

import ast
import json
import sys
import types
from pathlib import Path

ROW = ["robots_txt", "agent", "path", "allowed"]


class AnyValue:
    """Stands for everything that a test module imports and no case needs."""

    def __getattr__(self, name):
        return AnyValue()

    def __call__(self, *args, **options):
        return AnyValue()


def print_case(module, text, agent, url, allowed):
    if isinstance(text, bytes):
        text = text.decode("utf-8", "replace")
    if all(isinstance(part, str) for part in (text, agent, url)):
        case = {"id": module, "text": text, "agent": agent, "url": url, "allowed": bool(allowed)}
        print(json.dumps(case))


class Rules:
    """Remembers the text of the robots.txt file that a test parses."""

    def __init__(self, text):
        self.text = text

    @classmethod
    def parse(cls, content=""):
        return cls(content)


def split_assertion(test):
    """Returns the call and the wanted value of `CALL`, `not CALL` and `[not] CALL == VALUE`."""
    wanted = ast.Constant(True)
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], (ast.Eq, ast.Is)):
        test, wanted = test.left, test.comparators[0]
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test, wanted = test.operand, ast.UnaryOp(ast.Not(), wanted)
    return test, wanted


class AssertionReader(ast.NodeTransformer):
    """Replaces assertions about `RULES.can_fetch(URL, AGENT)` by calls of `read_case`, and drops the others."""

    def visit_Assert(self, node):
        call, wanted = split_assertion(node.test)
        is_case = (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Attribute)
            and call.func.attr == "can_fetch"
        )
        if not is_case:
            return ast.copy_location(ast.Pass(), node)
        args = [call.func.value, *call.args, wanted]
        reading = ast.Expr(ast.Call(ast.Name("read_case", ast.Load()), args, []))
        return ast.copy_location(reading, node)


class Mark:
    """Stands for `pytest.mark`: a test runs once for each row of its parameters."""

    def __init__(self, module):
        self.module = module

    def __getattr__(self, name):
        return lambda *args, **options: lambda function: function

    def parametrize(self, names, rows, **options):
        names = names.split(",") if isinstance(names, str) else list(names)
        names = [name.strip() for name in names]
        if names == ROW:
            for text, agent, url, allowed in rows:
                print_case(self.module, text, agent, url, allowed)
            return lambda function: None

        def run_rows(function):
            def run(*args):
                for row in rows:
                    values = row if len(names) > 1 else [row]
                    function(*args, **dict(zip(names, values)))

            run.__name__ = function.__name__
            return run

        return run_rows


def stub_modules(module):
    pytest = types.ModuleType("pytest")
    pytest.mark = Mark(module)
    pytest.fixture = pytest.raises = AnyValue()
    protego = types.ModuleType("protego")
    protego.Protego = Rules
    utils = types.ModuleType("protego._utils")
    utils.__getattr__ = lambda name: AnyValue()
    robots = types.ModuleType("robots")
    robots.__getattr__ = lambda name: AnyValue()
    core = types.ModuleType("tests.core")
    core.ALLOWED, core.DISALLOWED, core.FOOBOT_AGENT, core.DEFAULT_AGENT = True, False, "FooBot", "FooBot"
    sys.modules.update({"pytest": pytest, "protego": protego, "protego._utils": utils})
    sys.modules.update({"robots": robots, "tests.core": core})


def run_tests(scope):
    """Runs the functions and methods that test, whose assertions print their cases."""
    for name, value in list(scope.items()):
        if isinstance(value, type) and name.startswith("Test"):
            run_tests({test: getattr(value(), test) for test in dir(value)})
        elif name.startswith("test") and callable(value):
            try:
                value()
            except (AttributeError, TypeError):
                # The test is about something else than `can_fetch`.
                pass


def read_module(folder, name):
    stub_modules(name)
    path = folder / f"{name}.py"
    tree = ast.fix_missing_locations(AssertionReader().visit(ast.parse(path.read_text("utf-8"))))
    scope = {"__name__": f"tests.{name}", "__package__": "tests"}

    def read_case(rules, url, agent, allowed):
        if isinstance(rules, Rules):
            print_case(name, rules.text, agent, url, allowed)

    scope["read_case"] = read_case
    exec(compile(tree, str(path), "exec"), scope)
    run_tests(scope)


tests = Path(sys.argv[1])
package = types.ModuleType("tests")
package.__path__ = [str(tests)]
sys.modules["tests"] = package
for wanted in sys.argv[2:]:
    read_module(tests, wanted)
