import { type KeyboardEvent, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { askServer } from "#app/lib/ask-server.ts";
import { TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useCategorySuggestions } from "../hooks/use-category-suggestions.ts";
import { categoryKey, longestCategory, mostCategories, tidyCategories } from "../playlist-categories.ts";

const separators = /[,，、\n]/;

const tooMany = `カテゴリーは${mostCategories}個までです`;
const tooLong = `カテゴリーは1つ${longestCategory}文字以内で入力してください`;

interface CategoryFieldProps {
  id: string;
  /** Comma-separated, as the form is filled at first. */
  value: string;
  /** What is in the input at first. */
  draft: string;
  /** Names to choose from, the first ones first. */
  offered: readonly string[];
  errors: string[] | undefined;
  focused: boolean;
}

/**
 * The categories of a playlist: `category` in the form, and `categoryDraft` for what was typed and not yet added. With JavaScript
 * each becomes a chip by Enter, by a comma or from the suggestions (spec 2 §5); without it is one text.
 */
export function CategoryField({ id, value, draft, offered, errors, focused }: CategoryFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const whole = [value.replaceAll(",", "、"), draft].filter(Boolean).join("、");
  const [isScripted, setIsScripted] = useState(false);
  const [names, setNames] = useState<readonly string[]>([]);
  const [text, setText] = useState(whole);
  const [problem, setProblem] = useState<string | null>(null);
  const [news, setNews] = useState("");
  /** The server's refusal, which stands until something is changed. */
  const [answered, setAnswered] = useState<string[]>();
  const suggestionsId = useId();
  const suggestions = useCategorySuggestions({ text, chosen: names, offered });
  const refusal = errors === answered ? undefined : errors;
  const wrong = problem ? [problem] : refusal;

  /** Adds what of these is new and fits, and leaves `rest` in the input; what does not fit stays there. */
  const add = (given: readonly string[], { isTyped, rest = "" }: { isTyped: boolean; rest?: string }) => {
    setAnswered(errors);
    const known = new Set(names.map(categoryKey));
    const added = tidyCategories(given).filter((name) => !known.has(categoryKey(name)));
    const long = added.find((name) => Array.from(name).length > longestCategory);
    if (long !== undefined || names.length + added.length > mostCategories) {
      setProblem(long === undefined ? tooMany : tooLong);
      return;
    }
    setProblem(null);
    setNames([...names, ...added]);
    setText(rest);
    setNews(added.length > 0 ? `「${added.join("」「")}」を追加しました` : "");
    // New ones become known to everybody (spec 2 §7); whether that works is nobody's concern here.
    if (isTyped)
      for (const name of added)
        void askServer("POST", "/api/categories", { json: { name }, keepalive: true });
  };
  const remove = (name: string) => {
    setAnswered(errors);
    setProblem(null);
    setNames(names.filter((one) => one !== name));
    setNews(`「${name}」を外しました`);
    input.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    // An Enter that ends the choice of kanji is not meant for the form.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter") {
      event.preventDefault();
      if (text.trim()) add([text], { isTyped: true });
    } else if (event.key === "Backspace" && text === "") {
      const last = names.at(-1);
      if (last !== undefined) remove(last);
    }
  };
  const type = (typed: string, isComposing: boolean) => {
    setProblem(null);
    setText(typed);
    if (isComposing || !separators.test(typed)) return;
    // The last part may not be whole yet.
    const parts = typed.split(separators);
    add(parts.slice(0, -1), { isTyped: true, rest: parts.at(-1) ?? "" });
  };

  // The input stays the same one: somebody may have been typing in it since the page was painted.
  const comeAlive = useEffectEvent(() => {
    setIsScripted(true);
    const typed = input.current?.value ?? whole;
    if (typed === whole) {
      setNames(tidyCategories([value]));
      return setText(draft);
    }
    setText(typed);
    // Under the cursor it stands as it is, or a choice of kanji would be broken off.
    if (input.current !== document.activeElement) add([typed], { isTyped: true });
  });
  useLayoutEffect(() => comeAlive(), []);

  return (
    <div className="space-y-2">
      <TextField
        ref={input}
        id={id}
        name={isScripted ? "categoryDraft" : "category"}
        label="カテゴリー"
        hint="任意"
        value={text}
        errors={wrong}
        focused={focused}
        autoComplete="off"
        enterKeyHint="done"
        onKeyDown={press}
        onChange={(event) =>
          type(
            event.currentTarget.value,
            event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing,
          )
        }
        onCompositionEnd={(event) => type(event.currentTarget.value, false)}
        help={
          !isScripted
            ? `「、」で区切って${mostCategories}個まで。入力しないと「その他」になります。`
            : names.length === 0
              ? "入力してEnterで追加します。追加しないと「その他」になります。"
              : `入力してEnterで追加します。${names.length} / ${mostCategories}`
        }
      />
      {isScripted && <input type="hidden" name="category" value={names.join(",")} />}
      <p role="status" className="sr-only">
        {news}
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
                  <span className="min-w-0 break-words">{name}</span>
                  <Icon name="close" className="text-xs" />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isScripted && names.length < mostCategories && suggestions.length > 0 && (
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
                    <span className="min-w-0 break-words">{name}</span>
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
