import { Form, Link } from "react-router";
import { maxNoteLength, maxReplyLength } from "#app/features/cases/cases.ts";
import { withHonorific } from "#app/lib/honorific.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { SelectField, TextAreaField } from "#app/ui/form/field.tsx";
import { firstMessage } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useFormPermission } from "../console-data.ts";
import { CaseTimeline, NoteForm } from "../inquiries/case-timeline.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { HiddenFields, useConsoleForm } from "../parts/console-form.tsx";
import { TemplateLinks } from "../replies/template-links.tsx";
import type { LoadedObjection, ObjectionCaseView } from "./load-objections.server.ts";
import { ClockBadge } from "./objection-list.tsx";
import {
  actsOf,
  adminObjectionPath,
  adminObjectionsPath,
  decisionLabels,
  evidencePath,
} from "./objections-admin.ts";

export function ObjectionCase(props: LoadedObjection) {
  const { objection } = props;
  const { id, receipt, version, state, name, email, isErased } = objection;
  const action = adminObjectionPath(id);
  const isPermitted = useFormPermission();
  return (
    <AdminPage
      title={`申し立て ${receipt}`}
      lead={`受付 ${objection.receivedAt}・期限 ${objection.due}`}
      back={{ to: adminObjectionsPath, label: "申し立て" }}
      actions={<ClockBadge row={objection} />}
    >
      <div className="grid gap-5 wide:grid-cols-2">
        <div className="space-y-5">
          <Card as="section" className="space-y-3 text-sm">
            <h2 className="text-base">内容</h2>
            {isErased ? (
              <p className="text-muted">保存の期間が過ぎたか、会員が退会したため、消去しました。</p>
            ) : (
              <>
                <Facts
                  facts={[
                    ["申立人", email === null ? withHonorific(name) : `${withHonorific(name)} <${email}>`],
                    ["立場", objection.party],
                    ["求めること", objection.demand],
                    ["書かれたリンク", objection.target],
                  ]}
                />
                <p className="whitespace-pre-wrap wrap-anywhere text-base">{objection.explanation}</p>
                <Evidence objection={objection} />
              </>
            )}
          </Card>
          <Subject objection={objection} />
        </div>
        <Card as="section" className="space-y-4">
          <h2 className="text-base">経過と対応</h2>
          <CaseTimeline entries={objection.timeline} />
          {state === "open" && isPermitted("decide") && (
            <DecisionForm {...props} key={`${version} ${props.draft?.templateId}`} />
          )}
          <div className="flex flex-wrap gap-2">
            {state !== "open" && !isErased && (
              <ConfirmForm
                action={action}
                values={{ intent: "reopen", id, seen: version }}
                label="もう一度、確認中にする"
                icon="refresh"
                title="もう一度、確認中にしますか？"
                text="新しい期限は7日後です。公開を止めたものは、そのままです。"
                confirmLabel="確認中にする"
              />
            )}
            <NoteForm action={action} values={{ intent: "note", id }} about={receipt} />
          </div>
        </Card>
      </div>
    </AdminPage>
  );
}

