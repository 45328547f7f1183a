import type { ReactNode } from "react";
import { Link } from "react-router";
import { profilePath } from "#app/features/accounts/account.ts";
import { FeedVerificationForm } from "#app/features/feeds/feed-address.tsx";
import { OrderCopies } from "#app/features/premium/subscription/orders/order-copies.tsx";
import { moveHeading } from "#app/features/sign-in-moves/sign-in-move.ts";
import { useOperatorRole } from "../console-data.ts";
import { MemberModeration } from "../moderation/member-moderation.tsx";
import { moneyHref } from "../money/money.ts";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { memberPath } from "./admin-members.ts";
import { MemberNotes } from "./member-notes.tsx";
import type { MemberView } from "./member-view.ts";
import type { MemberPageData } from "./server/load-member-page.server.ts";
import { SignInMoveForms } from "./sign-in-move-forms.tsx";

interface MemberOverviewProps {
  member: MemberView;
  overview: NonNullable<MemberPageData["overview"]>;
}

export function MemberOverview({ member, overview }: MemberOverviewProps) {
  const role = useOperatorRole();
  const refused = useRefusedForm();
  const { invitedBy, hasInvitation, provider, xHandle, reports, log } = overview;
  return (
    <div className="grid gap-5 panel:grid-cols-2">
      <Section title="アカウント">
        <Facts
          facts={[
            fact("ID", <code className="break-all">{member.id}</code>),
            fact("メールアドレス", <span className="break-all">{member.email || "—"}</span>),
            fact("ユーザーID", member.customUserId ? `@${member.customUserId}` : "—"),
            fact("X", xHandle ?? "—"),
            fact("ログイン方法", provider),
            fact("登録日", member.registered),
            fact(
              "招待した人",
              invitedBy ? (
                <Link to={memberPath(invitedBy.id)} className="underline">
                  {invitedBy.name}
                </Link>
              ) : hasInvitation ? (
                "公式の招待、または退会した会員"
              ) : (
                "—"
              ),
            ),
            fact(
              "音声",
              <Link to={`/admin/tracks?author=${encodeURIComponent(member.id)}`} className="underline">
                この会員の音声を管理する
              </Link>,
            ),
            fact(
              "公開ページ",
              // Another document: members' pages have a route manifest of their own.
              member.state === "approved" ? (
                <a href={profilePath(member)} className="underline">
                  音声とプロフィールを見る
                </a>
              ) : (
                "表示されていません"
              ),
            ),
          ]}
        />
      </Section>
      <Statistics statistics={overview.statistics} />
      {member.isOfficial && role === "administrator" && (
        <Section title="ポッドキャスト">
          <FeedVerificationForm
            values={{ id: member.id }}
            verification={overview.verification}
            formResult={refused}
          />
        </Section>
      )}
      {role === "administrator" && <Premium member={member} overview={overview} />}
      {!member.isOfficial && role === "administrator" && (
        <Section title={moveHeading}>
          <SignInMoveForms member={member} move={overview.move} />
        </Section>
      )}
      <Section title="メモ">
        <MemberNotes member={member} notes={overview.notes} />
      </Section>
      {!member.isOfficial && (
        <Section title="プロフィールとプレイリスト">
          <MemberModeration
            member={member}
            parts={overview.parts}
            playlists={overview.playlists}
            reportCount={overview.reportCount}
          />
        </Section>
      )}
      <Section title="音声への報告">
        {reports.length === 0 ? (
          <p className="text-sm text-muted">報告はありません。</p>
        ) : (
          <ul className="space-y-2 text-sm">
            {reports.map(({ id, trackId, title, reason, at, isHandled }) => (
              <li key={id}>
                <Link to={`/admin/tracks/${trackId}`} className="underline">
                  {title}
                </Link>
                <span className="block text-xs text-muted">
                  {reason}・{at}・{isHandled ? "対応済み" : "未対応"}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="操作記録">
        {log.length === 0 ? (
          <p className="text-sm text-muted">この会員への操作はありません。</p>
        ) : (
          <ul className="space-y-2 text-sm">
            {log.map(({ id, at, action, actor, reason }) => (
              <li key={id}>
                {action}
                <span className="block text-xs text-muted">
                  {at}・{actor}
                </span>
                {reason && <span className="block text-xs whitespace-pre-line">理由：{reason}</span>}
              </li>
            ))}
          </ul>
        )}
        {role === "administrator" && (
          <Link
            to={`/admin/log?${new URLSearchParams({ user: member.id })}`}
            className="mt-3 inline-flex min-h-11 items-center text-sm underline"
          >
            すべての操作記録
          </Link>
        )}
      </Section>
    </div>
  );
}

function Statistics({ statistics: s }: { statistics: MemberOverviewProps["overview"]["statistics"] }) {
  const facts: [string, number][] = [
    ["音声", s.trackCount],
    ["再生された回数", s.playsReceived],
    ["もらったいいね", s.likesReceived],
    ["つけたいいね", s.likesGiven],
    ["プレイリスト", s.playlistCount],
    ["フォロワー", s.followerCount],
    ["フォロー中", s.followingCount],
    ["ブロックされた数", s.blockedByCount],
    ["招待した人", s.invitedCount],
    ["聴いた音声", s.tracksHeard],
    ["今日の生成", s.todaysUses],
    ["プレミアムの合計（か月）", s.totalPremiumMonths],
  ];
  return (
    <Section title="統計">
      <Facts facts={facts.map(([label, count]) => fact(label, count.toLocaleString("ja-JP")))} />
    </Section>
  );
}

function Premium({ member, overview }: MemberOverviewProps) {
  const { id, name, isPremium, isPaying, premiumEnd } = member;
  const { grantedUntil, stripeCustomerId, payments, orders } = overview;
  return (
    <Section title="プレミアムとお支払い">
      <Facts
        facts={[
          fact("今", isPremium ? `プレミアム（${premiumEnd}まで）` : "無料"),
          fact("運営からの付与", grantedUntil ? `${grantedUntil}まで` : "なし"),
          fact(
            "Stripeの顧客",
            stripeCustomerId ? (
              <a
                href={`https://dashboard.stripe.com/customers/${encodeURIComponent(stripeCustomerId)}`}
                rel="noreferrer"
                className="break-all underline"
              >
                {stripeCustomerId}
              </a>
            ) : (
              "なし"
            ),
          ),
        ]}
      />
      {stripeCustomerId && (
        <div className="flex flex-wrap gap-2 pt-3">
          <ConfirmForm
            values={{ intent: "sync-stripe", id }}
            label="Stripeと同期"
            icon="refresh"
            title="Stripeの今の状態を読み直しますか？"
            text="お支払いとプレミアムの期限が、Stripeの記録どおりになります。"
            confirmLabel="同期する"
          />
          {isPaying && (
            <ConfirmForm
              values={{ intent: "cancel-subscription", id }}
              label="期間の終わりで解約"
              icon="close"
              title={`${name}のプレミアムを解約しますか？`}
              text="お支払い済みの期間が終わると無料になります。ご本人にメールで届きます。"
              isDestructive
              needsPassword
              confirmLabel="解約する"
            />
          )}
        </div>
      )}
      {orders.length > 0 && (
        <div className="pt-4">
          <h3 className="text-sm font-bold">お申し込みの控え</h3>
          <OrderCopies orders={orders} />
        </div>
      )}
      {payments.length > 0 && (
        <ul className="space-y-1 pt-4 text-sm tabular-nums">
          {payments.map((payment) => (
            <li key={payment.id} className="flex flex-wrap justify-between gap-x-4">
              <span>{payment.paidAt}</span>
              <span>
                {payment.amount}円（{payment.note}）
              </span>
            </li>
          ))}
        </ul>
      )}
      {stripeCustomerId && (
        <nav aria-label="お支払いの一覧" className="flex flex-wrap gap-x-5 pt-2 text-sm">
          {(["payments", "failed", "refunds", "disputes"] as const).map((view) => (
            <Link
              key={view}
              to={moneyHref(view, { user: id })}
              className="inline-flex min-h-11 items-center underline"
            >
              {memberMoneyLabels[view]}
            </Link>
          ))}
        </nav>
      )}
    </Section>
  );
}

const memberMoneyLabels = {
  payments: "お支払いと返金の手続き",
  failed: "失敗したお支払い",
  refunds: "返金の記録",
  disputes: "カード会社への異議",
};

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-card border border-line bg-surface p-5">
      <h2 className="pb-3 text-base">{title}</h2>
      {children}
    </section>
  );
}

interface Fact {
  label: string;
  value: ReactNode;
}

const fact = (label: string, value: ReactNode): Fact => ({ label, value });

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="space-y-1.5 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4">
          <dt className="min-w-0 text-muted">{label}</dt>
          <dd className="ml-auto min-w-0 text-right tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
