/** Words with which pages announce content that a script loads. */
const announcement =
  /^(?:loading|please wait|one moment|just a moment|fetching|initiali[sz]ing|preparing|wird geladen|lade|lädt|laden|bitte warten|chargement|veuillez patienter|cargando|espere|caricamento|attendere|carregando|aguarde|laster|laddar|indlæser|ladataan|ładowanie|proszę czekać|načítání|betöltés|yükleniyor|загрузка|завантаження|φόρτωση|読み込み中|加载中|正在加载|載入中|로딩|불러오는|جار التحميل|טוען)(?![\p{L}])/iu;
const maxLength = 80;

/** Returns true if a short text only says that content is loading: `Loading …`, or dots alone. */
export function isPlaceholderText(text: string): boolean {
  if (text.length > maxLength) return false;
  const plain = text.trim();
  return announcement.test(plain) || /^[.…·•\s-]+$/.test(plain);
}
