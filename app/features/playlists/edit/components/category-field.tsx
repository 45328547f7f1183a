import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { builtInCategories } from "#app/engines/script/categories.ts";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { TextField } from "#app/ui/form/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import {
  categoryKey,
  maxCategories,
  maxCategoryLength,
  normalizeCategories,
} from "../../playlist-categories.ts";

const separators = /[,，、\n]/;

const tooMany = `カテゴリーは${maxCategories}個までです`;
const tooLong = `カテゴリーは1つ${maxCategoryLength}文字以内で入力してください`;

interface CategoryFieldProps {
  id: string;
  defaultValue: string;
  draft: string;
  suggested: readonly string[];
  errors: string[] | undefined;
  focused: boolean;
}

/**
 * A playlist's categories: `category` in the form, `categoryDraft` for text not added yet. With JavaScript Enter, a comma or a
 * suggestion makes a chip; without it is one text.
 */
export function CategoryField({ id, defaultValue, draft, suggested, errors, focused }: CategoryFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const initialText = [defaultValue.replaceAll(",", "、"), draft].filter(Boolean).join("、");
  const [isScripted, setIsScripted] = useState(false);
  const [names, setNames] = useState<readonly string[]>([]);
  const [text, setText] = useState(initialText);
  const [clientError, setClientError] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [dismissedErrors, setDismissedErrors] = useState<string[]>();
  const suggestionsId = useId();
  const suggestions = useCategorySuggestions({ text, chosen: names, suggested });
  const serverErrors = errors === dismissedErrors ? undefined : errors;
  const shownErrors = clientError ? [clientError] : serverErrors;

  /** Adds the new `candidates` and leaves `rest` in the input. On an error the input stays. */
  const add = (
    candidates: readonly string[],
    { isTyped, rest = "" }: { isTyped: boolean; rest?: string },
  ) => {
    setDismissedErrors(errors);
    const known = new Set(names.map(categoryKey));
    const added = normalizeCategories(candidates).filter((name) => !known.has(categoryKey(name)));
    const long = added.find((name) => Array.from(name).length > maxCategoryLength);
    if (long !== undefined || names.length + added.length > maxCategories) {
      setClientError(long === undefined ? tooMany : tooLong);
      return;
    }
    setClientError(null);
    setNames([...names, ...added]);
    setText(rest);
    setAnnouncement(added.length > 0 ? `「${added.join("」「")}」を追加しました` : "");
    // Suggests new names to all members. A failure has no effect on this form.
    if (isTyped)
      for (const name of added)
        void fetchJson("POST", "/api/categories", { json: { name }, keepalive: true });
  };
  const remove = (name: string) => {
    setDismissedErrors(errors);
    setClientError(null);
    setNames(names.filter((one) => one !== name));
    setAnnouncement(`「${name}」を外しました`);
    input.current?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter also confirms an IME conversion: it must not add.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (text.trim()) add([text], { isTyped: true });
    } else if (event.key === "Backspace" && text === "") {
      const last = names.at(-1);
      if (last !== undefined) remove(last);
    }
  };
  const handleText = (typed: string, isComposing: boolean) => {
    setClientError(null);
    setText(typed);
    if (isComposing || !separators.test(typed)) return;
    // The last part may be incomplete.
    const parts = typed.split(separators);
    add(parts.slice(0, -1), { isTyped: true, rest: parts.at(-1) ?? "" });
  };

  // Hydration reuses the input: it may hold text typed before.
  const afterHydration = useEffectEvent(() => {
    setIsScripted(true);
    const typed = input.current?.value ?? initialText;
    if (typed === initialText) {
      setNames(normalizeCategories([defaultValue]));
      return setText(draft);
    }
    setText(typed);
    // Changing a focused input would interrupt an IME conversion.
    if (input.current !== document.activeElement) add([typed], { isTyped: true });
  });
  useLayoutEffect(() => afterHydration(), []);

  return (
    <div className="space-y-2">
      <TextField
        ref={input}
        id={id}
        name={isScripted ? "categoryDraft" : "category"}
        label="カテゴリー"
        hint="任意"
        value={text}
        errors={shownErrors}
        focused={focused}
        autoComplete="off"
        enterKeyHint="done"
        onKeyDown={handleKey}
        onChange={(event) =>
          handleText(
            event.currentTarget.value,
            event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing,
          )
        }
        onCompositionEnd={(event) => handleText(event.currentTarget.value, false)}
        help={
          !isScripted
            ? `「、」で区切って${maxCategories}個まで。入力しないと「その他」になります。`
            : names.length === 0
              ? "入力してEnterで追加します。追加しないと「その他」になります。"
              : `入力してEnterで追加します。${names.length} / ${maxCategories}`
        }
      />
      {isScripted && <input type="hidden" name="category" value={names.join(",")} />}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {names.length > 0 && (
        <ul aria-label="追加したカテゴリー" className="flex flex-wrap gap-x-2">
          {names.map((name) => (
            <li key={name} className="min-w-0">
              <button
                type="button"
                onClick={() => remove(name)}
                aria-label={`「${name}」を外す`}
                className="inline-flex min-h-11 max-w-full items-center rounded-full text-sm"
              >
                <span className="inline-flex min-h-9 min-w-0 items-center gap-1.5 rounded-full bg-voice-a-tint py-1 pr-2.5 pl-3.5 font-bold text-voice-a">
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <Icon name="close" className="text-xs" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isScripted && names.length < maxCategories && suggestions.length > 0 && (
        <div>
          <p id={suggestionsId} className="text-xs text-muted">
            候補
          </p>
          <ul aria-labelledby={suggestionsId} className="flex flex-wrap gap-x-2">
            {suggestions.map((name) => (
              <li key={name} className="min-w-0">
                <button
                  type="button"
                  onClick={() => {
                    add([name], { isTyped: false });
                    input.current?.focus();
                  }}
                  aria-label={`「${name}」を追加`}
                  className="inline-flex min-h-11 max-w-full items-center rounded-full text-sm text-muted hover:text-ink"
                >
                  <span className="inline-flex min-h-9 min-w-0 items-center gap-1 rounded-full border border-line bg-surface py-1 pr-3.5 pl-2.5">
                    <Icon name="plus" className="text-xs" />
                    <span className="min-w-0 wrap-anywhere">{name}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

const debounceMs = 300;

const requestedCount = 10;
const shownCounts = { fromServer: 5, builtIn: 3 } as const;

const maxInitialSuggestions = shownCounts.fromServer + shownCounts.builtIn;

/** Suggestions without the chosen ones: `suggested` while nothing is typed, then matches from the server and built-in ones. */
function useCategorySuggestions(o: {
  text: string;
  chosen: readonly string[];
  suggested: readonly string[];
}): string[] {
  const { text, chosen, suggested } = o;
  const query = text.trim();
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (query === "") return setFound([]);
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const parameters = new URLSearchParams({ q: query, limit: String(requestedCount) });
      const { signal } = abort;
      const { ok, body } = await fetchJson("GET", `/api/categories/search?${parameters}`, { signal });
      // On failure only the built-in ones are left.
      if (!signal.aborted) setFound(ok ? parseNames(body) : []);
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [query]);
  const taken = new Set(chosen.map(categoryKey));
  const isFree = (name: string) => !taken.has(categoryKey(name));
  if (query === "") return suggested.filter(isFree).slice(0, maxInitialSuggestions);
  const fromServer = found.filter(isFree).slice(0, shownCounts.fromServer);
  for (const name of fromServer) taken.add(categoryKey(name));
  const builtIn = [...new Set([...suggested, ...builtInCategories])].filter(
    (name) => isFree(name) && categoryKey(name).includes(categoryKey(query)),
  );
  return [...fromServer, ...builtIn.slice(0, shownCounts.builtIn)];
}

function parseNames(body: unknown): string[] {
  if (!Array.isArray(body)) return [];
  return body.map((one) => asRecord(one).name).filter((name) => typeof name === "string");
}
