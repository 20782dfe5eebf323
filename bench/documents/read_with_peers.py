"""Reads files with MarkItDown, and PDFs with PyMuPDF4LLM, pdfplumber and pypdf: one JSON object with reader, file, seconds and Markdown per line."""
import json
import sys
import time


def readers():
    try:
        from markitdown import MarkItDown

        converter = MarkItDown()
        yield "markitdown", "", lambda file: converter.convert(file).text_content
    except ImportError:
        pass
    try:
        import pymupdf4llm

        yield "pymupdf4llm", ".pdf", lambda file: pymupdf4llm.to_markdown(file, show_progress=False)
    except ImportError:
        pass
    try:
        import pdfplumber

        yield "pdfplumber", ".pdf", lambda file: "\n\n".join(page.extract_text() for page in pdfplumber.open(file).pages)
    except ImportError:
        pass
    try:
        import pypdf

        yield "pypdf", ".pdf", lambda file: "\n\n".join(page.extract_text() for page in pypdf.PdfReader(file).pages)
    except ImportError:
        pass


output = sys.stdout
sys.stdout = sys.stderr
for name, end, read in readers():
    # PyMuPDF4LLM reads office files only with an additional product; pdfplumber and pypdf read PDFs only.
    files = [file for file in sys.argv[1:] if file.endswith(end)]
    # The first file is read twice, because a library loads its parts when it reads the first one.
    for at, file in enumerate([*files[:1], *files]):
        start = time.perf_counter()
        try:
            markdown = read(file)
        except Exception as error:
            print(name, file, error, file=sys.stderr)
            markdown = ""
        seconds = time.perf_counter() - start
        if at == 0:
            continue
        print(json.dumps({"reader": name, "file": file, "seconds": seconds, "markdown": markdown}), file=output)
