import { useEffect, useRef, useState } from "react";
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
  // Who opens what was found does not wait.
  useEffect(() => () => remember(found.current), []);
}

function remember(query: string): void {
  if (query !== "") store([query, ...read().filter((one) => one !== query)]);
}

const rememberAfterMs = 2000;

/** What was searched for on this device, with a button that forgets it. Empty without JavaScript: the server knows none. */
export function RecentSearches() {
  const [queries, setQueries] = useState<readonly string[]>([]);
  useEffect(() => setQueries(read()), []);
  if (queries.length === 0) return null;
  const forget = () => {
    store([]);
    setQueries([]);
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

const read = (): string[] => (readLocalStorage(key) ?? "").split("\n").filter(Boolean).slice(0, maxRecent);

function store(queries: readonly string[]): void {
  if (queries.length === 0) removeFromLocalStorage(key);
  else writeLocalStorage(key, queries.slice(0, maxRecent).join("\n"));
}
