import { type RefObject, useEffect, useRef } from "react";
import { Form, Link, useFetcher, useLocation } from "react-router";
import { wordListPath } from "#app/features/word-list/word-list.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { type FormResult, firstMessage, isFormResult } from "#app/ui/form/form-result.ts";
import { LinkTabs } from "#app/ui/link-tabs.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { useConsoleNews } from "../parts/live-refresh.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { TickBox } from "../parts/tick-box.tsx";
import {
  lengthLabels,
  maxFilterNameLength,
  maxFilterText,
  type ReviewCardView,
  type ReviewFilter,
  reviewHref,
  reviewLengths,
  reviewPath,
  reviewQuery,
  type UndoView,
} from "./review.ts";
import { ReviewCard } from "./review-card.tsx";
import type { SavedFilter } from "./review-filters.server.ts";
import { focusFirstCard, useReviewKeys } from "./use-review-keys.ts";

interface ReviewScreenProps {
  filter: ReviewFilter;
  cards: readonly ReviewCardView[];
  counts: { open: number; aside: number; elsewhere: number };
  undoable: readonly UndoView[];
  saved: readonly SavedFilter[];
}

/** Each load of the page renews the claim on its cards. */
const claimAgainS = 60;

export function ReviewScreen({ filter, cards, counts, undoable, saved }: ReviewScreenProps) {
  const list = useRef<HTMLOListElement>(null);
  const refused = useRefusedForm();
  useConsoleNews(claimAgainS);
  useReviewKeys(
    list,
    cards.map(({ trackId }) => trackId),
  );
  const query = reviewQuery(filter);
  const isFiltered = reviewQuery({ ...filter, state: "open" }) !== "";
  const tabs = (["open", "aside"] as const).map((state) => ({
    to: reviewHref(reviewQuery({ ...filter, state })),
    label: state === "open" ? `確認する ${countText(counts.open)}` : `保留 ${countText(counts.aside)}`,
    isCurrent: state === filter.state,
  }));
  return (
    <AdminPage
      title="前に見てから"
      lead={
        <>
          新しく投稿された音声と、訂正された音声です。古いものから並びます。
          <Link to={wordListPath} className="whitespace-nowrap underline">
            止める言葉
          </Link>
        </>
      }
    >
      <div className="max-w-160">
        <LinkTabs label="確認の状態" tabs={tabs} className="mb-4" />
        <Filters filter={filter} saved={saved} query={query} isOpen={isFiltered && cards.length === 0} />
        {counts.elsewhere > 0 && (
          <p className="pb-3 text-sm text-muted">
            ほかに{counts.elsewhere}件を、別の運営の方が確認しています。
          </p>
        )}
        {refused && !isShownElsewhere(refused, cards) && (
          <Notice tone="error" title={firstMessage(refused)} live="politely" className="mb-4" />
        )}
        <UndoBar undoable={undoable} action={reviewHref(query)} />
        {cards.length === 0 ? (
          <EmptyState
            icon="check"
            title={isFiltered ? "条件に合う音声はありません" : "確認する音声はありません"}
            action={isFiltered ? <ButtonLink to={reviewPath}>条件をクリア</ButtonLink> : undefined}
          >
            {isFiltered ? "古いものから2,000件の中で探しました。" : "投稿や訂正があると、ここに並びます。"}
          </EmptyState>
        ) : (
          <>
            <p className="pb-3 text-xs text-muted max-panel:hidden">
              カードを選ぶと、J・K で前後へ、Enter で確認済み、H で保留、P で再生、N で次を再生できます。
            </p>
            <ol ref={list} aria-label="確認する音声" className="space-y-4">
              {cards.map((card) => (
                <li key={card.trackId}>
                  <ReviewCard card={card} action={reviewHref(query)} />
                </li>
              ))}
            </ol>
            {cards.length > 1 && <ApproveShown cards={cards} action={reviewHref(query)} list={list} />}
          </>
        )}
      </div>
    </AdminPage>
  );
}

const countText = (count: number) => (count >= 1000 ? "1,000件以上" : `${count}件`);

/** Whether a card or a form of the filters shows the refused form's message. */
function isShownElsewhere({ result }: FormResult, cards: readonly ReviewCardView[]): boolean {
  const typed = result.initialValue;
  if (typed?.intent === "save-filter") return true;
  return cards.some(({ trackId }) => typed?.trackId === String(trackId));
}

function UndoBar({ undoable, action }: { undoable: readonly UndoView[]; action: string }) {
  const fetcher = useFetcher();
  const [latest] = undoable;
  if (!latest) return null;
  return (
    <Notice
      tone="success"
      live="politely"
      title={`「${latest.title}」を${latest.label}`}
      className="mb-4"
      actions={
        <fetcher.Form method="post" action={action}>
          <input type="hidden" name="intent" value="undo" />
          <Button name="ids" value={latest.id} variant="quiet" icon="back" busy={fetcher.state !== "idle"}>
            取り消す
          </Button>
        </fetcher.Form>
      }
    >
      1分のあいだ取り消せます。投稿した方へのメールも、それまで送りません。
      {undoable.length > 1 && (
        <details className="pt-1">
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm">
            この1分に決めた{undoable.length}件
          </summary>
          <fetcher.Form method="post" action={action}>
            <input type="hidden" name="intent" value="undo" />
            <ul className="space-y-2">
              {undoable.map(({ id, title, label }) => (
                <li key={id} className="flex flex-wrap items-center justify-between gap-2">
                  <span className="min-w-0 text-sm wrap-anywhere">
                    {title}
                    <span className="text-muted">：{label}</span>
                  </span>
                  <Button name="ids" value={id} variant="quiet" aria-label={`「${title}」を取り消す`}>
                    取り消す
                  </Button>
                </li>
              ))}
            </ul>
          </fetcher.Form>
          <fetcher.Form method="post" action={action} className="pt-2">
            <input type="hidden" name="intent" value="undo" />
            {undoable.map(({ id }) => (
              <input key={id} type="hidden" name="ids" value={id} />
            ))}
            <Button variant="quiet" icon="back" busy={fetcher.state !== "idle"}>
              {undoable.length}件をまとめて取り消す
            </Button>
          </fetcher.Form>
        </details>
      )}
    </Notice>
  );
}

