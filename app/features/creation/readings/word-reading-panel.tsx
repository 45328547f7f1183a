import { type ReactNode, useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import { splitMorae, toKatakana } from "#app/engines/pronunciations/katakana.ts";
import { maxReadingLength } from "#app/features/pronunciations/pronunciations.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { FieldError, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { AccentLine, pronunciationLabel } from "./accent-line.tsx";
import { AccentPicker } from "./accent-picker.tsx";
import { formatWay, type ScriptWords, samplePath, type WordReading, wordQuery } from "./word-reading.ts";

interface WordReadingPanelProps {
  word: WordReading;
  hidden: ReactNode;
  path: string;
  placeButton: { label: string; busyLabel: string };
  formResult: FormResult | undefined;
}

/** Ways to hear and choose, for this place, the member's or the site's dictionary. */
export function WordReadingPanel({ word, hidden, path, placeButton, formResult }: WordReadingPanelProps) {
  const { line, at, candidates, takesAccents } = word;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sent = useNavigation().formData;
  const scope = sent?.get("at") === String(at) ? sent.get("scope") : undefined;
  const errors = formResult?.result.error;
  const isAboutField = Boolean(errors?.reading || errors?.accent);
  const chosen = submittedValue(formResult, "way");
  return (
    <Card as="section" aria-labelledby="word-reading">
      <h3 id="word-reading" ref={heading} tabIndex={-1} className="pb-3 text-base font-bold wrap-anywhere">
        {`「${word.word}」の読み`}
      </h3>
      <Form method="post" action={path + wordQuery(word)} preventScrollReset className="space-y-5">
        {hidden}
        <input type="hidden" name="line" value={line} />
        <input type="hidden" name="at" value={at} />
        <input type="hidden" name="word" value={word.word} />
        {formResult && !isAboutField && <FieldError>{firstMessage(formResult)}</FieldError>}
        <fieldset className="space-y-3">
          <legend className="pb-1 text-sm text-muted">
            {takesAccents
              ? "聴いて選べます。線は声の高さです。"
              : "いまの声はアクセントを選べません。かなだけが変わります。"}
            {word.isGuess &&
              "いまの声がどう読むかは聴くまでわからないため、候補はこちらの辞書による読みです。"}
          </legend>
          {candidates.map((way, index) => (
            <div key={formatWay(way)} className="flex flex-wrap items-center gap-3">
              <label className="flex min-h-11 flex-1 items-center gap-3">
                <input
                  type="radio"
                  name="way"
                  value={formatWay(way)}
                  defaultChecked={chosen === undefined ? index === 0 : chosen === formatWay(way)}
                  className="size-5 shrink-0 accent-accent"
                />
                <AccentLine {...way} />
              </label>
              <Sample src={samplePath(word, way)} label={pronunciationLabel(way)} />
            </div>
          ))}
          <OwnReading word={word} formResult={formResult} />
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button
            icon="check"
            name="scope"
            value="place"
            busy={scope === "place"}
            busyLabel={placeButton.busyLabel}
          >
            {placeButton.label}
          </Button>
          <Button
            variant="quiet"
            name="scope"
            value="member"
            busy={scope === "member"}
            busyLabel="登録しています"
          >
            自分の辞書に登録
          </Button>
          {word.isAdmin && (
            <Button
              variant="quiet"
              name="scope"
              value="site"
              busy={scope === "site"}
              busyLabel="登録しています"
            >
              サイトの辞書に登録
            </Button>
          )}
          <Link to={path} preventScrollReset className={buttonClass({ variant: "quiet" })}>
            閉じる
          </Link>
        </div>
      </Form>
    </Card>
  );
}

/** The member's own kana, and an accent. */
function OwnReading({ word, formResult }: Pick<WordReadingPanelProps, "word" | "formResult">) {
  const { own, candidates, takesAccents } = word;
  const errors = formResult?.result.error;
  const [first] = candidates;
  const radio = useRef<HTMLInputElement>(null);
  const [isLive, setLive] = useState(false);
  const [reading, setReading] = useState(
    submittedValue(formResult, "reading") ?? own?.reading ?? first?.reading ?? "",
  );
  const typedAccent = submittedValue(formResult, "accent");
  const [accent, setAccent] = useState(
    formResult ? (typedAccent === undefined ? null : Number(typedAccent)) : ((own ?? first)?.accent ?? null),
  );
  // Chosen before hydration.
  useEffect(() => {
    const typed = radio.current?.form && new FormData(radio.current.form);
    const [kana, fall] = [typed?.get("reading"), typed?.get("accent")];
    if (typeof kana === "string") setReading(kana);
    if (typeof fall === "string") setAccent(fall === "" ? null : Number(fall));
    setLive(true);
  }, []);
  const kana = toKatakana(reading);
  const morae = splitMorae(kana ?? "");
  const choose = () => {
    if (radio.current) radio.current.checked = true;
  };
  return (
    <>
      <label className="flex min-h-11 items-center gap-3">
        <input
          ref={radio}
          type="radio"
          name="way"
          value="own"
          defaultChecked={submittedValue(formResult, "way") === "own" || candidates.length === 0}
          className="size-5 shrink-0 accent-accent"
        />
        自分で決める
      </label>
      <div className="space-y-4 pl-8">
        <TextField
          label="読み"
          name="reading"
          help="「は」「へ」は、聞こえるとおりに「わ」「え」と書きます。"
          defaultValue={reading}
          onInput={(event) => {
            const typed = event.currentTarget.value;
            setReading(typed);
            if (accent !== null && accent > splitMorae(toKatakana(typed) ?? "").length) setAccent(null);
            choose();
          }}
          errors={errors?.reading ?? undefined}
          focused={errors?.reading !== undefined}
          maxLength={maxUnits(maxReadingLength)}
          autoComplete="off"
        />
        {takesAccents && (
          <AccentPicker
            // Other morae: new radio buttons.
            key={morae.length}
            {...{ morae, accent, isLive }}
            onChoose={(chosen) => {
              setAccent(chosen);
              choose();
            }}
            errors={errors?.accent ?? undefined}
          />
        )}
        {takesAccents && (
          <noscript>
            <p className="text-xs text-muted">
              音の数が変わる読みは、いちど保存してもう一度開くと、アクセントを選べます。
            </p>
          </noscript>
        )}
        {isLive && kana && morae.length <= 30 && (
          <Sample
            key={`${kana}${accent}`}
            src={samplePath(word, { reading: kana, accent: takesAccents ? accent : null })}
            label="自分で決めた読み"
          />
        )}
      </div>
    </>
  );
}

function Sample({ src, label }: { src: string; label: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the label says what is heard.
    <audio controls preload="none" src={src} aria-label={`${label}を聴く`} className="w-full" />
  );
}

export function LineWords({ line, words }: { line: number; words: ScriptWords }) {
  const isOpen = (at: number) => words.open?.line === line && words.open.at === at;
  return words.lines[line]?.map(({ text, at, isWord }) =>
    isWord ? (
      <Link
        key={at}
        to={wordQuery({ line, at })}
        preventScrollReset
        aria-current={isOpen(at) || undefined}
        className={isOpen(at) ? "text-accent underline" : "hover:underline"}
      >
        {text}
      </Link>
    ) : (
      text
    ),
  );
}
