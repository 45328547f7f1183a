import { startTransition, useEffect, useRef, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { searchPath } from "../search-path.ts";
import { longestQuery } from "../search-query.ts";

/** What is typed is searched for after this pause, in ms (spec 2 §9). */
const pauseMs = 300;

/** The words to search for: with JavaScript while they are typed, at any rate when they are sent. */
export function SearchBox({ query, category }: { query: string; category: string | null }) {
  const navigate = useNavigate();
  const { state, location } = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What the pause after the last letter has ended for. */
  const [due, setDue] = useState<{ text: string }>();
  /** The query that this box has asked for last. */
  const asked = useRef(query);
  /** The category that is chosen, its page on the way still. */
  const within = useRef(category);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page comes alive
  useEffect(() => {
    // What was typed before has told nobody.
    const early = input.current?.value ?? query;
    if (early !== query) type(early, false);
    return () => clearTimeout(timer.current);
  }, []);
  // A press on a chip or on a link while the pause runs: the words join the one and don't hold up the other.
  useEffect(() => {
    const isElsewhere = location !== undefined && location.pathname !== "/search";
    if (isElsewhere) clearTimeout(timer.current);
    within.current = location ? new URLSearchParams(location.search).get("category") : category;
  }, [location, category]);
  // Another search by a link or the way back; what is being typed stays.
  useEffect(() => {
    if (query === asked.current || !input.current) return;
    clearTimeout(timer.current);
    asked.current = query;
    input.current.value = query;
  }, [query]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    const wanted = text.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    const to = searchPath({ query: wanted, category: within.current });
    // The way back leads to where one came from, not through every letter.
    void navigate(to, { replace: true, preventScrollReset: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each pause that ends
  useEffect(() => {
    const isLeaving = location !== undefined && location.pathname !== "/search";
    if (due && !isLeaving) search(due.text);
  }, [due]);
  const type = (text: string, isComposing: boolean) => {
    clearTimeout(timer.current);
    // Letters on their way to kana are no words yet.
    const typed = isComposing ? text.replace(/(?<=[^\x20-\x7e])[a-zａ-ｚ]+$/u, "") : text;
    // Queued behind the router's own transitions: a press just before is known by then, however slow the page.
    timer.current = setTimeout(() => startTransition(() => setDue({ text: typed })), pauseMs);
  };
  return (
    <search>
      <Form
        action="/search"
        className="flex flex-wrap justify-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          search(input.current?.value ?? "");
        }}
      >
        {category && <input type="hidden" name="category" value={category} />}
        <label className="relative min-w-0 flex-1 basis-48">
          <span className="sr-only">検索する言葉</span>
          <Icon
            name="search"
            className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
          />
          <input
            ref={input}
            type="search"
            name="search"
            defaultValue={query}
            maxLength={longestQuery}
            enterKeyHint="search"
            autoComplete="off"
            placeholder="タイトル、言葉、ラベル"
            onInput={({ currentTarget, nativeEvent }) => {
              const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing;
              type(currentTarget.value, isComposing);
            }}
            onCompositionEnd={({ currentTarget }) => type(currentTarget.value, false)}
            className="block min-h-12 w-full rounded-full border border-line-strong bg-surface pr-4 pl-11 text-base placeholder:text-muted focus:border-accent"
          />
        </label>
        <Button busy={state === "loading" && location.pathname === "/search"} className="min-h-12">
          検索
        </Button>
      </Form>
    </search>
  );
}