interface ApproveShownProps {
  cards: readonly ReviewCardView[];
  action: string;
  list: RefObject<HTMLElement | null>;
}

/** One press without a question: whoever slips takes it back within the minute. */
function ApproveShown({ cards, action, list }: ApproveShownProps) {
  const fetcher = useFetcher<FormResult | null>();
  const isSent = useRef(false);
  const isBusy = fetcher.state !== "idle";
  // The next cards begin above the button.
  useEffect(() => {
    if (!isBusy && isSent.current) focusFirstCard(list.current);
    isSent.current = isBusy;
  }, [isBusy, list]);
  const clear = cards.filter(
    ({ isTakenDown, reportCount, harms }) => !isTakenDown && reportCount === 0 && harms.length === 0,
  );
  if (clear.length < 2) return null;
  return (
    <fetcher.Form method="post" action={action} className="space-y-2 pt-6">
      {isFormResult(fetcher.data) && (
        <Notice tone="error" title={firstMessage(fetcher.data)} live="politely" />
      )}
      <input type="hidden" name="intent" value="approve-shown" />
      {clear.map(({ trackId, seen, reportsSeen }) => (
        <input key={trackId} type="hidden" name="ids" value={`${trackId}.${seen}.${reportsSeen}`} />
      ))}
      <Button icon="check" busy={isBusy} className="w-full rail:w-auto">
        残り{clear.length}件を確認済みにする
      </Button>
      <p className="text-xs text-muted">
        自動の確認で何も見つからず、報告もない音声だけです。1分のあいだ取り消せます。
      </p>
    </fetcher.Form>
  );
}

interface FiltersProps {
  filter: ReviewFilter;
  saved: readonly SavedFilter[];
  query: string;
  isOpen: boolean;
}

/** Works without scripts: the filters are a form with GET. */
function Filters({ filter, saved, query, isOpen }: FiltersProps) {
  const { key } = useLocation();
  const { state, day, label, isReported, author, length } = filter;
  const isFiltered = query !== "" && query !== "state=aside";
  const save = { intent: "save-filter" };
  const saveRefused = useRefusedForm(save);
  const current = saved.find((one) => one.query === query);
  return (
    <div className="mb-4 space-y-3">
      {saved.length > 0 && (
        <ul aria-label="保存した条件" className="flex flex-wrap gap-2">
          {saved.map((one) => (
            <li key={one.id}>
              <Link
                to={reviewHref(one.query)}
                aria-current={one.query === query ? "page" : undefined}
                className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm hover:bg-sunken aria-[current]:bg-voice-a-tint aria-[current]:font-bold aria-[current]:text-voice-a"
              >
                {one.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <details
        // Anew with each address: the fields show what the list is filtered by.
        key={key}
        open={isOpen || saveRefused !== undefined}
        className="rounded-card border border-line bg-surface"
      >
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 text-sm font-bold">
          絞り込み{isFiltered && <Badge tone="accent">条件あり</Badge>}
        </summary>
        <Form action={reviewPath} className="grid gap-3 px-4 pb-4 rail:grid-cols-2">
          {state === "aside" && <input type="hidden" name="state" value="aside" />}
          <TextField label="日付" type="date" name="day" defaultValue={day ?? ""} />
          <TextField
            label="カテゴリー"
            name="label"
            maxLength={maxUnits(maxFilterText)}
            defaultValue={label ?? ""}
          />
          <TextField
            label="投稿者"
            name="author"
            placeholder="@ユーザーID"
            maxLength={maxUnits(maxFilterText)}
            defaultValue={author ?? ""}
          />
          <SelectField name="length" label="長さ" defaultValue={length ?? ""}>
            <option value="">すべて</option>
            {reviewLengths.map((one) => (
              <option key={one} value={one}>
                {lengthLabels[one]}
              </option>
            ))}
          </SelectField>
          <TickBox name="reported" value="1" defaultChecked={isReported}>
            報告されたものだけ
          </TickBox>
          <div className="flex flex-wrap gap-2 rail:col-span-2">
            <Button icon="search">絞り込む</Button>
            {isFiltered && (
              <ButtonLink
                to={reviewHref(state === "aside" ? "state=aside" : "")}
                variant="quiet"
                icon="close"
              >
                クリア
              </ButtonLink>
            )}
          </div>
        </Form>
        {isFiltered && (
          <div className="flex flex-wrap gap-2 px-4 pb-4">
            {current ? (
              <ConfirmForm
                values={{ intent: "remove-filter", filterId: current.id }}
                label={`「${current.name}」を削除`}
                icon="trash"
                title="保存した条件を削除しますか？"
                text="ほかの運営の方の画面からも消えます。"
                confirmLabel="削除する"
              />
            ) : (
              <ConfirmForm
                values={save}
                label="この条件を保存"
                icon="bookmark"
                title="この条件を保存"
                text="同じ名前の条件は置き換わります。ほかの運営の方の画面にも出ます。"
                fields={
                  <TextField
                    label="名前"
                    name="name"
                    maxLength={maxUnits(maxFilterNameLength)}
                    errors={saveRefused?.result.error?.name ?? undefined}
                  />
                }
                confirmLabel="保存する"
              />
            )}
          </div>
        )}
      </details>
    </div>
  );
}
