import { Form, Link } from "react-router";
import type { DoubtfulReading } from "#app/engines/pronunciations/find-doubtful.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { maxReadingLength, pronunciationsPath } from "../pronunciations.ts";

interface DoubtfulReadingsProps {
  readings: readonly DoubtfulReading[];
  returnPath: string;
}

/** With what will be said for each word, and a form that corrects it. */
export function DoubtfulReadings({ readings, returnPath }: DoubtfulReadingsProps) {
  if (readings.length === 0) return null;
  return (
    <Card as="div" flush>
      <details className="group">
        <summary className="flex min-h-14 flex-wrap items-center gap-x-3 px-4 font-bold">
          読み方の確認
          <span className="text-sm font-normal text-muted tabular-nums">{readings.length}語</span>
        </summary>
        <p className="px-4 pb-3 text-sm text-muted">
          数字・名前・英字などの読み方です。直した読みは
          <Link to={pronunciationsPath} className="text-accent underline">
            読み辞書
          </Link>
          に登録され、次に作る音声から使われます。
        </p>
        <ul className="divide-y divide-line border-t border-line">
          {readings.map(({ word, said }) => (
            <li key={word}>
              <details>
                <summary className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 px-4 py-2">
                  <span className="wrap-anywhere">
                    <span className="font-bold">{word}</span>
                    <span className="pl-3 text-sm text-muted">{said ?? "前後の文から読み方を決めます"}</span>
                  </span>
                  <span className="text-sm font-bold text-accent">直す</span>
                </summary>
                <Form
                  method="post"
                  action={pronunciationsPath}
                  preventScrollReset
                  className="flex flex-wrap items-end gap-2 px-4 pb-4"
                >
                  <input type="hidden" name="intent" value="save" />
                  <input type="hidden" name="next" value={returnPath} />
                  <input type="hidden" name="word" value={word} />
                  <label className="min-w-[min(12rem,100%)] flex-1 space-y-1">
                    <span className="block text-sm">「{word}」の読み</span>
                    <input
                      name="reading"
                      required
                      maxLength={maxUnits(maxReadingLength)}
                      defaultValue={said ?? ""}
                      autoComplete="off"
                      className="block min-h-11 w-full rounded-card border border-line-strong bg-surface px-4 text-base text-ink focus:border-accent"
                    />
                  </label>
                  <Button variant="quiet">登録する</Button>
                </Form>
              </details>
            </li>
          ))}
        </ul>
      </details>
    </Card>
  );
}
