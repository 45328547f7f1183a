import { useEffect, useState } from "react";
import { categories } from "#app/features/creation/categories.ts";
import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { categoryKey } from "../playlist-categories.ts";

/** Asked when typing has stopped for so long (spec 2 §5). */
const restMs = 300;

/** So many are asked for, and so many of them shown beside the built-in ones (spec 2 §5). */
const asked = 10;
const shown = { ofServer: 5, builtIn: 3 } as const;

/** What is offered before anything is typed. */
const mostOffered = shown.ofServer + shown.builtIn;

/**
 * Categories to add, without those that are chosen: while nothing is typed the first of `offered`, then the server's
 * and the built-in ones that fit the text.
 */
export function useCategorySuggestions(o: {
  text: string;
  chosen: readonly string[];
  offered: readonly string[];
}): string[] {
  const { text, chosen, offered } = o;
  const query = text.trim();
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (query === "") return setFound([]);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const parameters = new URLSearchParams({ q: query, limit: String(asked) });
      const { signal } = abort;
      const { ok, body } = await askServer("GET", `/api/categories/search?${parameters}`, { signal });
      // Without an answer the built-in ones are left.
      if (!signal.aborted) setFound(ok ? namesIn(body) : []);
    }, restMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  const taken = new Set(chosen.map(categoryKey));
  const isFree = (name: string) => !taken.has(categoryKey(name));
  if (query === "") return offered.filter(isFree).slice(0, mostOffered);
  const ofServer = found.filter(isFree).slice(0, shown.ofServer);
  for (const name of ofServer) taken.add(categoryKey(name));
  const builtIn = [...new Set([...offered, ...categories])].filter(
    (name) => isFree(name) && categoryKey(name).includes(categoryKey(query)),
  );
  return [...ofServer, ...builtIn.slice(0, shown.builtIn)];
}

function namesIn(body: unknown): string[] {
  if (!Array.isArray(body)) return [];
  return body.map((one) => asRecord(one).name).filter((name) => typeof name === "string");
}
