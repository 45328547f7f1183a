import { keptPath, listKeptIds, readTerms, watchKept } from "./kept-audio.ts";
import { lockOf, type Terms } from "./lock-of.ts";

let ids: Set<number> = new Set();
let terms: Terms | null = null;
let looked: Promise<void> | undefined;

/** Finds out what this device keeps, once for the life of a page. Never rejects: nothing is kept then. */
export function lookForKept(): Promise<void> {
  looked ??= look().then(watch, () => undefined);
  return looked;
}

async function look(): Promise<void> {
  const [found, said] = await Promise.all([listKeptIds(), readTerms()]);
  ids = new Set(found);
  terms = said;
}

function watch(): void {
  if (typeof BroadcastChannel === "undefined") return;
  watchKept((change) => {
    if (change.what === "put") ids.add(change.track.id);
    else if (change.what === "deleted") for (const id of change.ids) ids.delete(id);
    else if (change.what === "terms") terms = change.terms;
    else look().catch(() => undefined);
  });
}

/** Where this device has a track's sound; null where it is not kept, or may not be played. */
export function keptSourceOf(track: { id: number }): string | null {
  const isKept = ids.has(track.id) && !lockOf(terms, Date.now());
  return isKept && navigator.serviceWorker.controller ? keptPath(track) : null;
}

/** A sound that did not come from the device comes from the network for the rest of the page's life. */
export function giveUpKept(track: { id: number }): void {
  ids.delete(track.id);
}
