import { minorDigitsOf } from '../domain/currency.ts';
import type { Scalar } from './coerce.ts';
import type { Field } from './field.ts';
import { sameMeaning } from './phrases.ts';
import { phonesIn } from './typed/contact.ts';
import { shownForms } from './typed/date.ts';
import { durationsIn, parseDuration } from './typed/duration.ts';
import { parseCurrency } from './typed/money.ts';
import { numbersIn, plainDigits } from './typed/number.ts';
import { folded } from './words.ts';

/** Judges whether values stand in one text. What it takes is made of the text once. */
export interface Grounds {
  /** Whether the text holds the value, in one of the forms that mean the same for the field's kind. */
  holds(field: Field, value: Scalar): boolean;
  /** Whether it holds the words of a text, letters and digits alone compared. */
  holdsText(text: string): boolean;
}

const currencyMark = /[$€£¥₹₽₩₺₪₫₴₦฿₱zł]|kr|chf|円|元/;

function wordsOnly(text: string): string {
  return ` ${folded(plainDigits(text))
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `;
}

class TextGrounds implements Grounds {
  readonly #raw: string;
  #words: string | null = null;
  #folded: string | null = null;
  #numbers: Set<number> | null = null;
  #durations: Set<number> | null = null;
  #phones: string[] | null = null;

  constructor(text: string) {
    this.#raw = text;
  }

  holds(field: Field, value: Scalar): boolean {
    if (typeof value === 'boolean') return false;
    if (field.choices !== null) return sameMeaning(String(value)).some((phrase) => this.holdsText(phrase));
    if (typeof value === 'number') return this.#holdsNumber(field, value);
    switch (field.kind) {
      case 'date':
        return this.#holdsDate(value) || this.holdsText(value);
      case 'duration':
        return this.holdsText(value) || this.#holdsSeconds(parseDuration(value));
      case 'phone':
        return this.#holdsPhone(value);
      case 'currency':
        return this.#holdsCurrency(value);
      case 'url':
      case 'image':
        return this.#foldedText().includes(
          folded(value)
            .replace(/^https?:\/\/(?:www\.)?/, '')
            .replace(/\/$/, ''),
        );
      case 'email':
        return this.#foldedText().includes(folded(value));
      case 'money':
      case 'number':
      case 'rating':
        return this.holdsText(value) || this.#holdsWritten(value);
      default:
        return (
          this.holdsText(value) ||
          sameMeaning(value)
            .slice(1)
            .some((phrase) => this.holdsText(phrase)) ||
          this.#holdsAll(value)
        );
    }
  }

  holdsText(text: string): boolean {
    const wanted = wordsOnly(text);
    if (wanted.trim() === '') return false;
    this.#words ??= wordsOnly(this.#raw);
    if (this.#words.includes(wanted)) return true;
    // Scripts without spaces between words stand inside of longer runs.
    return (
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(wanted) &&
      this.#words.includes(wanted.trim())
    );
  }

  /** Whether every part of a list in one string is there. */
  #holdsAll(text: string): boolean {
    const parts = text.split(/[,;|]|\s+·\s+/).map((part) => part.trim());
    return (
      parts.length > 1 && parts.length <= 30 && parts.every((part) => part !== '' && this.holdsText(part))
    );
  }

  #foldedText(): string {
    this.#folded ??= folded(plainDigits(this.#raw));
    return this.#folded;
  }

  #allNumbers(): Set<number> {
    if (this.#numbers !== null) return this.#numbers;
    const plain = plainDigits(this.#raw);
    const found = new Set<number>();
    // Whoever wrote 1.299 may have meant either; to see whether it is there, both count.
    for (const habit of [
      { group: ',', minorDigits: null },
      { group: '.', minorDigits: null },
    ] as const) {
      for (const { amount } of numbersIn(plain, habit)) found.add(Math.abs(Number(amount)));
    }
    for (const match of plain.matchAll(/(\d+)\s+(1\/2|1\/4|3\/4)/g)) {
      found.add(Number(match[1]) + (match[2] === '1/2' ? 0.5 : match[2] === '1/4' ? 0.25 : 0.75));
    }
    this.#numbers = found;
    return found;
  }

  #holdsNumber(field: Field, value: number): boolean {
    const numbers = this.#allNumbers();
    if (field.kind === 'duration') {
      return [value, value * 60, value * 3600].some((seconds) => this.#holdsSeconds(seconds));
    }
    if (numbers.has(Math.abs(value))) return true;
    // A mean is shown rounded.
    if (field.kind === 'rating')
      return numbers.has(Math.round(value * 10) / 10) || numbers.has(Math.round(value * 100) / 100);
    return (
      /[km]\b/i.test(this.#raw) && value >= 1000 && (numbers.has(value / 1000) || numbers.has(value / 1e6))
    );
  }

  #holdsWritten(value: string): boolean {
    const numbers = numbersIn(plainDigits(value), { group: ',', minorDigits: 3 });
    return numbers.length > 0 && numbers.every(({ amount }) => this.#allNumbers().has(Number(amount)));
  }

  #holdsDate(value: string): boolean {
    if (!/^\d{4}-\d{2}-\d{2}/.test(value)) return false;
    const text = this.#foldedText();
    return shownForms(value).some((form) => {
      const at = text.indexOf(form);
      return at !== -1 && !/\d/.test(text[at - 1] ?? '') && !/\d/.test(text[at + form.length] ?? '');
    });
  }

  #holdsSeconds(seconds: number | null): boolean {
    if (seconds === null) return false;
    this.#durations ??= new Set(durationsIn(this.#foldedText()).map((found) => Math.round(found.seconds)));
    return this.#durations.has(Math.round(seconds));
  }

  #holdsPhone(value: string): boolean {
    const digits = value.replace(/\D/g, '').replace(/^0+/, '');
    if (digits.length < 6) return false;
    this.#phones ??= phonesIn(this.#raw.slice(0, 5_000))
      .concat(phonesIn(this.#raw.slice(-5_000)))
      .map((found) => found.digits);
    const tail = digits.slice(-9);
    return this.#phones.some((shown) => shown.endsWith(tail)) || this.#raw.replace(/\D/g, '').includes(tail);
  }

  #holdsCurrency(code: string): boolean {
    if (this.holdsText(code)) return true;
    if (!currencyMark.test(this.#foldedText())) return false;
    const signs = new Set(
      this.#raw.match(/[\p{Sc}]|R\$|US\$|zł|kr|Kč|Ft|lei|руб|円|元|CHF|SFr|Rp|RM/gu) ?? [],
    );
    const signals = { language: null, country: null, currency: code };
    return [...signs].some((sign) => parseCurrency(sign, signals) === code) && minorDigitsOf(code) >= 0;
  }
}

/** Makes the grounds of a text. */
export function createGrounds(text: string): Grounds {
  return new TextGrounds(text);
}
