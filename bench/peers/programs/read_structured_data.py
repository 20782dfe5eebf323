"""Reads the schema.org Recipe of pages with extruct: `read_structured_data.py MANIFEST OUTPUT`.

MANIFEST has one {id, file, url} a line; OUTPUT gets one {id, fields, ms, error} a line. `ms` is the processor time of
extruct alone; `fields` are properties of the first Recipe, in the order JSON-LD, microdata, RDFa.
"""

import json
import re
import sys
import time

import extruct

DURATION = re.compile(r"^P(?:(\d+)D)?T?(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?$")


def types_of(item):
    kind = item.get("@type", item.get("type", []))
    kinds = kind if isinstance(kind, list) else [kind]
    return {str(one).rsplit("/", 1)[-1] for one in kinds}


def find_recipe(value):
    if isinstance(value, list):
        for one in value:
            found = find_recipe(one)
            if found is not None:
                return found
    elif isinstance(value, dict):
        if "Recipe" in types_of(value):
            return value
        for one in value.values():
            found = find_recipe(one)
            if found is not None:
                return found
    return None


def texts(value):
    """Returns the texts of a property: strings, names of things, texts of steps and of sections of steps."""
    if value is None:
        return []
    if isinstance(value, list):
        return [text for one in value for text in texts(one)]
    if isinstance(value, dict):
        if "itemListElement" in value:
            return texts(value["itemListElement"])
        return texts(value.get("text") or value.get("name"))
    return [str(value).strip()]


def minutes(value):
    found = texts(value)
    match = DURATION.match(found[0]) if found else None
    if match is None:
        return None
    days, hours, minute, seconds = (float(one or 0) for one in match.groups())
    return round(days * 1440 + hours * 60 + minute + seconds / 60)


def fields_of(recipe):
    rating = recipe.get("aggregateRating") or {}
    rating = rating[0] if isinstance(rating, list) and rating else rating
    steps = texts(recipe.get("recipeInstructions"))
    if len(steps) == 1:
        steps = [line.strip() for line in steps[0].split("\n") if line.strip()]
    value = rating.get("ratingValue") if isinstance(rating, dict) else None
    return {
        "title": (texts(recipe.get("name")) or [None])[0],
        "author": (texts(recipe.get("author")) or [None])[0],
        "total_time": minutes(recipe.get("totalTime")),
        "ingredients": texts(recipe.get("recipeIngredient") or recipe.get("ingredients")),
        "instructions_list": steps,
        "ratings": value,
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as jobs, open(sys.argv[2], "w", encoding="utf-8") as output:
        pages = 0
        for line in jobs:
            job = json.loads(line)
            with open(job["file"], encoding="utf-8") as file:
                html = file.read()
            fields, error = {}, None
            since = time.process_time()
            try:
                data = extruct.extract(
                    html, base_url=job["url"], syntaxes=["json-ld", "microdata", "rdfa"], uniform=True
                )
            except Exception as failure:  # Any failure of a library on a page is one of its results.
                data, error = {}, f"{type(failure).__name__}: {failure}"[:300]
            ms = (time.process_time() - since) * 1000
            recipe = find_recipe([data.get(name, []) for name in ("json-ld", "microdata", "rdfa")])
            if recipe is not None:
                fields = fields_of(recipe)
            output.write(json.dumps({"id": job["id"], "fields": fields, "ms": ms, "error": error}) + "\n")
            pages += 1
    print(json.dumps({"pages": pages}), flush=True)
    sys.stdin.read()


main()
