import { isMeasured, normalizeUnicode } from "#app/lib/normalize-unicode.ts";

export interface ItemPosition {
  id: number;
  order: number;
}

/**
 * Reorders `ids`. Requested items go to their positions in ascending order: a taken position becomes the next free one, one
 * beyond the end becomes the last. The others keep their order. So one request is a move, requests for all are a permutation.
 * Unknown ids are ignored; of two requests for an id the later counts.
 */
export function arrangeItems(ids: readonly number[], requested: readonly ItemPosition[]): number[] {
  const known = new Set(ids);
  const orders = new Map(requested.filter(({ id }) => known.has(id)).map(({ id, order }) => [id, order]));
  const moved = [...orders].sort(([, a], [, b]) => a - b);
  const idAt = new Map<number, number>();
  let last = 0;
  for (const [index, [id, order]] of moved.entries()) {
    // Leaves room for the moved items that follow.
    const highest = ids.length - (moved.length - 1 - index);
    last = Math.min(Math.max(order, last + 1), highest);
    idAt.set(last, id);
  }
  const others = ids.filter((id) => !orders.has(id)).values();
  return ids.map((_, index) => idAt.get(index + 1) ?? others.next().value ?? 0);
}

/** A typed position, full-width digits too; null unless an integer in `1…last`. */
export function parsePosition(typed: string, last: number): number | null {
  const text = isMeasured(typed, 9) ? normalizeUnicode(typed, "NFKC").trim() : "";
  const position = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return position >= 1 && position <= last ? position : null;
}

export const positionMessage = (last: number): string => `1〜${last}の番号を入力してください`;
