/**
 * What an amount on the page of a product means. `asked`: what a buyer pays now. `former`: a previous, list or recommended
 * price. `lowest`: the lowest price of the last 30 days (Directive 98/6/EC, article 6a). `conditional`: the price for members,
 * with a coupon or for a quantity. `other`: shipping, a deposit, a voucher, the threshold of free delivery.
 */
export type PriceRole =
  | 'asked'
  | 'former'
  | 'lowest'
  | 'saving'
  | 'instalment'
  | 'unit'
  | 'conditional'
  | 'other';

const words = (...lists: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{M}])(?:${lists.join('|')})(?![\\p{L}\\p{M}])`, 'giu');

/** Words of a former price that stand directly in front of its amount. */
const formerWords =
  'was|war|uvp|rrp|msrp|m\\.?r\\.?p|srp|statt|anstatt|bisher|vorher|zuvor|ehemals|listenpreis|streichpreis|list(?: price)?|reg(?:ular)?\\.?(?: price)?|before|previously|original(?: price)?(?: was)?|(?:old|former|previous|usual|normal|retail|recommended|suggested|full|catalogue|catalog)(?: retail)? price|price before|instead of|compare(?:d)?(?: at| to)?|typical(?: price)?|(?:bought|sold|purchased) separately|worth|valued? at|einzeln(?: gekauft)?|im einzelkauf|warenwert|séparément|por separado|separatamente|ursprünglich(?:er preis)?|originalpreis|normalpreis|alter preis|avant|était|prix (?:initial|barré|conseillé|public|normal|habituel|de base|catalogue)|ancien prix|au lieu de|antes|precio (?:original|anterior|habitual|normal|regular|recomendado|de lista)|pvpr?|en lugar de|era|prima|prezzo (?:originale|precedente|consigliato|di listino|pieno)|anziché|invece di|listino|van|voor|was eerst|oorspronkelijke prijs|oude prijs|adviesprijs|winkelprijs|było|cena (?:pierwotna|katalogowa|regularna|poprzednia|detaliczna)|(?:stara|poprzednia|regularna) cena|tidigare|ordinarie(?: pris)?|ord\\.?(?: pris)?|rek\\.? ?pris|før(?:pris)?|vejl\\.?(?: pris)?|veiledende pris|původní(?: cena)?|běžná cena|doporučená cena|preço (?:original|anterior|normal|de lista)|eski fiyat|liste fiyatı|piyasa fiyatı|старая цена|было|стара ціна';
/** The same in scripts without spaces between words. */
const formerSigns =
  '定価|通常価格|参考価格|希望小売価格|メーカー希望|元値|原价|原價|市场价|정가|정상가|소비자가격?|판매가 전';

/** Words of each role except `unit`, which the text behind an amount decides. */
const roleWords: readonly [PriceRole, RegExp][] = [
  ['former', words(formerWords)],
  ['former', new RegExp(formerSigns, 'gu')],
  [
    'lowest',
    words(
      'lowest(?: recent)? price|\\d{1,3}[- ]days?(?: price| low(?:est)?)?|niedrigste\\p{L}* (?:preis|gesamtpreis)|letzten? 30 tagen?|30[- ]tage\\p{L}*|30 derniers jours|prix le plus bas|(?:precio|preço) más bajo|últimos 30 d[ií]as|prezzo più basso|ultimi 30 giorni|laagste prijs|30 dagen|najniższ\\p{L}+ cen\\p{L}|30 dni|lägsta pris|30 (?:dagar|dagene|dage)|nejnižší cen\\p{L}',
    ),
  ],
  [
    'saving',
    words(
      '(?:you )?sav(?:e|ed|es|ings?)|discount|off|minus|(?:sie |du )?spar(?:en|st|t)?|ersparnis|nachlass|rabatt?|(?:vous )?économis\\p{L}+|économie|remise|réduction|ahorr\\p{L}+|descuento|rebaja|rispar\\p{L}+|sconto|(?:je )?bespaar(?:t)?|korting|voordeel|oszczęd\\p{L}+|zniżka|(?:du )?spara?r?|ušetř\\p{L}+|sleva|econom\\p{L}+|desconto|poupa\\p{L}*|indirim|kazanc\\p{L}+|kazanç|скидка|экономия|знижка',
    ),
  ],
  ['saving', /割引|お得|値引|할인|节省|立减/gu],
  [
    'instalment',
    words(
      '(?:per|a|each|every) (?:month|week|quarter)|monthly|weekly|monatlich\\p{L}*|monatsrate|mtl\\.?|par mois|mensualité\\p{L}*|al mes|por mes|mensual\\p{L}*|cuotas?(?: de)?|al mese|rate? (?:da|mensil\\p{L})|per maand|maandelijks|instal(?:l)?ments?(?: of)?|(?:interest-free )?payments?(?: of)?|raten?|rat[ay]|miesięcznie|měsíčně|månad(?:en)?|måned(?:en)?|parcelas?(?: de)?|sem juros|taksit|aylık|apr|finance|financing|finanzierung|leasing|klarna|afterpay|affirm|clearpay',
    ),
  ],
  [
    'conditional',
    words(
      "(?:(?:club|card|loyalty) )?members?(?: price)?|membership|club(?:preis| price)?|prime|loyalty(?: price)?|nectar(?: price)?|card price|with (?:card|coupon|code|app|trade-?in)|coupon(?: price)?|subscri\\p{L}+(?: (?:and|&) save)?|abo(?:preis)?|mitglied\\p{L}*|kundenkarte|mit (?:karte|app|gutschein|code|card)|prix (?:adhérent|membre|club|fidélité)|avec la carte|socios?|soci|con (?:tarjeta|tessera|carta|cupón)|carta fedeltà|ledenprijs|met (?:kaart|pas)|z kart\\p{L}|dla klubowicz\\p{L}*|klubow\\p{L}+|medlem\\p{L}*|členská?|students?|trade-?in|refurbished|used|gebraucht|d'occasion|ab \\d+ (?:stück|stk|st)\\.?|from \\d+ (?:pcs|pieces|units)|\\d+\\+ (?:pcs|pieces|units)|(?:business|wholesale|bulk|volume|tier) price|pix|boleto|no pix",
    ),
  ],
  [
    'other',
    words(
      'shipping(?: costs?)?|postage|delivery(?: fee| costs?)?|versand(?:kosten)?|liefer(?:ung|kosten)|(?:frais de )?livraison|frais de port|env[ií]o|gastos de envío|spedizione|consegna|verzend\\p{L}*|bezorg\\p{L}*|frakt|dostaw\\p{L}|wysyłk\\p{L}|doprav\\p{L}|frete|kargo|доставк\\p{L}|deposit|pfand|kaution|consigne|statiegeld|kaucja|gift ?cards?|gutschein\\p{L}*|voucher|warrant\\p{L}*|garanti\\p{L}*|insurance|versicherung|donat\\p{L}+|fee|(?:base |dealer )?invoice price|(?:\\p{L}{3,12} )?(?:sur)?charges?|gebühr\\p{L}*|minimum order|mindestbestellwert|(?:orders?|purchases?|spend|purchase) (?:over|above|of)|over|above|under|below|onder|boven|unter|über|moins de|plus de|menos de|más de|sotto|oltre|poniżej|powyżej|from orders of|ab einem|ab einkaufswert|(?:order|bestell|mindermengen)(?:kosten|zuschlag)|cashback|bonus|points worth',
    ),
  ],
  ['other', /送料|배송비|运费/gu],
  [
    'asked',
    words(
      "(?:our|your|sale|special|current|today'?s|online|web|final|total|offer|reduced|new|promo(?:tional)?|discounted|deal|internet)? ?price(?: is)?|now|now only|only|buy (?:it )?now|you pay|(?:unser|aktueller|neuer|ihr|angebots|aktions|sonder|sale)-? ?preis|preis|jetzt|nur|prix(?: actuel| promo(?:tionnel)?| soldé)?|maintenant|precio(?: actual| de oferta| especial| rebajado| final)?|ahora|prezzo(?: attuale| scontato| speciale| finale)?|adesso|ora|oggi|preço(?: atual| promocional| à vista)?|por|prijs|onze prijs|nu|vanaf nu|pris|cena(?: aktualna| promocyjna| obecna| po slevě)?|teraz|nyní|şimdi|indirimli fiyat|fiyat|цена|сейчас|стало|ціна",
    ),
  ],
  ['asked', /販売価格|セール価格|特価|価格|现价|售价|价格|판매가|할인가/gu],
];

/** Number of characters in front of an amount and behind it in which words decide about its role. */
const maxWordsBefore = 60;
const maxWordsBehind = 32;

/** Words that join an amount with what costs extra: "plus €4.90", "+ €4.90". */
const extraCost = /(?:\+|(?<!\p{L})(?:plus|zzgl\.?|zuzüglich|más|più|plus|exkl\.?|excl\.?|mais))\s*$/iu;
/** Words of roles that also follow an amount. Others behind it belong to something else, as in "€20 plus shipping". */
const rolesBehind: ReadonlySet<PriceRole> = new Set([
  'former',
  'lowest',
  'saving',
  'instalment',
  'conditional',
]);
const costBehind =
  /^\s*(?:for |de |für |per |pour )?(?:shipping|postage|delivery|versand|lieferung|livraison|envío|envio|spedizione|verzend|bezorg|frakt|dostawa|wysyłka|doprava|frete|kargo|deposit|pfand|kaution|consigne|statiegeld)/iu;

/** Number of instalments directly in front of an amount: "12x €10". */
const timesBefore = /(?<![\p{L}\p{Nd}])\d{1,2} ?[x×](?: de| of| da)?\s*$/iu;
/** A number behind a word of saving: the word is about that, as in "€38.36 Save 20%". */
const ownNumber = /^[\s:(]*[-–]?\p{Sc}?\s?\d/u;

/** Returns the role that the words in front of an amount give it, the nearest ones first; null if they give none. */
export function roleBefore(text: string): PriceRole | null {
  const ahead = text.slice(-maxWordsBefore);
  if (extraCost.test(ahead)) return 'other';
  if (timesBefore.test(ahead)) return 'instalment';
  let best: { role: PriceRole; to: number; length: number } | null = null;
  for (const [role, expression] of roleWords) {
    for (const match of ahead.matchAll(expression)) {
      const to = match.index + match[0].length;
      const { length } = match[0];
      // Of two readings that end together, the longer is the more specific: "old price" is no "price".
      if (best === null || to > best.to || (to === best.to && length > best.length))
        best = { role, to, length };
    }
  }
  return best?.role ?? null;
}

/** What a label in front of an amount says: that it is the asked price, something else, or there is no label. */
export type PriceLabel = 'asked' | 'other' | 'none';

/** Returns what the last part of a text in front of an amount says as a label: "Our price:" is one, "Invoice price:" another. */
export function labelKind(text: string): PriceLabel {
  const parts = text.slice(-maxWordsBefore).split(/[.,;:|!?()[\]\d\n]+/);
  const label = parts
    .map((part) => part.replace(/[^\p{L}\p{M}]+/gu, ' ').trim())
    .findLast((part) => part !== '');
  if (label === undefined) return 'none';
  for (const [role, expression] of roleWords) {
    if (role !== 'asked') continue;
    for (const match of label.matchAll(expression)) if (match[0].length === label.length) return 'asked';
  }
  return 'other';
}

/** Returns the role that the words behind an amount give it; null if they give none. */
export function roleBehind(text: string): PriceRole | null {
  const behind = text.slice(0, maxWordsBehind);
  if (costBehind.test(behind)) return 'other';
  let best: { role: PriceRole; from: number } | null = null;
  for (const [role, expression] of roleWords) {
    if (!rolesBehind.has(role)) continue;
    const [match] = behind.matchAll(expression);
    if (match === undefined) continue;
    if (ownNumber.test(behind.slice(match.index + match[0].length))) continue;
    if (best === null || match.index < best.from) best = { role, from: match.index };
  }
  return best?.role ?? null;
}

function expressionsOf(...roles: PriceRole[]): RegExp[] {
  return roleWords.flatMap(([role, expression]) => (roles.includes(role) ? [expression] : []));
}

const conditionalWords = expressionsOf('conditional');
const commonWords = expressionsOf('asked', 'former', 'saving');

/** Returns true if a text names a condition of its price, such as a membership. */
export function namesCondition(text: string): boolean {
  return conditionalWords.some((expression) => text.search(expression) >= 0);
}

/** Returns a text without the words of prices, former prices and savings. */
export function withoutPriceWords(text: string): string {
  return commonWords.reduce((rest, expression) => rest.replace(expression, ' '), text);
}

const formerAtEnd = new RegExp(
  `(?:(?<![\\p{L}\\p{M}])(?:${formerWords})(?![\\p{L}\\p{M}])|${formerSigns})\\.?\\s*(?::\\s*)?$`,
  'iu',
);

/** Returns true if a text in front of an amount ends in words of a former price: "was", "UVP:". */
export function isFormerLabel(text: string): boolean {
  return formerAtEnd.test(text);
}

const lowerBound =
  /(?:^|\s)(?:from|starting (?:at|from)|as low as|ab|à partir de|a partir de|desde|a partire da|da|vanaf|od|från|fra|от|ab nur|から)\s*(?::\s*)?$/iu;

const upperBound =
  /(?:^|\s)(?:up to|at most|max\.?|maximum|bis zu|höchstens|jusqu'à|jusqu’à|hasta|até|fino a|tot|do|till|upp till|opp til|op til|до)\s*(?::\s*)?$/iu;

/** Returns true if a text in front of an amount says that it is the highest of several: "up to". */
export function isUpperBound(text: string): boolean {
  return upperBound.test(text);
}

/** Returns true if a text in front of an amount says that it is the lowest of several: "from". */
export function isLowerBound(text: string): boolean {
  return lowerBound.test(text);
}
