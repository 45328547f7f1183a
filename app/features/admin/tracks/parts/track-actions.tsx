import { ConfirmForm } from "#app/features/admin/parts/confirm-form.tsx";
import { maxReasonLength } from "#app/features/tracks/moderation/moderation.ts";
import { trackDeletion } from "#app/features/tracks/track.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { submittedValue } from "#app/ui/form/form-result.ts";
import { typedField, useRefusedForm } from "../../parts/refused-form.ts";
import { TickBox } from "../../parts/tick-box.tsx";
import type { AdminTrackItem } from "../admin-track-item.ts";

export function TrackActions({ track }: { track: AdminTrackItem }) {
  const { id: trackId, title, isVisible, isWithheld, isPremiumOnly, wait, featured } = track;
  const featureRefused = useRefusedForm({ intent: "feature", trackId });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {wait !== null && (
        <ConfirmForm
          values={{ intent: "review", trackId }}
          label="確認済みに"
          ariaLabel={`「${title}」を確認済みにする`}
          icon="check"
          title="この音声を確認済みにしますか？"
          text={
            <Subject title={title}>
              会員でない方の一覧にもすぐに出て、あとから報告があっても保留になりません。投稿した方には知らせません。
            </Subject>
          }
          confirmLabel="確認済みにする"
        />
      )}
      {isWithheld ? (
        <ConfirmForm
          values={{ intent: "restore", trackId }}
          label="停止を解除"
          ariaLabel={`「${title}」の公開停止を解除する`}
          icon="eye"
          title="この音声の公開停止を解除しますか？"
          text={
            <Subject title={title}>停止する前の公開状態に戻り、投稿した方にメールでお知らせします。</Subject>
          }
          confirmLabel="解除する"
        />
      ) : (
        <>
          <ConfirmForm
            values={{ intent: "take-down", trackId }}
            label="公開停止"
            ariaLabel={`「${title}」の公開を停止する`}
            icon="lock"
            title="この音声の公開を停止しますか？"
            text={
              <Subject title={title}>
                投稿した方のほかには見えなくなり、投稿した方は元に戻せません。理由はメールと本人のページに出ます。
              </Subject>
            }
            fields={<ReasonFields of={{ intent: "take-down", trackId }} />}
            confirmLabel="停止する"
            isDestructive
          />
          <ConfirmForm
            values={{ intent: "visibility", trackId, isVisible: String(!isVisible) }}
            label={isVisible ? "非公開にする" : "公開する"}
            ariaLabel={`「${title}」を${isVisible ? "非公開にする" : "公開する"}`}
            icon={isVisible ? "eye-off" : "eye"}
            title={isVisible ? "この音声を非公開にしますか？" : "この音声を公開しますか？"}
            text={<Subject title={title}>投稿した方は、自分で元に戻せます。</Subject>}
            confirmLabel={isVisible ? "非公開にする" : "公開する"}
          />
        </>
      )}
      {featured !== null && (
        <ConfirmForm
          values={{ intent: "unfeature", trackId }}
          label="今夜の一本を取り消す"
          ariaLabel={`「${title}」を今夜の一本にするのをやめる`}
          icon="close"
          title="今夜の一本を取り消しますか？"
          text={<Subject title={title}>ホームの最初の音声は、ほかの音声になります。</Subject>}
          confirmLabel="取り消す"
        />
      )}
      {featured === null && isVisible && (
        <ConfirmForm
          values={{ intent: "feature", trackId }}
          label="今夜の一本に"
          ariaLabel={`「${title}」を今夜の一本にする`}
          icon="play"
          title="この音声を今夜の一本にしますか？"
          text={<Subject title={title}>聴きかけの音声がない方のホームで、最初に出ます。</Subject>}
          fields={
            <TextField
              label="出す日"
              hint="任意"
              type="date"
              {...typedField(featureRefused, "day")}
              help="空のままなら、いまから、取り消すまで出します。"
            />
          }
          confirmLabel="今夜の一本にする"
        />
      )}
      <ConfirmForm
        values={{ intent: "premium-only", trackId, isPremiumOnly: String(!isPremiumOnly) }}
        label={isPremiumOnly ? "限定を解除" : "プレミアム限定に"}
        ariaLabel={`「${title}」${isPremiumOnly ? "のプレミアム限定を解除する" : "をプレミアム限定にする"}`}
        icon="crown"
        title={
          isPremiumOnly ? "この音声のプレミアム限定を解除しますか？" : "この音声をプレミアム限定にしますか？"
        }
        text={
          <Subject title={title}>
            {isPremiumOnly
              ? "全編をどなたでも聴けるようになります。"
              : "プレミアム会員のほかには、冒頭の30秒だけになります。"}
          </Subject>
        }
        confirmLabel={isPremiumOnly ? "解除する" : "限定にする"}
      />
      <ConfirmForm
        values={{ intent: "delete", trackId }}
        label="削除"
        ariaLabel={`「${title}」を削除する`}
        icon="trash"
        title={trackDeletion.question}
        text={<Subject title={title}>いいね、プレイリストの中の場所、ファイルもなくなります。</Subject>}
        fields={<ReasonFields of={{ intent: "delete", trackId }} />}
        confirmLabel="削除する"
        failureTitle="エラー"
        failureText="音声の削除に失敗しました"
        needsPassword
        isDestructive
      />
    </div>
  );
}

function Subject({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <p className="font-bold text-ink [overflow-wrap:anywhere]">{title}</p>
      <p className="pt-1">{children}</p>
    </>
  );
}

/** `of`: the form's hidden values. `names`: of the two fields. `suggested`: stands there at first. */
export function ReasonFields(props: {
  of?: Record<string, string | number>;
  names?: { reason: string; silent: string };
  suggested?: string;
}) {
  const { of, names = { reason: "reason", silent: "silent" }, suggested } = props;
  const refused = useRefusedForm(of);
  return (
    <div className="space-y-1">
      <TextAreaField
        label="投稿した方に送る理由"
        name={names.reason}
        rows={3}
        maxLength={maxUnits(maxReasonLength)}
        defaultValue={refused ? submittedValue(refused, names.reason) : suggested}
        errors={refused?.result.error?.[names.reason] ?? undefined}
        className="min-h-24"
      />
      <TickBox name={names.silent} defaultChecked={submittedValue(refused, names.silent) === "on"}>
        理由を送らない
      </TickBox>
    </div>
  );
}
