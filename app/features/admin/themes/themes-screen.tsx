import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { type ThemeCard, themesPath } from "#app/features/themes/themes.ts";
import { Badge } from "#app/ui/badge.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { hrefOfPage, Pager } from "../parts/pager.tsx";
import { ExtractForm } from "./extract-form.tsx";
import { RefusalNotice, ThemeCardView } from "./theme-card.tsx";

interface ThemesScreenProps {
  themes: ThemeCard[];
  /** Of all pages of the library. */
  total: number;
  page: number;
  counts: { pending: number; approved: number };
  answer: FormResult | undefined;
  /** The active tasks. */
  children?: ReactNode;
}

/** Themes of the official programme: extracted, decided about, and made audio of. */
export function ThemesScreen({ themes, total, page, counts, answer, children }: ThemesScreenProps) {
  const [query] = useSearchParams();
  const isExtraction = submittedValue(answer, "intent") === "extract";
  const decision = isExtraction ? undefined : answer;
  const isOfPage = themes.some(({ id }) => String(id) === submittedValue(decision, "theme"));
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
        <ExtractForm answer={isExtraction ? answer : undefined} />
        {children}
        <section aria-labelledby="library-title">
          <h2 id="library-title" className="pb-3 font-bold">
            テーマライブラリ
          </h2>
          {decision && !isOfPage && <RefusalNotice answer={decision} />}
          {themes.length === 0 ? (
            <EmptyState icon="sparkle" title="テーマはまだありません">
              動画のURLを入力して、テーマを抽出してください。
            </EmptyState>
          ) : (
            <>
              <ul className="grid gap-4 rail:grid-cols-2">
                {themes.map((theme) => (
                  <li key={theme.id} className="grid grid-cols-[minmax(0,1fr)]">
                    <ThemeCardView theme={theme} answer={decision} />
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
