const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const machine =
  /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)?)?/i;
const compact = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?$/;
const dayFirst =
  /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4})(?:\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(?:(GMT|UTC|Z)|([+-]\d{2}):?(\d{2}))?)?/i;
const monthFirst = /^(?:[a-z]{3,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/i;

function two(value: string | number): string {
  return String(value).padStart(2, '0');
}

function dateOf(year: string, month: number, day: string): string | null {
  const dayNumber = Number(day);
  if (month < 1 || month > 12 || dayNumber < 1) return null;
  if (dayNumber > new Date(Date.UTC(Number(year), month, 0)).getUTCDate()) return null;
  return `${year}-${two(month)}-${two(dayNumber)}`;
}

function timeOf(parts: readonly (string | undefined)[]): string {
  const [hour, minute, second, utc, zoneHour, zoneMinute] = parts;
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return '';
  const zone = utc !== undefined ? 'Z' : zoneHour === undefined ? '' : `${zoneHour}:${zoneMinute ?? '00'}`;
  return `T${two(hour)}:${minute}:${second ?? '00'}${zone === '+00:00' ? 'Z' : zone}`;
}

/**
 * A date as pages write it, in ISO 8601: a date, or date and time with the zone that was given. Null for what is not
 * unambiguously a date, such as 03/04/2020.
 */
export function isoDate(text: string): string | null {
  const clean = text.trim().slice(0, 80);
  const plain = machine.exec(clean);
  if (plain !== null) {
    const date = dateOf(plain[1] as string, Number(plain[2]), plain[3] as string);
    return date === null ? null : date + timeOf(plain.slice(4));
  }
  const dense = compact.exec(clean);
  if (dense !== null) {
    const date = dateOf(dense[1] as string, Number(dense[2]), dense[3] as string);
    return date === null ? null : date + timeOf(dense.slice(4));
  }
  const day = dayFirst.exec(clean);
  if (day !== null) {
    const date = dateOf(day[3] as string, monthOf(day[2] as string), day[1] as string);
    return date === null ? null : date + timeOf(day.slice(4));
  }
  const month = monthFirst.exec(clean);
  return month === null ? null : dateOf(month[3] as string, monthOf(month[1] as string), month[2] as string);
}

function monthOf(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
