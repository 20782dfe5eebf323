"""Serves documentation that Sphinx builds with the theme Furo, and builds it again after each change of a source."""

import mimetypes
from pathlib import Path

from served import serve


def create(folder, _origin):
    from sphinx.application import Sphinx

    source, output = Path(folder, "source"), Path(folder, "html")
    source.mkdir()
    (source / "conf.py").write_text("")
    settings = {
        "project": "Harbour",
        "html_theme": "furo",
        "html_last_updated_fmt": "%b %d, %Y %H:%M:%S",
    }

    def build(pages, release):
        """Writes these sources (reStructuredText by name) and builds the site with this number of its release."""
        for name, text in pages.items():
            (source / f"{name}.rst").write_text(text)
        application = Sphinx(
            str(source),
            str(source),
            str(output),
            str(output / ".doctrees"),
            "html",
            confoverrides={**settings, "release": release},
            status=None,
        )
        application.build()
        if application.statuscode != 0:
            raise RuntimeError(f"sphinx ended with {application.statuscode}")

    def application(environ, start_response):
        path = (output / environ["PATH_INFO"].lstrip("/")).resolve()
        if not path.is_relative_to(output.resolve()) or not path.is_file():
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b"Not Found"]
        start_response("200 OK", [("Content-Type", mimetypes.guess_type(path)[0] or "application/octet-stream")])
        return [path.read_bytes()]

    return application, {"build": build}


serve(create)
