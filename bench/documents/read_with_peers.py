"""Reads PDFs with MarkItDown and PyMuPDF4LLM: one JSON object with reader, file, seconds and Markdown per line."""
import json
import sys
import time


def readers():
    try:
        from markitdown import MarkItDown

        converter = MarkItDown()
        yield "markitdown", lambda file: converter.convert(file).text_content
    except ImportError:
        pass
    try:
        import pymupdf4llm

        yield "pymupdf4llm", lambda file: pymupdf4llm.to_markdown(file, show_progress=False)
    except ImportError:
        pass


output = sys.stdout
sys.stdout = sys.stderr
for name, read in readers():
    for file in sys.argv[1:]:
        start = time.perf_counter()
        try:
            markdown = read(file)
        except Exception as error:
            print(name, file, error, file=sys.stderr)
            markdown = ""
        seconds = time.perf_counter() - start
        print(json.dumps({"reader": name, "file": file, "seconds": seconds, "markdown": markdown}), file=output)
