import { invitationStateNames } from "#app/features/invitations/invitation.ts";
import type { OfficialInvitation } from "#app/features/invitations/server/list-invitations.server.ts";
import { formatDateTime } from "#app/lib/format-date.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { CopyField } from "#app/ui/share/copy-field.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { Pager } from "../parts/pager.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import {
  linkDays,
  maxLinkUses,
  maxNewLinks,
  officialInvitationsPath,
} from "./official-invitations.schema.ts";

interface InvitationsScreenProps {
  links: (OfficialInvitation & { url: string })[];
  total: number;
  page: number;
}

export function InvitationsScreen({ links, total, page }: InvitationsScreenProps) {
  return (
    <AdminPage
      title="公式の招待リンク"
      lead="運営からの招待です。会員の招待リンクは、会員のページにあります。"
      back={{ to: "/admin/members", label: "会員管理" }}
    >
      <div className="space-y-6">
        <CreationForm />
        <section aria-labelledby="links-title">
          <h2 id="links-title" className="pb-3 font-bold">
            リンク
          </h2>
          {links.length === 0 ? (
            <EmptyState icon="invite" title="公式の招待リンクはまだありません">
              上のフォームから作れます。
            </EmptyState>
          ) : (
            <>
              <ul className="grid grid-cols-1 gap-3">
                {links.map((link) => (
                  <LinkCard key={link.code} link={link} />
                ))}
              </ul>
              <Pager page={page} total={total} hrefOf={(to) => `${officialInvitationsPath}?page=${to}`} />
            </>
          )}
        </section>
      </div>
    </AdminPage>
  );
}

function CreationForm() {
  const post = useConsoleForm<"count" | "uses" | "days">({
    intent: "create",
    action: officialInvitationsPath,
    defaultValue: { count: "1", uses: "1", days: "30" },
  });
  const { fields, field } = post;
  return (
    <TitledCard title="招待リンクを作る">
      <ConsoleForm
        post={post}
        failureTitle="作れませんでした"
        icon="plus"
        label="リンクを作る"
        busyLabel="作っています"
      >
        <div className="grid gap-4 rail:grid-cols-3">
          <TextField
            {...field(fields.count)}
            label="本数"
            type="number"
            inputMode="numeric"
            min={1}
            max={maxNewLinks}
          />
          <TextField
            {...field(fields.uses)}
            label="1本で参加できる人数"
            type="number"
            inputMode="numeric"
            min={1}
            max={maxLinkUses}
          />
          <SelectField {...field(fields.days)} label="期限">
            {linkDays.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? "なし" : `${days}日`}
              </option>
            ))}
          </SelectField>
        </div>
      </ConsoleForm>
    </TitledCard>
  );
}

function LinkCard({ link }: { link: OfficialInvitation & { url: string } }) {
  const { code, url, state, usedCount, maxUses, expiresAt, createdAt } = link;
  return (
    <Card as="li" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={state === "usable" ? "info" : undefined}>{invitationStateNames[state]}</Badge>
        <span className="tabular-nums">
          {usedCount.toLocaleString("ja-JP")} / {maxUses.toLocaleString("ja-JP")}人
        </span>
        <span className="text-muted">
          {formatDateTime(createdAt)}に作成
          {expiresAt && `・${formatDateTime(expiresAt)}まで`}
        </span>
      </div>
      <CopyField
        text={url}
        ariaLabel={`招待リンク ${code}`}
        copiedMessage="招待URLをコピーしました"
        isOver={state !== "usable"}
      >
        {state === "usable" && (
          <ConfirmForm
            values={{ intent: "revoke", code }}
            label="無効にする"
            ariaLabel={`招待リンク ${code}を無効にする`}
            variant="plain"
            title="この招待リンクを無効にしますか？"
            text="このリンクからは誰も参加できなくなります。参加した方は、そのままです。"
            confirmLabel="無効にする"
            isDestructive
          />
        )}
      </CopyField>
    </Card>
  );
}
