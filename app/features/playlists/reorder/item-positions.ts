import { isMeasured, normalizeUnicode } from "#app/lib/normalize-unicode.ts";

/** An item and its position, from 1. */
export interface ItemPosition {
  id: number;
  order: number;
}

/**
 * Reorders `ids`. The requested items go to their positions, in the order of the positions; a position taken by an
 * earlier one becomes the next free one, and positions beyond the end become the last ones. The other items keep their
 * order in the remaining positions. So one request is a move, and requests for all are a permutation. Requests for
 * unknown ids are ignored; of two for one id the later counts.
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

/** Parses a typed position, full-width digits included; null unless it is an integer in `1…last`. */
export function parsePosition(typed: string, last: number): number | null {
  const text = isMeasured(typed, 9) ? normalizeUnicode(typed, "NFKC").trim() : "";
  const position = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return position >= 1 && position <= last ? position : null;
}

/** Validation message of a typed position. */
export const positionMessage = (last: number): string => `1〜${last}の番号を入力してください`;
