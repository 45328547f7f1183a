import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Link } from "react-router";
import { readLocalStorage, removeFromLocalStorage, writeLocalStorage } from "#app/lib/local-storage.ts";
import { Button } from "#app/ui/button.tsx";
import { searchPath } from "./search.ts";

const key = "recent-searches";
const maxRecent = 8;

/** Remembers, on this device only, a query that found something. */
export function useRememberSearch(query: string, hasResults: boolean): void {
  const found = useRef("");
  useEffect(() => {
    found.current = hasResults ? query : "";
    // Skips the letters on the way to the word.
    const timer = setTimeout(() => remember(found.current), rememberAfterMs);
    return () => clearTimeout(timer);
  }, [query, hasResults]);
  // Opening a result leaves the page before the timer: the search is remembered at once.
  useEffect(() => () => remember(found.current), []);
}

function remember(query: string): void {
  if (query !== "") store([query, ...split(readKept()).filter((one) => one !== query)]);
}

const rememberAfterMs = 2000;

/** What was searched for on this device, with a button that forgets it. Empty without JavaScript: the server knows none. */
export function RecentSearches() {
  // Read for the first picture: drawn after it, they would push the list down under the finger. Only a page that comes
  // from the server has to wait for its scripts.
  const kept = useSyncExternalStore(neverChanges, readKept, () => "");
  const [isForgotten, setForgotten] = useState(false);
  const queries = isForgotten ? [] : split(kept);
  if (queries.length === 0) return null;
  const forget = () => {
    store([]);
    setForgotten(true);
    // The button is gone.
    document.getElementById("found")?.focus({ preventScroll: true });
  };
  return (
    <section aria-label="最近の検索" className="pt-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-sm text-muted">最近の検索</h2>
        <Button type="button" variant="quiet" onClick={forget}>
          履歴を消す
        </Button>
      </div>
      <ul className="flex flex-wrap gap-x-4">
        {queries.map((query) => (
          <li key={query} className="max-w-full min-w-0">
            <Link to={searchPath({ query })} className="flex min-h-11 items-center underline">
              <span className="truncate">{query}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const neverChanges = () => () => {};
const readKept = () => readLocalStorage(key) ?? "";
const split = (kept: string): string[] => kept.split("\n").filter(Boolean).slice(0, maxRecent);

function store(queries: readonly string[]): void {
  if (queries.length === 0) removeFromLocalStorage(key);
  else writeLocalStorage(key, queries.slice(0, maxRecent).join("\n"));
}
