import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { maxReadingLength } from "#app/features/pronunciations/pronunciations.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { type DraftWords, formatWay, type WordReading, wordQuery } from "./word-reading.ts";

interface WordReadingPanelProps {
  word: WordReading;
  scriptTaskId: string;
  /** Address of the page without the panel. */
  path: string;
  /** What the action returned for this form. */
  formResult: FormResult | undefined;
}

/** How a word of the script is read: ways to hear and choose, for this place alone or for the member's dictionary. */
export function WordReadingPanel({ word, scriptTaskId, path, formResult }: WordReadingPanelProps) {
  const { line, at, own, candidates, takesAccents } = word;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const sent = useNavigation().formData;
  const scope = sent?.get("intent") === "set-reading" ? sent.get("scope") : undefined;
  const errors = formResult?.result.error;
  const chosen = submittedValue(formResult, "way");
  return (
    <Card as="section" aria-labelledby="word-reading">
      <h3 id="word-reading" ref={heading} tabIndex={-1} className="pb-3 text-base font-bold wrap-anywhere">
        {`「${word.word}」の読み`}
      </h3>
      <Form method="post" action={path + wordQuery(word)} preventScrollReset className="space-y-5">
        <input type="hidden" name="intent" value="set-reading" />
        <input type="hidden" name="scriptTaskId" value={scriptTaskId} />
        <input type="hidden" name="line" value={line} />
        <input type="hidden" name="at" value={at} />
        <input type="hidden" name="word" value={word.word} />
        <fieldset className="space-y-3">
          <legend className="pb-1 text-sm text-muted">
            {takesAccents
              ? "聴いて選べます。線は声の高さです。"
              : "いまの声はアクセントを選べません。かなだけが変わります。"}
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
                <AccentLine reading={way.reading} accent={way.accent} />
              </label>
              {/* biome-ignore lint/a11y/useMediaCaption: the label says what is heard. */}
              <audio
                controls
                preload="none"
                src={way.soundPath}
                aria-label={`${sayWay(way)}を聴く`}
                className="w-full"
              />
            </div>
          ))}
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="way"
              value="own"
              defaultChecked={chosen === "own" || candidates.length === 0}
              className="size-5 shrink-0 accent-accent"
            />
            自分で書く
          </label>
          <TextField
            label="読み"
            name="reading"
            help="「自分で書く」を選んだときに使います。「は」「へ」は、聞こえるとおりに「わ」「え」と書きます。"
            defaultValue={submittedValue(formResult, "reading") ?? own?.reading ?? candidates[0]?.reading}
            errors={errors?.reading ?? undefined}
            focused={errors?.reading !== undefined}
            maxLength={maxUnits(maxReadingLength)}
            autoComplete="off"
          />
          {takesAccents && (
            <TextField
              label="アクセント"
              hint="任意"
              name="accent"
              inputMode="numeric"
              help="音の高さが下がる直前の音が、はじめから数えて何番目か。下がらないときは0。"
              defaultValue={submittedValue(formResult, "accent")}
              errors={errors?.accent ?? undefined}
              maxLength={2}
              autoComplete="off"
            />
          )}
        </fieldset>
        <div className="flex flex-wrap gap-2">
          <Button icon="check" name="scope" value="place" busy={scope === "place"} busyLabel="保存しています">
            この場所だけ
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
          <Link to={path} preventScrollReset className={buttonClass({ variant: "quiet" })}>
            閉じる
          </Link>
        </div>
      </Form>
    </Card>
  );
}

/** A line whose words open the panel. */
export function LineWords({ line, words }: { line: number; words: DraftWords }) {
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

/** A way to say a word, for those who do not see its line. */
function sayWay({ reading, accent }: { reading: string; accent: number | null }): string {
  if (accent === null) return reading;
  return accent === 0 ? `${reading}、下がらない` : `${reading}、${accent}番目の音のあとで下がる`;
}

const width = 22;
const levels = { high: 5, low: 15 };

/** A reading with its pitch as a line over the morae; the last point is what follows the word. */
function AccentLine({ reading, accent }: { reading: string; accent: number | null }) {
  const morae = reading.match(/.[ァィゥェォャュョヮ]*/gu) ?? [];
  if (accent === null) return <span className="wrap-anywhere">{reading}</span>;
  const isHigh = (mora: number) => (accent === 1 ? mora === 1 : mora > 1 && (accent === 0 || mora <= accent));
  const points = [...morae.keys(), morae.length].map((index) => ({
    x: index * width + width / 2,
    y: isHigh(index + 1) ? levels.high : levels.low,
  }));
  return (
    <svg
      role="img"
      aria-label={sayWay({ reading, accent })}
      width={(morae.length + 1) * width}
      height={40}
      viewBox={`0 0 ${(morae.length + 1) * width} 40`}
      className="max-w-full"
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(" ")}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
      />
      {points.map(({ x, y }, index) => (
        <circle
          key={x}
          cx={x}
          cy={y}
          r={3.5}
          fill={index === morae.length ? "none" : "currentColor"}
          stroke="currentColor"
        />
      ))}
      {morae.map((mora, index) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: morae repeat, and never reorder.
          key={index}
          x={index * width + width / 2}
          y={35}
          textAnchor="middle"
          fill="currentColor"
          fontSize={14}
        >
          {mora}
        </text>
      ))}
    </svg>
  );
}
