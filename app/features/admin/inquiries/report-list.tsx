import { EmptyState } from "#app/ui/empty-state.tsx";
import { BulkForm } from "../parts/bulk-form.tsx";
import { ReasonField } from "./case-timeline.tsx";
import { type InquiryFilter, inquiriesHref } from "./inquiries.ts";
import { AllOf, type InquiryListProps, Narrowed, SeenAt, States } from "./inquiry-list.tsx";
import type { loadInquiries, SubjectCaseView } from "./load-inquiries.server.ts";
import { ReportCard } from "./report-card.tsx";
import { SubjectReportCard } from "./subject-reports.tsx";

type LoadedReports = NonNullable<Awaited<ReturnType<typeof loadInquiries>>["reports"]>;

const reportsSelection = "reports";

export function ReportList({
  filter,
  action,
  cards,
  total,
  seenAt,
  children,
}: InquiryListProps & { cards: LoadedReports["cards"] }) {
  const { reportState: current, track, author, reporter } = filter;
  const narrowed =
    track !== undefined
      ? `音声 #${track} への報告`
      : author !== undefined
        ? `会員 ${author} の音声への報告`
        : reporter !== undefined
          ? `会員 ${reporter} が報告した音声`
          : null;
  const reasonValues = { intent: "reports-take-down" };
  return (
    <>
      {narrowed && <Narrowed to={inquiriesHref({ tab: "reports" })}>{narrowed}</Narrowed>}
      <ReportStates filter={filter} />
      {current === "open" && cards.length > 0 && (
        <BulkForm
          id={reportsSelection}
          action={action}
          actions={[
            {
              intent: "reports-close",
              label: "対応なしで閉じる",
              icon: "check",
              title: "選択した音声の報告を、対応なしで閉じますか？",
              text: "報告した会員には、公開を続けることを通知します。あとで未対応に戻せます。",
              fields: <AllOf name="close-all" noun="報告された音声" total={total} />,
              confirmLabel: "閉じる",
            },
            {
              intent: "reports-take-down",
              label: "公開停止にして閉じる",
              icon: "eye-off",
              title: "選択した音声を、公開停止にしますか？",
              text: "投稿者のほかは見られなくなります。あとで解除できます。",
              fields: (
                <>
                  <AllOf name="take-down-all" noun="報告された音声" total={total} />
                  <ReasonField values={reasonValues} />
                </>
              ),
              confirmLabel: "公開停止にする",
            },
          ]}
        />
      )}
      <SeenAt form={reportsSelection} at={seenAt} />
      <div className="space-y-4">
        {cards.map((reported) => (
          <ReportCard
            key={reported.track.id}
            reported={reported}
            action={action}
            selection={reportsSelection}
          />
        ))}
      </div>
      {cards.length === 0 && <NoReports state={current} />}
      {total > 0 && children}
    </>
  );
}

export function SubjectReportList({
  filter,
  action,
  cards,
  total,
  children,
}: InquiryListProps & { cards: readonly SubjectCaseView[] }) {
  const { of, reportState: current, author, member, playlist } = filter;
  const narrowed =
    member !== undefined
      ? `会員 ${member} への報告`
      : playlist !== undefined
        ? `プレイリスト #${playlist} への報告`
        : author !== undefined
          ? `会員 ${author} のプレイリストへの報告`
          : null;
  return (
    <>
      {narrowed && <Narrowed to={inquiriesHref({ tab: "reports", of })}>{narrowed}</Narrowed>}
      <ReportStates filter={filter} />
      <div className="space-y-4">
        {cards.map((reported) => (
          <SubjectReportCard key={reported.subject} reported={reported} action={action} />
        ))}
      </div>
      {cards.length === 0 && <NoReports state={current} />}
      {total > 0 && children}
    </>
  );
}

function ReportStates({ filter }: { filter: InquiryFilter }) {
  const { of, track, author, reporter, member, playlist, reportState } = filter;
  return (
    <States
      label="状態"
      states={(["open", "closed"] as const).map((state) => ({
        to: inquiriesHref({ tab: "reports", of, state, track, author, reporter, member, playlist }),
        label: state === "open" ? "未対応" : "対応済み",
        isCurrent: state === reportState,
      }))}
    />
  );
}

const NoReports = ({ state }: { state: InquiryFilter["reportState"] }) => (
  <EmptyState icon="flag" title={state === "open" ? "未対応の報告はありません" : "閉じた報告はありません"} />
);
