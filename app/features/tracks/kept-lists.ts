import type { ListedPage } from "./listed-page.ts";

/** A list as it was when its page was left. */
export interface KeptList {
  list: ListedPage;
  /** Each row's height in px, by its track: what is out of sight is measured only when it comes into it. */
  heights: ReadonlyMap<number, number>;
}

/** Lists of as many pages come back as the history's steps that people remember. */
const most = 20;

const kept = new Map<string, KeptList>();

/** Keeps a list for the return (Back) to its entry in the browser's history, until the page is loaded anew. */
export function keepList(entry: string, list: KeptList): void {
  kept.delete(entry);
  kept.set(entry, list);
  const [oldest] = kept.keys();
  if (kept.size > most && oldest !== undefined) kept.delete(oldest);
}

export function keptList(entry: string): KeptList | undefined {
  return kept.get(entry);
}
