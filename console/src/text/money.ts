const centFormat = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats an amount of money, such as `€19.90`: the currency is a code of ISO 4217, or the sign that a page shows. */
export function formatMoney(value: number, currency: string): string {
  if (/^[$€£¥]$/.test(currency)) return `${currency}${centFormat.format(value)}`;
  if (!/^[A-Z]{3}$/.test(currency)) return `${centFormat.format(value)} ${currency}`;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(value);
}

const moneyName = /\b(?:price|cost|amount|fee|salary|rent|total|was)\b/i;
const currencyName = /\bcurrency$/i;

/** Returns true for the name of a field with an amount of money. */
export function isMoney(name: string): boolean {
  return moneyName.test(name) && !isCurrency(name);
}

/** Returns true for the name of a field with a currency. */
export function isCurrency(name: string): boolean {
  return currencyName.test(name);
}

/** Returns the currency of a field that is an amount of money: the record states it in a field of its own; null otherwise. */
export function currencyOf(name: string, data: Record<string, unknown>): string | null {
  if (!isMoney(name)) return null;
  const found = Object.entries(data).find(([other]) => isCurrency(other))?.[1];
  return typeof found === 'string' && found !== '' ? found : null;
}
