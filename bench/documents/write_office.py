"""Writes an office file with a Python package: write_office.py WRITER TEXT.json PICTURE OUTPUT."""
import json
import sys

NUMBERED = ["List Number", "List Number 2", "List Number 3"]
BULLETED = ["List Bullet", "List Bullet 2", "List Bullet 3"]


def with_python_docx(blocks, picture, output):
    from docx import Document
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    document = Document()

    def add_link(paragraph, link):
        element = OxmlElement("w:hyperlink")
        element.set(qn("r:id"), document.part.relate_to(link["url"], RELATIONSHIP_TYPE.HYPERLINK, is_external=True))
        run = paragraph.add_run(link["text"])
        element.append(run._r)
        paragraph._p.append(element)

    for block in blocks:
        kind = block["kind"]
        if kind == "heading":
            document.add_heading(block["text"], block["level"])
        elif kind == "paragraph":
            paragraph = document.add_paragraph()
            for part in block["parts"]:
                if isinstance(part, str):
                    paragraph.add_run(f" {part} ")
                else:
                    add_link(paragraph, part)
        elif kind == "list":
            styles = NUMBERED if block["isNumbered"] else BULLETED
            for at, item in enumerate(block["items"]):
                document.add_paragraph(item, style=styles[block.get("depths", [0] * 99)[at]])
        elif kind == "quote":
            document.add_paragraph(block["text"], style="Quote")
        elif kind == "image":
            shape = document.add_picture(picture)
            shape._inline.docPr.set("descr", block["text"])
        elif kind == "formula":
            document.add_paragraph(f"{block['left']} = {block['right']}")
        elif kind == "table":
            rows = block["rows"]
            table = document.add_table(len(rows), len(rows[0]))
            for row, cells in enumerate(rows):
                for column, text in enumerate(cells):
                    table.cell(row, column).text = text
    document.save(output)


def with_python_pptx(blocks, picture, output):
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    deck = Presentation()
    slide = None
    top = 0
    for block in blocks:
        kind = block["kind"]
        place = (Inches(1), Inches(1.6 + 1.5 * top), Inches(8), Inches(1.3))
        if kind == "heading":
            slide = deck.slides.add_slide(deck.slide_layouts[5])
            slide.shapes.title.text = block["text"]
            top = -1
        elif kind == "list":
            listed = deck.slide_layouts[1]
            title = slide.shapes.title.text
            ids = deck.slides._sldIdLst
            deck.part.drop_rel(ids[-1].rId)
            ids.remove(ids[-1])
            slide = deck.slides.add_slide(listed)
            slide.shapes.title.text = title
            frame = slide.placeholders[1].text_frame
            for at, item in enumerate(block["items"]):
                paragraph = frame.paragraphs[0] if at == 0 else frame.add_paragraph()
                paragraph.text = item
                paragraph.level = block["depths"][at]
        elif kind == "paragraph":
            frame = slide.shapes.add_textbox(*place).text_frame
            frame.word_wrap = True
            for part in block["parts"]:
                run = frame.paragraphs[0].add_run()
                run.text = f" {part} " if isinstance(part, str) else part["text"]
                if not isinstance(part, str):
                    run.hyperlink.address = part["url"]
        elif kind == "table":
            rows = block["rows"]
            table = slide.shapes.add_table(len(rows), len(rows[0]), *place).table
            for row, cells in enumerate(rows):
                for column, text in enumerate(cells):
                    table.cell(row, column).text = text
        elif kind == "chart":
            names, *rows = block["rows"]
            data = CategoryChartData()
            data.categories = [row[0] for row in rows]
            for column, name in enumerate(names[1:], 1):
                data.add_series(name, [float(row[column]) for row in rows])
            slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
        elif kind == "image":
            shape = slide.shapes.add_picture(picture, *place)
            shape._element.nvPicPr.cNvPr.set("descr", block["text"])
        elif kind == "speaker":
            slide.notes_slide.notes_text_frame.text = block["text"]
        top += 1
    deck.save(output)


def with_openpyxl(blocks, _picture, output):
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    for heading, cells in zip(blocks[::2], blocks[1::2]):
        sheet = book.create_sheet(heading["text"])
        for row, values in enumerate(cells["rows"], 1):
            for column, cell in enumerate(values, 1):
                written = sheet.cell(row, column, cell["value"])
                written.number_format = cell.get("format", "General")
                if "url" in cell:
                    written.hyperlink = cell["url"]
    book.save(output)


def with_xlsxwriter(blocks, _picture, output):
    import xlsxwriter

    book = xlsxwriter.Workbook(output)
    for heading, cells in zip(blocks[::2], blocks[1::2]):
        sheet = book.add_worksheet(heading["text"])
        for row, values in enumerate(cells["rows"]):
            for column, cell in enumerate(values):
                style = book.add_format({"num_format": cell["format"]}) if "format" in cell else None
                if "url" in cell:
                    sheet.write_url(row, column, cell["url"], string=cell["value"])
                else:
                    sheet.write(row, column, cell["value"], style)
    book.close()


writer, text, picture, output = sys.argv[1:]
with open(text, encoding="utf-8") as file:
    blocks = json.load(file)["blocks"]
{
    "python-docx": with_python_docx,
    "python-pptx": with_python_pptx,
    "openpyxl": with_openpyxl,
    "XlsxWriter": with_xlsxwriter,
}[writer](blocks, picture, output)
