import { trackOf } from "./hooks/use-paged-list.ts";
import type { RowWindow } from "./row-window.ts";

/** The rows of a list that are in the page, in their order. */
export function rowElements(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.children ?? [])].filter((row) => row instanceof HTMLElement);
}

/** Writes down how high (px) each row is, by its track. */
export function measureRows(list: HTMLElement | null, heights: Map<number, number>): void {
  for (const row of rowElements(list)) heights.set(trackOf(row), row.getBoundingClientRect().height);
}

/** Gives drawn rows their places: in the page, in the style sheet's count, and for those who do not see the list. */
export function markRows(
  list: HTMLElement | null,
  { rows, count }: { rows: RowWindow["rows"]; count: number },
): void {
  for (const [index, element] of rowElements(list).entries()) {
    const { position = 0, gap = 0 } = rows[index] ?? {};
    const before = rows[index - 1]?.position ?? -1;
    element.setAttribute("aria-setsize", String(count));
    element.setAttribute("aria-posinset", String(position + 1));
    // That of the first is the list's own: it would reach beyond the list.
    element.style.marginTop = index > 0 && gap > 0 ? `${gap}px` : "";
    element.style.counterIncrement = position > before + 1 ? `place ${position - before}` : "";
    element.style.borderBottomWidth = position === count - 1 ? "0" : "";
  }
}

/** How far below its list's upper edge a row stands (px), wherever it is drawn while it is moved. */
export function topInList(row: HTMLElement): number {
  return row.offsetTop - (row.parentElement?.offsetTop ?? 0);
}
