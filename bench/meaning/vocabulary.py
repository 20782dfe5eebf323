"""The words of the table, folded as src/extract/words/words.ts folds them."""

import collections
import html
import json
import re
import unicodedata
from pathlib import Path

import regex
from wordfreq import top_n_list

LATIN_MARKS = regex.compile(r'(\p{Script=Latin})\p{M}+')
WORD = regex.compile(r'[\p{L}\p{M}\p{N}]+')
INNER_CAPITAL = regex.compile(r'(\p{Ll}|\d)(\p{Lu})')
LAST_CAPITAL = regex.compile(r'(\p{Lu})(\p{Lu}\p{Ll})')
PLAIN_LETTERS = str.maketrans({'ß': 'ss', 'ı': 'i', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ð': 'd', 'ħ': 'h', 'þ': 'th', 'æ': 'ae', 'œ': 'oe'})
SHORT_TEXT = re.compile(r'>([^<>{}]{2,40})<')
ATTRIBUTE = re.compile(r'(?:class|itemprop|id|name)=["\']([^"\']{1,80})')
KEY = re.compile(r'"([A-Za-z][A-Za-z_]{1,30})"\s*:')
MAX_TEXT_WORDS, MAX_WORD, MAX_PAGE = 4, 24, 600_000
MIN_GROUPS, MIN_PAGES = 2, 4
FIRST_IDEOGRAPH = '\u2e80'
# Numbers of frequent words of each language: more for those whose pages are common.
FREQUENT = {'en': 8000, **dict.fromkeys('de fr es it pt nl pl cs sv tr ru ja'.split(), 3500),
            **dict.fromkeys('sk sl sh bg mk uk da nb fi lv lt hu ro el ar he fa hi vi id ms ko zh ca'.split(), 1500)}


def fold(text):
    text = LATIN_MARKS.sub(r'\1', unicodedata.normalize('NFKD', text))
    return unicodedata.normalize('NFKC', text).lower().translate(PLAIN_LETTERS)


def words_of(name):
    return WORD.findall(fold(LAST_CAPITAL.sub(r'\1 \2', INNER_CAPITAL.sub(r'\1 \2', name))))


def is_word(word):
    if any(sign.isdigit() for sign in word) or len(word) > MAX_WORD:
        return False
    return len(word) > 1 or word >= FIRST_IDEOGRAPH


def page_words(text):
    """Returns the words of the labels, class names and keys of a page."""
    found = set()
    for short in SHORT_TEXT.findall(text):
        name = html.unescape(short)
        if len(name.split()) <= MAX_TEXT_WORDS:
            found.update(words_of(name))
    for name in ATTRIBUTE.findall(text) + KEY.findall(text):
        found.update(words_of(name.replace('_', ' ').replace('-', ' ')))
    return found


def own_groups(source):
    """Returns the groups of names that the lists of the product hold."""
    concepts = json.loads((source / 'extract/schema/concepts.json').read_text())
    synonyms = json.loads((source / 'listings/page/columns/word-groups.json').read_text())
    return [sorted(set(group)) for group in [*(one['labels'] for one in concepts), *synonyms] if len(group) >= 3]


def collect_words(groups, own, pages):
    """Returns the words of the table, the most useful first: of the own groups, frequent ones, of several messages, of several pages."""
    in_groups, on_pages = collections.Counter(), collections.Counter()
    for group in groups.values():
        in_groups.update({word for names in group.values() for name in names for word in words_of(name)})
    for path in pages:
        on_pages.update(page_words(path.read_text(errors='replace')[:MAX_PAGE]))
    frequent = {word for language, count in FREQUENT.items() for one in top_n_list(language, count) for word in words_of(one)}
    always = {word for group in own for name in group for word in words_of(name)}
    chosen = {word for word in always | frequent | set(in_groups) | set(on_pages) if is_word(word) and (
        word in always or word in frequent or in_groups[word] >= MIN_GROUPS or on_pages[word] >= MIN_PAGES)}
    return sorted(chosen, key=lambda word: (word not in always, word not in frequent, -(3 * in_groups[word] + on_pages[word]), word))


def list_pages(data):
    return sorted(path for name in ('pages', 'articles', 'recipes', 'records', 'swde', 'markdown')
                  for path in Path(data, name).rglob('*.htm*'))
