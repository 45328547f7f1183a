import { useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { WordList } from "#app/engines/harm/word-list.ts";
import type { WordListVersion } from "#app/features/word-list/word-list.server.ts";
import {
  type ChangedTrack,
  maxTriedTracks,
  type WordListTrial,
  wordListParts,
  wordListPath,
} from "#app/features/word-list/word-list.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextAreaField } from "#app/ui/form/field.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useFormPermission } from "../console-data.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields, useConsoleForm } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { StatusBadge } from "../parts/status-badge.tsx";
import { reviewPath } from "../review/review.ts";

const noLines: WordList = { words: [], examples: [], exceptions: [] };

interface TriedWordList {
  list: WordList;
  trial: WordListTrial;
}

interface WordListScreenProps {
  versions: readonly WordListVersion[];
  tried: TriedWordList | undefined;
}

const helps = {
  words:
    "1行に1つ。かなとカナ、全角と半角、大文字と小文字は区別しません。間に空白や記号を入れた書き方も止めます。",
  examples:
    "1行に1つ。数字は、ほかの数でも止めます。「…」には、20文字までの何が入っても止めます。例：月収100万円…保証",
  exceptions:
    "1行に1つ。ここに書いたところは、読み飛ばして判断します。言葉でも、名前でも、一文まるごとでもかまいません。",
} as const;

/** A list is tried first, then saved as a version that operators can go back to. */
export function WordListScreen({ versions, tried }: WordListScreenProps) {
  const [present] = versions;
  const base = present?.version ?? 0;
  const isIdle = useNavigation().state === "idle";
  const refused = useRefusedForm();
  const isTrying = submittedValue(refused, "intent") === "try";
  return (
    <AdminPage
      title="止める言葉"
      lead="公開の前の自動の確認に、この場の言葉を足します。音声の題名と台本、名前、プレイリストに効きます。"
      back={{ to: reviewPath, label: "前に見てから" }}
    >
      <div className="max-w-180 space-y-6">
        {refused && !isTrying && <Notice tone="error" title={firstMessage(refused)} live="politely" />}
        {tried && isIdle && <Trial {...tried} base={base} />}
        <ListForm key={base} list={tried?.list ?? present ?? noLines} />
        <Versions versions={versions} />
      </div>
    </AdminPage>
  );
}

function ListForm({ list }: { list: WordList }) {
  const { words, examples, exceptions } = list;
  const { form, fields, field, isSubmitting, error } = useConsoleForm<keyof WordList>({
    intent: "try",
    action: wordListPath,
    defaultValue: {
      words: words.join("\n"),
      examples: examples.join("\n"),
      exceptions: exceptions.join("\n"),
    },
  });
  return (
    <Form {...form} className="space-y-4">
      <input type="hidden" name="intent" value="try" />
      {(["words", "examples", "exceptions"] as const).map((part) => (
        <TextAreaField
          key={part}
          {...field(fields[part])}
          label={wordListParts[part]}
          help={helps[part]}
          hint="任意"
          rows={4}
        />
      ))}
      {error && <Notice tone="error" title={error} />}
      <Button busy={isSubmitting} busyLabel="試しています">
        新しい{maxTriedTracks.toLocaleString("ja-JP")}本で試す
      </Button>
      <p className="text-sm text-muted">試すだけでは、何も変わりません。結果を見てから保存します。</p>
    </Form>
  );
}

function Trial({ list, trial, base }: TriedWordList & { base: number }) {
  const isPermitted = useFormPermission();
  const heading = useRef<HTMLHeadingElement>(null);
  // With scripts the page stays where the button was pressed; without, it begins here anyway.
  useEffect(() => heading.current?.focus(), []);
  const { triedCount, touchedCount, judgedCount, blockedCount, freedCount, held, freed } = trial;
  return (
    <Card as="section" aria-labelledby="trial-title" className="space-y-4">
      <h2 ref={heading} id="trial-title" tabIndex={-1} className="scroll-mt-24 text-base font-bold">
        試した結果
      </h2>
      <p className="text-sm">
        新しい{triedCount.toLocaleString("ja-JP")}本のうち、変更した行に触れるのは{touchedCount}本です。
        {judgedCount < touchedCount && `そのうち新しい${judgedCount}本を判断しました。`}
      </p>
      <Changed title="新しく止まる" status="bad" count={blockedCount} tracks={held} />
      <Changed title="止まらなくなる" status="good" count={freedCount} tracks={freed} />
      <p className="text-sm text-muted">
        公開中の音声は、保存してもそのままです。これからの公開と訂正に効きます。
      </p>
      {isPermitted("save") ? (
        <Form method="post" action={wordListPath}>
          <HiddenFields values={{ intent: "save", base }} />
          {(["words", "examples", "exceptions"] as const).map((part) => (
            <input key={part} type="hidden" name={part} value={list[part].join("\n")} />
          ))}
          <Button icon="check">この内容で保存する</Button>
        </Form>
      ) : (
        <p className="text-sm text-muted">保存は、管理者だけができます。</p>
      )}
    </Card>
  );
}

interface ChangedProps {
  title: string;
  status: "good" | "bad";
  count: number;
  tracks: readonly ChangedTrack[];
}

function Changed({ title, status, count, tracks }: ChangedProps) {
  return (
    <div className="space-y-2">
      <h3 className="text-sm">
        <StatusBadge status={count === 0 ? "off" : status}>
          {title}音声 {count}本
        </StatusBadge>
      </h3>
      {tracks.length > 0 && (
        <ul className="divide-y divide-line rounded-card bg-sunken px-3 text-sm">
          {tracks.map(({ id, title, quote }) => (
            <li key={id} className="py-2">
              <Link
                to={`/admin/tracks/${id}`}
                className="inline-flex min-h-11 items-center font-bold underline wrap-anywhere"
              >
                {title}
              </Link>
              <p className="wrap-anywhere">「{quote}」</p>
            </li>
          ))}
        </ul>
      )}
      {count > tracks.length && <p className="text-sm text-muted">ほか{count - tracks.length}本</p>}
    </div>
  );
}

function Versions({ versions }: { versions: readonly WordListVersion[] }) {
  const [present] = versions;
  if (!present) return null;
  return (
    <section aria-labelledby="versions-title" className="space-y-3">
      <h2 id="versions-title" className="text-base font-bold">
        これまでの版
      </h2>
      <ol className="grid gap-3">
        {versions.map((version) => (
          <Card as="li" key={version.version} className="space-y-2">
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className="font-bold">第{version.version}版</span>
              {version === present && <StatusBadge status="good">使用中</StatusBadge>}
              {version.restores !== null && <span>第{version.restores}版に戻したもの</span>}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              {formatDateTime(version.createdAt)}　{version.operatorName}　保存のときの試し：止まる
              {version.blockedCount}本・止まらなくなる{version.freedCount}本
            </p>
            <details className="text-sm">
              <summary className="min-h-11 cursor-pointer py-2.5">内容を見る</summary>
              <dl className="space-y-2">
                {(["words", "examples", "exceptions"] as const).map((part) => (
                  <div key={part}>
                    <dt className="text-muted">
                      {wordListParts[part]}（{version[part].length}）
                    </dt>
                    <dd className="wrap-anywhere">{version[part].join("、") || "なし"}</dd>
                  </div>
                ))}
              </dl>
            </details>
            {version !== present && (
              <ConfirmForm
                values={{ intent: "restore", version: version.version, base: present.version }}
                label="この版に戻す"
                ariaLabel={`第${version.version}版に戻す`}
                icon="back"
                title={`第${version.version}版に戻しますか？`}
                text="この版の内容が、新しい版になります。今の版も残ります。"
                confirmLabel="戻す"
                isRefusalAbove
              />
            )}
          </Card>
        ))}
      </ol>
    </section>
  );
}
