import { type ReactNode, useEffect, useState } from "react";
import { Form, useSearchParams } from "react-router";
import type { ThemeCard } from "#app/features/themes/server/list-themes.server.ts";
import { maxSourceTextLength, maxUrlLength, themeMessages, themesPath } from "#app/features/themes/themes.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { useConsoleForm } from "../parts/console-form.tsx";
import { hrefOfPage, Pager } from "../parts/pager.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TitledCard } from "../parts/titled-card.tsx";
import { RefusalNotice, ThemeCardView } from "./theme-card.tsx";

interface ThemesScreenProps {
  themes: ThemeCard[];
  total: number;
  page: number;
  counts: { pending: number; approved: number };
  children?: ReactNode;
}

export function ThemesScreen({ themes, total, page, counts, children }: ThemesScreenProps) {
  const [query] = useSearchParams();
  const refused = useRefusedForm();
  const isShownBelow = themes.some(({ id }) => String(id) === submittedValue(refused, "theme"));
  const isDecision = submittedValue(refused, "intent") !== "extract";
  return (
    <AdminPage
      title="テーマ"
      lead="動画から話題を取り出し、公式番組の音声にします。"
      actions={
        <>
          <Badge tone="info" icon="check">
            承認済み {counts.approved.toLocaleString("ja-JP")}件
          </Badge>
          <Badge tone="accent" icon="clock">
            審査中 {counts.pending.toLocaleString("ja-JP")}件
          </Badge>
        </>
      }
    >
      <div className="space-y-5">
        <ExtractForm />
        {children}
        <section aria-labelledby="library-title">
          <h2 id="library-title" className="pb-3 font-bold">
            テーマライブラリ
          </h2>
          {refused && isDecision && !isShownBelow && <RefusalNotice refused={refused} />}
          {themes.length === 0 ? (
            <EmptyState
              icon="sparkle"
              title={
                counts.approved > 0 ? "承認済みのテーマから、音声を生成しています" : "テーマはまだありません"
              }
            >
              {counts.approved > 0
                ? "生成が終わるまで、ここには並びません。"
                : "動画のURLを入力して、テーマを抽出してください。"}
            </EmptyState>
          ) : (
            <>
              <ul className="grid gap-4 rail:grid-cols-2">
                {themes.map((theme) => (
                  <li key={theme.id} className="grid grid-cols-[minmax(0,1fr)]">
                    <ThemeCardView theme={theme} />
                  </li>
                ))}
              </ul>
              <Pager page={page} total={total} hrefOf={hrefOfPage(themesPath, query)} />
            </>
          )}
        </section>
      </div>
    </AdminPage>
  );
}

function ExtractForm() {
  const { form, fields, field, isSubmitting, error } = useConsoleForm<"url" | "text">({
    intent: "extract",
    action: themesPath,
  });
  const [url, setUrl] = useState<string | null>(null);
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const typed = field(fields.url);
  const isEmpty = (url ?? typed.defaultValue).trim() === "";
  return (
    <TitledCard title="動画からテーマを抽出">
      <Form {...form} className="space-y-4" preventScrollReset>
        <input type="hidden" name="intent" value="extract" />
        {error && (
          <Notice tone="error" title={themeMessages.extractFailed}>
            {error}
          </Notice>
        )}
        <TextField
          {...typed}
          type="url"
          inputMode="url"
          label="動画のURL"
          help="YouTubeとVimeoの動画を使えます。文章の利用が許されている動画を選んでください。"
          placeholder="https://www.youtube.com/watch?v=…"
          required
          maxLength={maxUrlLength}
          autoComplete="off"
          spellCheck={false}
          onInput={(event) => setUrl(event.currentTarget.value)}
        />
        <details open={Boolean(field(fields.text).defaultValue)} className="group">
          <summary className="flex min-h-11 items-center text-sm font-bold text-accent">
            字幕や説明文を貼り付ける（任意）
          </summary>
          <TextAreaField
            {...field(fields.text)}
            label="字幕・説明文"
            help="YouTubeは動画の文章を公開していないため、手元の字幕（WebVTT、SubRip）や説明文から抽出します。"
            rows={6}
            counter={{ max: maxSourceTextLength }}
          />
        </details>
        <Button
          icon="sparkle"
          busy={isSubmitting}
          busyLabel="テーマ抽出中..."
          // Without JavaScript nothing would enable it.
          disabled={isLive && isEmpty && !isSubmitting}
        >
          テーマを抽出
        </Button>
      </Form>
    </TitledCard>
  );
}
