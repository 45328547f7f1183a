import type { ReactNode } from "react";
import { Form, Link } from "react-router";
import { maxUnits } from "#app/lib/characters.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusAfterRemoval } from "#app/ui/use-focus-after-removal.ts";
import {
  maxReadingLength,
  maxWordLength,
  type PronunciationItem,
  pronunciationsPerPage,
} from "../pronunciations.ts";
import type { PronunciationsPage } from "../server/run-pronunciations-form.server.ts";

interface PronunciationsEditorProps extends PronunciationsPage {
  path: string;
  formResult: FormResult | undefined;
  /** Replaces the button that deletes an entry at once. */
  deleteButton?: (item: PronunciationItem) => ReactNode;
}

/** Works without JavaScript. */
export function PronunciationsEditor(props: PronunciationsEditorProps) {
  const { items, total, page, max, path, formResult, deleteButton } = props;
  const intent = submittedValue(formResult, "intent");
  useFocusAfterRemoval(
    "entries",
    items.map(({ id }) => id),
  );
  return (
    <div className="space-y-10">
      <EntryForm
        key={props.editing?.id ?? "new"}
        {...props}
        formResult={intent === "save" || !intent ? formResult : undefined}
      />
      <section aria-labelledby="entries" className="space-y-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id="entries" tabIndex={-1} className="text-lg outline-none">
            登録した言葉
          </h2>
          <p className="text-sm text-muted tabular-nums">
            {total.toLocaleString("ja-JP")} / {max.toLocaleString("ja-JP")}件
          </p>
        </div>
        {intent === "delete" && formResult && !deleteButton && (
          <Notice tone="error" title="削除できませんでした">
            {firstMessage(formResult)}
          </Notice>
        )}
        {items.length === 0 ? (
          <EmptyState icon="voice" title="まだ言葉がありません">
            読み間違えられやすい名前や英字の言葉を登録すると、次に作る音声から、その読みで話します。
          </EmptyState>
        ) : (
          <EntryList items={items} path={path} deleteButton={deleteButton} />
        )}
        <Pages page={page} total={total} path={path} />
      </section>
      <ImportForm path={path} formResult={intent === "import" ? formResult : undefined} />
    </div>
  );
}

function EntryForm({ editing, word, path, formResult }: PronunciationsEditorProps) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{
    id: string;
    word: string;
    reading: string;
    accent: string;
  }>({
    id: "reading",
    action: path,
    intent: "save",
    formResult,
    defaultValue: editing
      ? {
          id: String(editing.id),
          word: editing.word,
          reading: editing.reading,
          accent: editing.accent === null ? "" : String(editing.accent),
        }
      : { word },
  });
  return (
    <Card as="section" aria-labelledby="reading-title">
      <h2 id="reading-title" className="pb-4 text-lg">
        {editing ? "言葉を変更" : "言葉を登録"}
      </h2>
      <Form {...form} preventScrollReset className="space-y-5">
        <input type="hidden" name="intent" value="save" />
        <input type="hidden" name="id" value={field(fields.id).defaultValue} />
        {error && (
          <Notice tone="error" title="登録できませんでした">
            {error}
          </Notice>
        )}
        <TextField
          {...field(fields.word)}
          label="言葉"
          hint="必須"
          required
          placeholder="例：宍粟"
          maxLength={maxUnits(maxWordLength)}
          autoComplete="off"
        />
        <TextField
          {...field(fields.reading)}
          label="読み"
          hint="必須"
          required
          placeholder="例：しそう"
          help="ひらがなかカタカナで。「は」「へ」も、聞こえるとおりに「わ」「え」と書きます。"
          maxLength={maxUnits(maxReadingLength)}
          autoComplete="off"
        />
        <details className="group" open={field(fields.accent).defaultValue !== "" || undefined}>
          <summary className="flex min-h-11 items-center text-sm font-bold text-accent">
            アクセントを決める（任意）
          </summary>
          <TextField
            {...field(fields.accent)}
            label="アクセント"
            inputMode="numeric"
            help="音の高さが下がる直前の音が、はじめから数えて何番目か。下がらないときは0。対応していない声では使われません。"
            maxLength={3}
            autoComplete="off"
          />
        </details>
        <div className="flex flex-wrap gap-2">
          <Button icon="check" busy={isSubmitting} busyLabel="保存しています">
            {editing ? "変更を保存" : "登録する"}
          </Button>
          {editing && (
            <Link to={path} preventScrollReset className={buttonClass({ variant: "quiet" })}>
              やめる
            </Link>
          )}
        </div>
      </Form>
    </Card>
  );
}