function Evidence({ objection: { id, files } }: { objection: ObjectionCaseView }) {
  if (!files?.length) return null;
  return (
    <section className="space-y-1">
      <h3 className="text-xs text-muted">証拠のファイル</h3>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <a
              href={evidencePath(id, file.id)}
              download
              className="inline-flex min-h-11 items-center text-accent underline wrap-anywhere"
            >
              {file.label}
            </a>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        保存してから開きます。安全とは限りません。ほかの人に渡さないでください。
      </p>
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="space-y-2">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Subject({ objection: { track, playlist, member } }: { objection: ObjectionCaseView }) {
  const link = "font-bold text-accent underline wrap-anywhere inline-flex min-h-11 items-center";
  return (
    <Card as="section" className="space-y-3 text-sm">
      <h2 className="text-base">対象</h2>
      {track && (
        <>
          <p className="flex flex-wrap items-center gap-x-2">
            <Link to={`/admin/tracks/${track.id}`} className={link}>
              {track.title}
            </Link>
            {track.isTakenDown ? <Badge>公開停止中</Badge> : !track.isVisible && <Badge>非公開</Badge>}
          </p>
          {/* biome-ignore lint/a11y/useMediaCaption: the track's own page has its script */}
          <audio
            controls
            preload="none"
            src={`/api/admin/tracks/${track.id}/audio`}
            aria-label={`「${track.title}」を聴く`}
            className="h-11 w-full max-w-80"
          />
          <MemberLine label="投稿者" member={track.author} />
        </>
      )}
      {playlist && (
        <>
          <p className="flex flex-wrap items-center gap-x-2">
            <Link to={`/admin/inquiries?tab=reports&of=playlists&playlist=${playlist.id}`} className={link}>
              プレイリスト「{playlist.name}」
            </Link>
            {playlist.isTakenDown && <Badge>公開停止中</Badge>}
          </p>
          <MemberLine label="作成者" member={playlist.owner} />
        </>
      )}
      {member && <MemberLine label="会員" member={member} />}
      {!track && !playlist && !member && (
        <p className="text-muted">
          書かれたリンクからは、このサイトの音声や会員が見つかりません。削除されたのかもしれません。
        </p>
      )}
    </Card>
  );
}

function MemberLine({ label, member }: { label: string; member: { id: string; name: string } }) {
  return (
    <p>
      {label}：
      <Link to={`/admin/users/${member.id}`} className="text-accent underline wrap-anywhere">
        {member.name}
      </Link>
    </p>
  );
}

function DecisionForm({ objection, templates, draft }: LoadedObjection) {
  const { id, version, name, track, playlist, isAppealed, isOfAuthor } = objection;
  const isDown = Boolean(track?.isTakenDown || playlist?.isTakenDown);
  const post = useConsoleForm<"act" | "text" | "reason">({
    intent: "decide",
    action: adminObjectionPath(id),
    values: { id, seen: version },
    defaultValue: { text: draft?.text ?? "", act: "answer" },
  });
  const { form, fields, field, isSubmitting, error, refused } = post;
  return (
    <Form {...form} preventScrollReset className="space-y-4">
      <TemplateLinks
        templates={templates}
        chosenId={draft?.templateId}
        hrefOf={(template) => `${adminObjectionPath(id)}?template=${template}`}
      />
      {refused && (
        <Notice tone="error" title={error ?? firstMessage(refused)}>
          入力した内容は、このページに残っています。
        </Notice>
      )}
      {isAppealed && (
        <Notice tone="warning" title="投稿した会員が異議を申し立てています">
          公開停止を続けるか、解くかをお決めください。
        </Notice>
      )}
      <HiddenFields values={post.hidden} />
      <SelectField {...field(fields.act)} label="すること">
        {actsOf({ isOurs: Boolean(track || playlist), isDown, isOfAuthor }).map((act) => (
          <option key={act} value={act}>
            {isDown && (act === "take-down" || (isOfAuthor && act === "rejected"))
              ? "公開停止を続けて、終える"
              : decisionLabels[act]}
          </option>
        ))}
      </SelectField>
      <TextAreaField
        {...field(fields.text)}
        label={isOfAuthor ? "投稿した会員へのお返事" : "申立人へのお返事"}
        help={`${withHonorific(name)}にメールで届き、${isOfAuthor ? "異議" : "申し立て"}のページに残ります。`}
        counter={{ max: maxReplyLength }}
        rows={6}
      />
      {(track || playlist) && !isOfAuthor && (
        <TextAreaField
          {...field(fields.reason)}
          label={isAppealed ? "投稿した会員へのお返事" : "投稿した会員に伝える理由"}
          help={
            isAppealed
              ? "異議へのお返事です。会員だけに送るときは、申立人へのお返事を空にします。申立人の名前や連絡先は書かないでください。"
              : "公開を止めるときに届きます。申立人の名前や連絡先は書かないでください。"
          }
          counter={{ max: maxNoteLength }}
          rows={3}
        />
      )}
      <Button icon="mail" busy={isSubmitting} busyLabel="送信しています">
        送る
      </Button>
    </Form>
  );
}
