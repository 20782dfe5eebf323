/** Words that say that a text was changed, checked or read, and not published, in many languages. */
const changeWords =
  /(?<!\p{L})(?:(?:last |zuletzt |dernière |última |ultima |laatst |ostatnia |senast |sist |sidst )?(?:updated?|modified|modification|revised|reviewed|edited|changed|verified|accessed|checked|aktualisiert|aktualisierung|geändert|überarbeitet|bearbeitet|mise? à jour|modifiée?|actualizad[oa]|actualización|modificad[oa]|editad[oa]|atualizad[oa]|atualização|aggiornat[oa]|aggiornamento|modificat[oa]|bijgewerkt|gewijzigd|zaktualizowan[oy]|aktualizacja|zmodyfikowano|uppdaterad|ändrad|opdateret|redigeret|oppdatert|päivitetty|muokattu|aktualizováno|aktualizované|upraveno|frissítve|módosítva|actualizat|modificat|güncellendi|güncelleme|ενημερώθηκε|ενημέρωση|обновлено|изменено|оновлено|diperbarui|cập nhật)|最終更新|更新日?|修正|수정|업데이트)(?!\p{L})/iu;
/** Words that say that a text was published. */
const publishWords =
  /(?<!\p{L})(?:published|posted|publication|created|issued|first published|originally published|veröffentlicht|publiée?|mis en ligne|publicad[oa]|pubblicat[oa]|gepubliceerd|geplaatst|opublikowano|publicerad|publisert|udgivet|julkaistu|zveřejněno|vydáno|megjelent|publicat|yayınlandı|yayınlanma|δημοσιεύθηκε|опубликовано|公開日?|投稿日?|掲載日?|发布|게시)(?!\p{L})/iu;

const maxLength = 300;

/** Splits a text in front of the words that say what its dates are, and at separators. */
function splitDates(text: string): string[] {
  const parts: string[] = [];
  let rest = text.slice(0, maxLength);
  while (rest !== '') {
    const positions = [changeWords, publishWords]
      .map((words) => {
        const at = rest.slice(1).search(words);
        return at === -1 ? Number.POSITIVE_INFINITY : at + 1;
      })
      .concat(rest.slice(1).search(/[|•·;]/u) + 1 || Number.POSITIVE_INFINITY);
    const end = Math.min(...positions, rest.length);
    parts.push(rest.slice(0, end).replace(/^[|•·;\s]+/u, ''));
    rest = rest.slice(end);
  }
  return parts.filter((part) => part !== '');
}

/** Returns true if a text says that something was changed and not that it was published. */
export function saysChanged(text: string): boolean {
  const own = text.slice(0, maxLength);
  return changeWords.test(own) && !publishWords.test(own);
}

/**
 * Returns the part of a text that can state when something was published: without the parts that state when it was
 * changed. Null if nothing with a digit remains.
 */
export function withoutChanges(text: string): string | null {
  if (!changeWords.test(text.slice(0, maxLength))) return text;
  const parts = splitDates(text).filter((part) => /\p{Nd}/u.test(part));
  const published = parts.find((part) => publishWords.test(part));
  return published ?? parts.find((part) => !changeWords.test(part)) ?? null;
}
