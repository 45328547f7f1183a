import { startTransition, useEffect, useRef, useState } from "react";
import { Form, useNavigate, useNavigation } from "react-router";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { maxQueryLength, searchPath } from "./search.ts";

const debounceMs = 300;

/** The search form; with JavaScript it also searches while people type. */
export function SearchBox({ query, category }: { query: string; category: string | null }) {
  const navigate = useNavigate();
  const { state, location } = useNavigation();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [due, setDue] = useState<{ text: string }>();
  const requested = useRef(query);
  const categoryRef = useRef(category);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration
  useEffect(() => {
    // Typed before hydration.
    const early = input.current?.value ?? query;
    if (early !== query) type(early, false);
    return () => clearTimeout(timer.current);
  }, []);
  // During the pause a click on a category searches the words in it; a click on a link drops the search. What the router does is
  // rendered later, which may be after the pause has ended: then the search would take the place of the page that was pressed.
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest("a");
      if (!link || link.target || !isPlainClick(event)) return;
      const { pathname, searchParams } = new URL(link.href);
      if (pathname === "/search") categoryRef.current = searchParams.get("category");
      else clearTimeout(timer.current);
    };
    document.addEventListener("click", onClick, true);
    return () => document.removeEventListener("click", onClick, true);
  }, []);
  // A key, Back or the page itself leads elsewhere, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each navigation
  useEffect(() => {
    const isElsewhere = location !== undefined && location.pathname !== "/search";
    if (isElsewhere) clearTimeout(timer.current);
    const asked = location && new URLSearchParams(location.search);
    categoryRef.current = asked ? asked.get("category") : category;
    // Prevents lost words: a category was pressed while they were searched for, and its link does not know them yet.
    if (!isElsewhere && asked && requested.current !== query && (asked.get("search") ?? "") === query) {
      requested.current = query;
      search(input.current?.value ?? "");
    }
  }, [location, category]);
  // A link or Back has searched: what is being typed stays.
  useEffect(() => {
    if (query === requested.current || !input.current) return;
    clearTimeout(timer.current);
    requested.current = query;
    input.current.value = query;
  }, [query]);

  const search = (text: string) => {
    clearTimeout(timer.current);
    const trimmed = text.trim();
    if (trimmed === requested.current) return;
    requested.current = trimmed;
    const to = searchPath({ query: trimmed, category: categoryRef.current });
    // `replace`, or Back would lead through every letter.
    void navigate(to, { replace: true, preventScrollReset: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each ended pause
  useEffect(() => {
    const isLeaving = location !== undefined && location.pathname !== "/search";
    if (due && !isLeaving) search(due.text);
  }, [due]);
  const type = (text: string, isComposing: boolean) => {
    clearTimeout(timer.current);
    // Latin letters in an IME composition are incomplete kana.
    const typed = isComposing ? text.replace(/(?<=[^\x20-\x7e])[a-zａ-ｚ]+$/u, "") : text;
    // A transition runs after the router's own: it knows a click just before.
    timer.current = setTimeout(() => startTransition(() => setDue({ text: typed })), debounceMs);
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
            maxLength={maxUnits(maxQueryLength)}
            enterKeyHint="search"
            autoComplete="off"
            placeholder="タイトル、言葉、人"
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
