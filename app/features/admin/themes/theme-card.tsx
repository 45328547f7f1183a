import { Form, useLocation, useNavigation } from "react-router";
import type { ThemeCard } from "#app/features/themes/server/list-themes.server.ts";
import { defaultGenerationRate, generationRates } from "#app/features/themes/tasks/generation-task.ts";
import { shortContent, statusNames, themeMessages } from "#app/features/themes/themes.ts";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SelectField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { StatusBadge } from "../parts/status-badge.tsx";

interface ThemeCardProps {
  theme: ThemeCard;
}

export function ThemeCardView({ theme }: ThemeCardProps) {
  const { id, title, perspective, content, status, video } = theme;
  const short = shortContent(content);
  const refused = useRefusedForm({ theme: id });
  // A refused question shows its message itself, unless the theme has changed and asks another one.
  const asked = useRefusedForm({ intent: "reject", theme: id, seen: status });
  return (
    <Card as="article" aria-labelledby={`theme-${id}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id={`theme-${id}`} className="min-w-0 font-bold">
          {title}
        </h3>
        <StatusBadge status={status === "approved" ? "good" : "waiting"}>{statusNames[status]}</StatusBadge>
      </div>
      <p className="text-xs text-muted">{perspective}</p>
      <div className="space-y-1 text-sm leading-[1.7]">
        <p className="whitespace-pre-line">{short}</p>
        {short !== content && (
          <details>
            <summary className="inline-flex min-h-11 items-center text-xs font-bold text-accent">
              全文を読む（{[...content].length.toLocaleString("ja-JP")}文字）
            </summary>
            <p className="whitespace-pre-line">{content}</p>
          </details>
        )}
      </div>
      <p className="min-w-0 truncate text-xs text-muted">
        <a
          href={video.url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 max-w-full items-center underline"
        >
          <span className="truncate">
            {video.title}
            {video.author && `（${video.author}）`}
          </span>
        </a>
      </p>
      {refused && !asked && <RefusalNotice refused={refused} />}
      <div className="mt-auto border-t border-line pt-3">
        {status === "approved" ? <ApprovedActions theme={theme} /> : <PendingActions theme={theme} />}
      </div>
    </Card>
  );
}

export function RefusalNotice({ refused }: { refused: FormResult }) {
  const isStart = submittedValue(refused, "intent") === "generate";
  return (
    <Notice tone="error" title={isStart ? themeMessages.startFailed : themeMessages.statusFailed}>
      {firstMessage(refused)}
    </Notice>
  );
}

function useSending(id: number, intent: string): "sending" | "accepted" | null {
  const { formData, state } = useNavigation();
  if (formData?.get("theme") !== String(id) || formData.get("intent") !== intent) return null;
  return state === "submitting" ? "sending" : "accepted";
}

function PendingActions({ theme }: ThemeCardProps) {
  const { pathname, search } = useLocation();
  const { id, title } = theme;
  const approving = useSending(id, "approve");
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <Form method="post" action={pathname + search} preventScrollReset>
        <HiddenFields values={{ intent: "approve", theme: id }} />
        <Button icon="check" busy={approving !== null} aria-label={`「${title}」を採用`}>
          採用
        </Button>
      </Form>
      <ConfirmForm
        values={{ intent: "reject", theme: id, seen: "pending" }}
        label="不採用"
        ariaLabel={`「${title}」を不採用`}
        title={`「${title}」を不採用にしますか？`}
        text="一覧から外します。必要になったら、同じ動画からもう一度抽出できます。"
        confirmLabel="不採用にする"
      />
    </div>
  );
}

function ApprovedActions({ theme }: ThemeCardProps) {
  const { pathname, search } = useLocation();
  const { id, title } = theme;
  const starting = useSending(id, "generate");
  return (
    <div className="space-y-3">
      <Form
        method="post"
        action={pathname + search}
        preventScrollReset
        className="flex flex-wrap items-end gap-2"
      >
        <HiddenFields values={{ intent: "generate", theme: id }} />
        <div className="min-w-24 flex-1">
          <SelectField
            id={`rate-${id}`}
            name="speakingRate"
            label="読み上げ速度"
            defaultValue={defaultGenerationRate}
          >
            {generationRates.map((rate) => (
              <option key={rate} value={rate}>
                {rate}倍
              </option>
            ))}
          </SelectField>
        </div>
        <Button
          icon="voice"
          className="min-h-12"
          busy={starting !== null}
          busyLabel={starting === "sending" ? "タスク追加中..." : "音声生成中..."}
          aria-label={starting ? undefined : `「${title}」のMP3生成開始`}
        >
          MP3生成開始
        </Button>
      </Form>
      <div className="flex justify-end">
        <ConfirmForm
          values={{ intent: "reject", theme: id, seen: "approved" }}
          label="削除"
          ariaLabel={`「${title}」を削除`}
          icon="trash"
          variant="plain"
          title={`「${title}」を削除しますか？`}
          text="テーマを一覧から外します。すでに作った音声は残ります。"
          needsPassword
          confirmLabel="削除する"
          isDestructive
        />
      </div>
    </div>
  );
}
