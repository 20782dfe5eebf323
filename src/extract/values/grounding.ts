import { minorDigitsOf } from '../../domain/values/currency.ts';
import { findNumbers, normalizeDigits } from '../../page/text/number.ts';
import type { Field } from '../schema/field.ts';
import { findPhones } from '../typed/contact.ts';
import { getDateForms } from '../typed/date.ts';
import { findDurations, parseDuration } from '../typed/duration.ts';
import { parseCurrency } from '../typed/money.ts';
import { getSynonyms } from '../words/phrases.ts';
import { foldText } from '../words/words.ts';
import type { Scalar } from './coerce.ts';

/** Checks if values occur in a text. The indexes of the text are built once. */
export interface GroundingCheck {
  /** Returns true if the text contains the value in any form with the same meaning for the field's kind. */
  containsValue(field: Field, value: Scalar): boolean;
  /** Returns true if the text contains the words of another text. Only letters and digits are compared. */
  containsText(text: string): boolean;
}

const currencyMark = /[$€£¥₹₽₩₺₪₫₴₦฿₱zł]|kr|chf|円|元/;

function wordsOnly(text: string): string {
  return ` ${foldText(normalizeDigits(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}

class TextGroundingCheck implements GroundingCheck {
  readonly #raw: string;
  #words: string | null = null;
  #folded: string | null = null;
  #numbers: Set<number> | null = null;
  #durations: Set<number> | null = null;
  #phones: string[] | null = null;

  constructor(text: string) {
    this.#raw = text;
  }

  containsValue(field: Field, value: Scalar): boolean {
    if (typeof value === 'boolean') return false;
    if (field.choices !== null) return getSynonyms(String(value)).some((phrase) => this.containsText(phrase));
    if (typeof value === 'number') return this.#containsNumber(field, value);
    switch (field.kind) {
      case 'date':
        return this.#containsDate(value) || this.containsText(value);
      case 'duration':
        return this.containsText(value) || this.#containsDuration(parseDuration(value));
      case 'phone':
        return this.#containsPhone(value);
      case 'currency':
        return this.#containsCurrency(value);
      case 'url':
      case 'image':
        return this.#foldedText().includes(
          foldText(value)
            .replace(/^https?:\/\/(?:www\.)?/, '')
            .replace(/\/$/, ''),
        );
      case 'email':
        return this.#foldedText().includes(foldText(value));
      case 'money':
      case 'number':
      case 'rating':
        return this.containsText(value) || this.#containsWrittenNumber(value);
      default:
        return (
          this.containsText(value) ||
          getSynonyms(value)
            .slice(1)
            .some((phrase) => this.containsText(phrase)) ||
          this.#containsAllParts(value)
        );
    }
  }

  containsText(text: string): boolean {
    const words = wordsOnly(text);
    if (words.trim() === '') return false;
    this.#words ??= wordsOnly(this.#raw);
    if (this.#words.includes(words)) return true;
    // Scripts without spaces between words need a match inside longer runs.
    return (
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(words) &&
      this.#words.includes(words.trim())
    );
  }

  /** Returns true if the text contains every part of a list in one string. */
  #containsAllParts(text: string): boolean {
    const parts = text.split(/[,;|]|(?<!\s)\s+·\s+/).map((part) => part.trim());
    return (
      parts.length > 1 && parts.length <= 30 && parts.every((part) => part !== '' && this.containsText(part))
    );
  }

  #foldedText(): string {
    this.#folded ??= foldText(normalizeDigits(this.#raw));
    return this.#folded;
  }

  #allNumbers(): Set<number> {
    if (this.#numbers !== null) return this.#numbers;
    const plain = normalizeDigits(this.#raw);
    const numbers = new Set<number>();
    // Both readings of 1.299 count, because the notation of the text is unknown.
    for (const format of [
      { group: ',', minorDigits: null },
      { group: '.', minorDigits: null },
    ] as const) {
      for (const { amount } of findNumbers(plain, format)) numbers.add(Math.abs(Number(amount)));
    }
    for (const match of plain.matchAll(/(?<!\d)(\d+)\s+(1\/2|1\/4|3\/4)/g)) {
      numbers.add(Number(match[1]) + (match[2] === '1/2' ? 0.5 : match[2] === '1/4' ? 0.25 : 0.75));
    }
    this.#numbers = numbers;
    return numbers;
  }

  #containsNumber(field: Field, value: number): boolean {
    const numbers = this.#allNumbers();
    if (field.kind === 'duration') {
      return [value, value * 60, value * 3600].some((seconds) => this.#containsDuration(seconds));
    }
    if (numbers.has(Math.abs(value))) return true;
    // Pages show mean ratings rounded.
    if (field.kind === 'rating')
      return numbers.has(Math.round(value * 10) / 10) || numbers.has(Math.round(value * 100) / 100);
    return (
      /[km]\b/i.test(this.#raw) && value >= 1000 && (numbers.has(value / 1000) || numbers.has(value / 1e6))
    );
  }

  #containsWrittenNumber(value: string): boolean {
    const numbers = findNumbers(normalizeDigits(value), { group: ',', minorDigits: 3 });
    return numbers.length > 0 && numbers.every(({ amount }) => this.#allNumbers().has(Number(amount)));
  }

  #containsDate(value: string): boolean {
    if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return false;
    const text = this.#foldedText();
    return getDateForms(value).some((form) => {
      const at = text.indexOf(form);
      return at !== -1 && !/\d/.test(text[at - 1] ?? '') && !/\d/.test(text[at + form.length] ?? '');
    });
  }

  #containsDuration(seconds: number | null): boolean {
    if (seconds === null) return false;
    this.#durations ??= new Set(findDurations(this.#foldedText()).map((found) => Math.round(found.seconds)));
    return this.#durations.has(Math.round(seconds));
  }

  #containsPhone(value: string): boolean {
    const digits = value.replace(/\D/g, '').replace(/^0+/, '');
    if (digits.length < 6) return false;
    this.#phones ??= findPhones(this.#raw.slice(0, 5_000))
      .concat(findPhones(this.#raw.slice(-5_000)))
      .map((found) => found.digits);
    const tail = digits.slice(-9);
    return this.#phones.some((shown) => shown.endsWith(tail)) || this.#raw.replace(/\D/g, '').includes(tail);
  }

  #containsCurrency(code: string): boolean {
    if (this.containsText(code)) return true;
    if (!currencyMark.test(this.#foldedText())) return false;
    const signs = new Set(
      this.#raw.match(/[\p{Sc}]|R\$|US\$|zł|kr|Kč|Ft|lei|руб|円|元|CHF|SFr|Rp|RM/gu) ?? [],
    );
    const signals = { language: null, country: null, currency: code };
    return [...signs].some((sign) => parseCurrency(sign, signals) === code) && minorDigitsOf(code) >= 0;
  }
}

/** Creates a grounding check for a text. */
export function createGroundingCheck(text: string): GroundingCheck {
  return new TextGroundingCheck(text);
}
