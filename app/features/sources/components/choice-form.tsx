import { Form, useNavigation } from "react-router";
import type { SourceBlock } from "#app/engines/sources/source.ts";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { FieldError } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { useCheckedBoxes } from "#app/ui/form/use-checked-boxes.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import {
  chosenLength,
  maxChosenLength,
  maxSeriesLength,
  maxShortenedLength,
  sourcePath,
} from "../sources.ts";
import { RubyText } from "./ruby-text.tsx";

interface ChoiceFormProps {
  source: {
    id: string;
    isTruncated: boolean;
    omitted: string | null;
    page: { number: number; count: number };
    blocks: SourceBlock[];
    /** Their indexes on this page. */
    chosen: number[];
    chosenElsewhere: number;
  };
  formResult: FormResult | undefined;
}

export function ChoiceForm({ source, formResult }: ChoiceFormProps) {
  const { id, blocks, page } = source;
  const { checked: chosen, form: boxes } = useCheckedBoxes(source.chosen);
  const { formData } = useNavigation();
  const { form, isSubmitting, error } = useFormPost<Record<string, unknown>>({
    id: "source-choice",
    action: sourcePath(id, page.number),
    formResult,
  });
  const wrong = formResult?.result.error?.chosen?.[0];
  const here = chosenLength(blocks, chosen);
  // With the blank line between pages.
  const length = source.chosenElsewhere + here + (source.chosenElsewhere > 0 && here > 0 ? 2 : 0);
  const busy = (intent: string) => isSubmitting && formData?.get("intent") === intent;
  return (
    <Form {...form} {...boxes} className="space-y-5">
      {/* The Enter key presses a form's first button. */}
      <button type="submit" name="intent" value="save" hidden />
      <input type="hidden" name="page" value={page.number} />
      {(source.omitted || source.isTruncated) && (
        <Notice>
          {source.omitted && <p>{source.omitted}</p>}
          {source.isTruncated && <p>長いため、はじめの10万文字までを読み取りました。</p>}
        </Notice>
      )}
      {error && (
        <Notice tone="error" title="進めませんでした">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" name="intent" value="all" busy={busy("all")}>
          {page.count > 1 ? "このページをすべて選ぶ" : "すべて選ぶ"}
        </Button>
        <Button variant="quiet" name="intent" value="none" busy={busy("none")}>
          {page.count > 1 ? "このページを外す" : "すべて外す"}
        </Button>
      </div>
      <fieldset aria-describedby="chosen-length">
        <legend className="sr-only">使う段落</legend>
        <ul className="divide-y divide-line border-y border-line">
          {blocks.map(({ kind, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no other name, and never move.
            <li key={at}>
              <label className="flex min-h-11 cursor-pointer gap-3 py-3 has-checked:bg-voice-a-tint">
                <input
                  type="checkbox"
                  name={`chosen[${at}]`}
                  value="on"
                  defaultChecked={source.chosen.includes(at)}
                  className="mt-1 size-5 shrink-0 accent-accent"
                />
                <span
                  className={classNames(
                    "min-w-0 flex-1 leading-[1.7] whitespace-pre-line",
                    kind === "heading" && "font-bold",
                  )}
                >
                  {kind === "listItem" && "・"}
                  <RubyText text={text} />
                </span>
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      {page.count > 1 && (
        <div className="flex items-center justify-between gap-3">
          <Button variant="quiet" name="intent" value="previous" icon="back" disabled={page.number === 0}>
            前へ
          </Button>
          <span className="text-sm tabular-nums text-muted">
            {page.number + 1} / {page.count}ページ
          </span>
          <Button variant="quiet" name="intent" value="next" disabled={page.number === page.count - 1}>
            次へ
          </Button>
        </div>
      )}
      <div className="space-y-2">
        <p
          id="chosen-length"
          aria-live="polite"
          className={classNames(
            "text-center text-sm tabular-nums",
            length > maxChosenLength ? "font-bold text-danger" : "text-muted",
          )}
        >
          選んだ文章 {length.toLocaleString("ja-JP")} / {maxChosenLength.toLocaleString("ja-JP")}文字
        </p>
        {wrong && <FieldError>{wrong}</FieldError>}
        <Button size="large" wide name="intent" value="use" busy={busy("use")}>
          選んだ文章で作る
        </Button>
        <Button variant="quiet" wide name="intent" value="minutes" busy={busy("minutes")}>
          1〜10分に合わせて文を選ぶ
        </Button>
        <Button variant="quiet" wide name="intent" value="series" busy={busy("series")}>
          何回かに分けて連続番組にする
        </Button>
        <p className="text-center text-xs text-muted">
          すべてを読むなら{maxChosenLength.toLocaleString("ja-JP")}文字まで、分に合わせるか連続番組にするなら
          {maxShortenedLength.toLocaleString("ja-JP")}文字（連続番組はプレミアム会員
          {maxSeriesLength.premium.toLocaleString("ja-JP")}文字）まで使えます。
        </p>
        <Button variant="plain" wide name="intent" value="delete" icon="trash" busy={busy("delete")}>
          この文章を消す
        </Button>
      </div>
    </Form>
  );
}