function EntryList({
  items,
  path,
  deleteButton,
}: Pick<PronunciationsEditorProps, "items" | "path" | "deleteButton">) {
  return (
    <Card as="div" flush>
      <ul className="divide-y divide-line">
        {items.map((item) => {
          const { id, word, reading, accent } = item;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
              <div className="min-w-[min(10rem,100%)] flex-1 wrap-anywhere">
                <p className="font-bold">{word}</p>
                <p className="text-sm text-muted">
                  {reading}
                  {accent !== null && `（アクセント ${accent}）`}
                </p>
              </div>
              <div className="flex gap-2">
                <Link
                  to={`${path}?edit=${id}`}
                  aria-label={`${word}を変更`}
                  className={buttonClass({ variant: "quiet" })}
                >
                  変更
                </Link>
                {deleteButton?.(item) ?? (
                  <Form method="post" action={path} preventScrollReset>
                    <input type="hidden" name="intent" value="delete" />
                    <input type="hidden" name="id" value={id} />
                    <Button variant="quiet" aria-label={`${word}を削除`}>
                      削除
                    </Button>
                  </Form>
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function Pages({ page, total, path }: Pick<PronunciationsEditorProps, "page" | "total" | "path">) {
  const last = Math.ceil(total / pronunciationsPerPage);
  if (last <= 1) return null;
  const step = (to: number, label: string) =>
    to >= 1 &&
    to <= last && (
      <Link to={to === 1 ? path : `${path}?page=${to}`} className={buttonClass({ variant: "quiet" })}>
        {label}
      </Link>
    );
  return (
    <nav aria-label="ページ" className="flex flex-wrap items-center justify-center gap-3 pt-2">
      {step(page - 1, "前へ")}
      <span className="text-sm text-muted tabular-nums">
        {page} / {last}
      </span>
      {step(page + 1, "次へ")}
    </nav>
  );
}

function ImportForm({ path, formResult }: { path: string; formResult: FormResult | undefined }) {
  const { form, fields, field, isSubmitting, error } = useFormPost<{ text: string }>({
    id: "import",
    action: path,
    intent: "import",
    formResult,
  });
  return (
    <section aria-labelledby="exchange" className="space-y-3">
      <h2 id="exchange" className="text-lg">
        書き出しと取り込み
      </h2>
      <div className="flex flex-wrap gap-2">
        <a href={`${path}.csv`} download className={buttonClass({ variant: "quiet" })}>
          CSVで書き出す
        </a>
        <a href={`${path}.json`} download className={buttonClass({ variant: "quiet" })}>
          JSONで書き出す
        </a>
      </div>
      <details open={formResult !== undefined || undefined} className="group">
        <summary className="flex min-h-11 items-center text-sm font-bold text-accent">取り込む</summary>
        <Form {...form} encType="multipart/form-data" preventScrollReset className="space-y-5 pt-2">
          <input type="hidden" name="intent" value="import" />
          {error && (
            <Notice tone="error" title="取り込めませんでした">
              {error}
            </Notice>
          )}
          <label className="block space-y-2">
            <span className="block text-sm font-bold">ファイル（CSVかJSON）</span>
            <input
              type="file"
              name="file"
              accept=".csv,.json,.txt,text/csv,application/json"
              className="block w-full text-sm file:mr-3 file:min-h-11 file:rounded-full file:border-0 file:bg-sunken file:px-4 file:font-bold"
            />
          </label>
          <TextAreaField
            {...field(fields.text)}
            label="または、貼り付ける"
            help="1行に1つずつ、「言葉,読み」か「言葉,読み,アクセント」。同じ言葉は、取り込んだ読みに変わります。"
            rows={4}
            spellCheck={false}
          />
          <Button variant="quiet" busy={isSubmitting} busyLabel="取り込んでいます">
            取り込む
          </Button>
        </Form>
      </details>
    </section>
  );
}
