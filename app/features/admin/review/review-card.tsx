import { Link, useFetcher } from "react-router";
import { CoverImage } from "#app/features/covers/cover-image.tsx";
import { correctedPlace } from "#app/features/creation/correction/correction.ts";
import { CorrectedText } from "#app/features/creation/correction/correction-record.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { type FormResult, firstMessage, isFormResult } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { HistoryFacts, ScriptLines } from "../evidence/evidence-parts.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { StatusBadge } from "../parts/status-badge.tsx";
import { ReasonFields } from "../tracks/parts/track-actions.tsx";
import type { ReviewCardView } from "./review.ts";
import { ReviewPlayer } from "./review-player.tsx";

interface ReviewCardProps {
  card: ReviewCardView;
  action: string;
}

export function ReviewCard({ card, action }: ReviewCardProps) {
  const { trackId, title, author } = card;
  const fetcher = useFetcher<FormResult | null>();
  const isDecided = fetcher.state !== "idle";
  const ofPage = ofCard(useRefusedForm({ trackId }));
  const refused = isFormResult(fetcher.data) ? fetcher.data : ofPage;
  return (
    <Card
      as="article"
      id={`review-${trackId}`}
      tabIndex={-1}
      aria-labelledby={`review-${trackId}-title`}
      data-review={trackId}
      // Fades at once; comes back when the decision failed.
      className={classNames(
        "space-y-3 outline-offset-2 focus-visible:outline-2 focus-visible:outline-accent",
        isDecided && "opacity-40",
      )}
    >
      <div className="flex items-start gap-3">
        <CoverImage
          track={{ id: trackId, coverId: card.coverId, labels: card.labels }}
          className="size-16 rounded-card"
        />
        <div className="min-w-0 flex-1">
          <h2 id={`review-${trackId}-title`} className="text-base wrap-anywhere">
            <Link to={`/admin/tracks/${trackId}`} className="hover:underline">
              {title}
            </Link>
          </h2>
          <p className="text-xs text-muted tabular-nums">
            #{trackId}・{card.duration}・{card.waiting}
            {card.labels.length > 0 && `・${card.labels.join("、")}`}
          </p>
          <Author author={author} />
        </div>
      </div>
      <div className="flex flex-wrap gap-1.5 empty:hidden">
        {card.cause === "corrected" && <Badge icon="edit">訂正</Badge>}
        {card.isTakenDown && (
          <StatusBadge status="bad" icon="lock">
            公開停止中
          </StatusBadge>
        )}
        {!card.isTakenDown && !card.isListed && <StatusBadge status="waiting">会員だけに公開中</StatusBadge>}
        {card.reportCount > 0 && (
          <StatusBadge status="bad" icon="flag">
            報告 {card.reportCount}件
          </StatusBadge>
        )}
      </div>
      <Findings card={card} />
      <Corrections corrections={card.corrections} />
      {card.description !== null && (
        <p className="text-sm whitespace-pre-line wrap-anywhere">{card.description}</p>
      )}
      <div className="rounded-card bg-sunken px-3 py-2 text-sm leading-[1.8]">
        <ScriptLines lines={card.opening} />
        {card.opening.length === 0 && <p className="text-muted">台本はありません。</p>}
        {card.lit.length > 0 && (
          <>
            <p className="pt-1 text-xs text-muted">このあとの、気になる箇所</p>
            <ScriptLines lines={card.lit} />
          </>
        )}
      </div>
      <ReviewPlayer trackId={trackId} title={title} />
      {refused && (
        <Notice tone="error" title={firstMessage(refused)} live="politely">
          ページを読み込み直すと、いまの状態が出ます。
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-2 rail:flex rail:flex-wrap">
        <fetcher.Form method="post" action={action} className="contents">
          <Hidden card={card} />
          <Button
            name="intent"
            value="approve"
            icon="check"
            disabled={isDecided}
            aria-label={`「${title}」を確認済みにする`}
            className="col-span-2"
          >
            {card.isTakenDown ? "問題なし・公開する" : "確認済み"}
          </Button>
          <Button
            name="intent"
            value="hold"
            variant="quiet"
            icon="clock"
            disabled={isDecided}
            aria-label={`「${title}」を保留にする`}
          >
            保留
          </Button>
          {card.isTakenDown ? (
            <Button name="intent" value="take-down" variant="quiet" icon="lock" disabled={isDecided}>
              停止のままにする
            </Button>
          ) : (
            <Button
              name="intent"
              value="hide"
              variant="quiet"
              icon="eye-off"
              disabled={isDecided}
              aria-label={`「${title}」を非公開にする`}
              className="max-rail:px-3!"
            >
              非公開にする
            </Button>
          )}
        </fetcher.Form>
        {!card.isTakenDown && <TakeDown card={card} action={action} />}
        <ButtonLink to={`/admin/tracks/${trackId}`} variant="plain" aria-label={`「${title}」を詳しく見る`}>
          詳しく
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Ties the decision to the state that the card showed. */
function Hidden({ card: { trackId, seen, reportsSeen, isTakenDown } }: { card: ReviewCardView }) {
  return (
    <>
      <HiddenFields values={{ trackId, seen, reports: reportsSeen }} />
      {/* Its author has a reason already. */}
      {isTakenDown && <input type="hidden" name="silent" value="on" />}
    </>
  );
}

function TakeDown({ card, action }: ReviewCardProps) {
  const { trackId, seen, reportsSeen, title, reason } = card;
  const values = { intent: "take-down", trackId, seen, reports: reportsSeen };
  return (
    <ConfirmForm
      action={action}
      values={values}
      label="停止"
      ariaLabel={`「${title}」の公開を停止する`}
      icon="lock"
      title="この音声の公開を停止しますか？"
      text="投稿した方のほかには見えなくなります。理由は、1分たってからメールで届きます。"
      fields={<ReasonFields of={values} suggested={reason} />}
      confirmLabel="停止する"
      isDestructive
    />
  );
}

function Author({ author }: { author: ReviewCardView["author"] }) {
  const { id, name, history } = author;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm">
      <Link to={`/admin/users/${id}`} className="inline-flex min-h-11 items-center underline wrap-anywhere">
        {name}
      </Link>
      {history && <HistoryFacts history={history} />}
    </p>
  );
}

function Corrections({ corrections }: Pick<ReviewCardView, "corrections">) {
  if (corrections.length === 0) return null;
  return (
    <ol
      aria-label="訂正"
      className="space-y-2 rounded-card border border-line px-3 py-2 text-sm wrap-anywhere"
    >
      {corrections.map((correction, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same place can be corrected twice, and the list never changes
        <li key={index}>
          <p className="text-xs text-muted">{correctedPlace(correction)}</p>
          <CorrectedText {...correction} />
        </li>
      ))}
    </ol>
  );
}

function Findings({ card: { harms, reports, reportCount } }: { card: ReviewCardView }) {
  if (harms.length === 0 && reports.length === 0) return null;
  return (
    <ul className="space-y-1 rounded-card border border-line px-3 py-2 text-sm">
      {harms.map(({ name, quote }) => (
        <li key={name + quote}>
          自動の確認：{name}
          {quote && (
            <>
              「<mark className="rounded-sm bg-voice-a-tint text-ink">{quote}</mark>」
            </>
          )}
        </li>
      ))}
      {reports.map(({ reason, comment }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are never reordered
        <li key={index} className="wrap-anywhere">
          報告：{reason}
          {comment && <span className="block whitespace-pre-wrap text-muted">{comment}</span>}
        </li>
      ))}
      {reportCount > reports.length && (
        <li className="text-muted">ほか{reportCount - reports.length}件の報告</li>
      )}
    </ul>
  );
}

/** Only for a form that shows no message itself. */
function ofCard(formResult: FormResult | undefined): FormResult | undefined {
  const typed = formResult?.result.initialValue;
  return typed?.intent !== "take-down" || typed.silent === "on" ? formResult : undefined;
}
