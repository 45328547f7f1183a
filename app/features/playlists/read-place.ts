/** A place that somebody typed, full-width digits too; null for what is none of `1…last`. */
export function readPlace(typed: string, last: number): number | null {
  const text = typed.normalize("NFKC").trim();
  const place = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return place >= 1 && place <= last ? place : null;
}

export const wrongPlace = (last: number): string => `1〜${last}の番号を入力してください`;
