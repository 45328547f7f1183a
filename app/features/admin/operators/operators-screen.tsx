import { operatorRoleLabels } from "#app/features/audit/operator-roles.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { SelectField, TextField } from "#app/ui/form/field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { CopyField } from "#app/ui/share/copy-field.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm, PasswordAgain } from "../parts/confirm-form.tsx";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import {
  linkHours,
  maxOperatorNameLength,
  type OperatorView,
  operatorStateLabels,
  operatorsPath,
} from "./operators.ts";

/** It is shown only this once. */
interface IssuedLink {
  name: string;
  url: string;
}

interface OperatorsScreenProps {
  operators: OperatorView[];
  issued: IssuedLink | null;
}

export function OperatorsScreen({ operators, issued }: OperatorsScreenProps) {
  return (
    <AdminPage
      title="運営者"
      lead="管理画面に入れる人です。見回りは、音声の確認と報告、公開停止、会員の停止だけができます。"
    >
      <div className="max-w-180 space-y-6">
        {issued && <Issued link={issued} />}
        <ul className="grid gap-3">
          {operators.map((operator) => (
            <OperatorCard key={operator.id} operator={operator} />
          ))}
        </ul>
        <InvitationForm
          // Empty again after each link.
          key={issued?.url}
        />
      </div>
    </AdminPage>
  );
}

function Issued({ link: { name, url } }: { link: IssuedLink }) {
  return (
    <Notice tone="success" title={`${name}さんのリンクを作りました`}>
      <p>
        このページを離れると、もう表示できません。本人に渡してください。パスワードを決めるまで、
        {linkHours / 24}
        日間、一度だけ使えます。
      </p>
      <CopyField
        text={url}
        ariaLabel={`${name}さんのリンク`}
        copiedMessage="リンクをコピーしました"
        className="pt-3"
      />
    </Notice>
  );
}

function OperatorCard({ operator }: { operator: OperatorView }) {
  const { id, name, role, state, linkExpires, lastActive, sessions, isSelf, hasSecondFactor } = operator;
  const isFirst = id === "first";
  return (
    <Card as="li" className="space-y-3">
      <div>
        <h2 className="flex flex-wrap items-center gap-2 text-base font-bold wrap-anywhere">
          {name}
          <Badge tone={role === "administrator" ? "info" : undefined}>{operatorRoleLabels[role]}</Badge>
          {hasSecondFactor && <Badge>二段階認証</Badge>}
          {state !== "active" && <Badge>{operatorStateLabels[state]}</Badge>}
          {isSelf && <span className="text-sm font-normal text-muted">（ご自身）</span>}
        </h2>
        <p className="pt-1 text-xs text-muted">
          {isFirst && "サーバーの設定で決まる、最初の管理者です。"}
          {lastActive
            ? `最終利用 ${lastActive}・ログイン中の端末 ${sessions}台`
            : "ログイン中の端末はありません"}
          {linkExpires && `・リンクは${linkExpires}まで`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {sessions > 0 && !isSelf && (
          <ConfirmForm
            values={{ intent: "end-sessions", id }}
            label="ログアウトさせる"
            ariaLabel={`${name}をログアウトさせる`}
            title={`${name}さんの端末を、すべてログアウトさせますか？`}
            text="パスワードは変わりません。もう一度ログインできます。"
            confirmLabel="ログアウトさせる"
          />
        )}
        {!isFirst && !isSelf && <OperatorForms operator={operator} />}
      </div>
    </Card>
  );
}

function OperatorForms({ operator: { id, name, role, state } }: { operator: OperatorView }) {
  const other = role === "administrator" ? "moderator" : "administrator";
  return (
    <>
      {state !== "disabled" && (
        <ConfirmForm
          values={{ intent: "role", id, role: other }}
          label={`${operatorRoleLabels[other]}にする`}
          ariaLabel={`${name}を${operatorRoleLabels[other]}にする`}
          title={`${name}さんを${operatorRoleLabels[other]}にしますか？`}
          text={
            other === "administrator"
              ? "お金、削除、設定を含む、すべての操作ができるようになります。"
              : "音声の確認と報告、公開停止、会員の停止だけができるようになります。"
          }
          needsPassword
          confirmLabel={`${operatorRoleLabels[other]}にする`}
        />
      )}
      <ConfirmForm
        values={{ intent: "link", id }}
        label={state === "disabled" ? "もう一度招く" : "リンクを作り直す"}
        ariaLabel={`${name}のリンクを作り直す`}
        title={`${name}さんの新しいリンクを作りますか？`}
        text={
          state === "active"
            ? "パスワードを忘れたときのためのリンクです。使うと、前のパスワードとログインは終わります。"
            : "前のリンクは使えなくなります。"
        }
        needsPassword
        confirmLabel="リンクを作る"
      />
      {state !== "disabled" && (
        <ConfirmForm
          values={{ intent: "disable", id }}
          label="停止する"
          ariaLabel={`${name}を停止する`}
          title={`${name}さんの利用を停止しますか？`}
          text="すべての端末から、すぐにログアウトし、始めていた一括操作や予約した送信も止まります。操作記録の名前は残ります。"
          needsPassword
          isDestructive
          confirmLabel="停止する"
        />
      )}
    </>
  );
}

function InvitationForm() {
  const post = useConsoleForm<"name" | "role">({
    intent: "invite",
    action: operatorsPath,
    defaultValue: { name: "", role: "moderator" },
  });
  const { fields, field } = post;
  return (
    <TitledCard title="運営者を招く">
      <ConsoleForm
        post={post}
        failureTitle="招けませんでした"
        icon="plus"
        label="リンクを作る"
        busyLabel="作っています"
      >
        <div className="grid gap-4 rail:grid-cols-2">
          <TextField
            {...field(fields.name)}
            label="名前"
            help={`ログインと操作記録に使います。あとから変えられません（${maxOperatorNameLength}文字まで）。`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SelectField {...field(fields.role)} label="役割">
            {Object.entries(operatorRoleLabels)
              .toReversed()
              .map(([role, label]) => (
                <option key={role} value={role}>
                  {label}
                </option>
              ))}
          </SelectField>
        </div>
        <PasswordAgain formResult={post.refused} />
      </ConsoleForm>
    </TitledCard>
  );
}
