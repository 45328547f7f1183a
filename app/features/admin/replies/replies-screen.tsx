import { maxReplyLength } from "#app/features/cases/cases.ts";
import {
  fillReplyTemplate,
  maxTemplateTitleLength,
  type ReplyTemplate,
  templatePlaces,
} from "#app/features/contact/reply-templates.ts";
import { maxUnits } from "#app/lib/characters.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TextAreaField, TextField } from "#app/ui/form/field.tsx";
import { AdminPage } from "../parts/admin-page.tsx";
import { ConfirmForm } from "../parts/confirm-form.tsx";
import { ConsoleForm, useConsoleForm } from "../parts/console-form.tsx";
import { TitledCard } from "../parts/titled-card.tsx";

export const repliesPath = "/admin/replies";

const sample = { name: "夜野 かなで", subject: "声について" };

interface RepliesScreenProps {
  templates: readonly ReplyTemplate[];
  edited: ReplyTemplate | null;
}

export function RepliesScreen({ templates, edited }: RepliesScreenProps) {
  return (
    <AdminPage
      title="返信のひな形"
      lead="お問い合わせへの返信で選ぶと、相手の名前の入った下書きになります。"
      back={{ to: "/admin/inquiries", label: "お問い合わせ・報告" }}
    >
      <div className="max-w-180 space-y-6">
        <TemplateForm key={edited?.id ?? `new-${templates.length}`} edited={edited} />
        {templates.length === 0 ? (
          <EmptyState icon="mail" title="ひな形はまだありません" />
        ) : (
          <ul className="grid gap-3">
            {templates.map(({ id, title, text }) => (
              <Card as="li" key={id} className="space-y-3">
                <h2 className="text-base font-bold wrap-anywhere">{title}</h2>
                <p className="text-sm whitespace-pre-line wrap-anywhere">{fillReplyTemplate(text, sample)}</p>
                <div className="flex flex-wrap gap-2">
                  <ButtonLink to={`${repliesPath}?edit=${id}`} variant="quiet" aria-label={`${title}を編集`}>
                    編集
                  </ButtonLink>
                  <ConfirmForm
                    values={{ intent: "delete", id }}
                    label="削除"
                    ariaLabel={`${title}を削除`}
                    title={`「${title}」を削除しますか？`}
                    text="送った返信は、そのまま残ります。"
                    needsPassword
                    isDestructive
                    confirmLabel="削除する"
                  />
                </div>
              </Card>
            ))}
          </ul>
        )}
      </div>
    </AdminPage>
  );
}

function TemplateForm({ edited }: { edited: ReplyTemplate | null }) {
  const action = edited ? `${repliesPath}?edit=${edited.id}` : repliesPath;
  const post = useConsoleForm<"title" | "text">({
    intent: "save",
    action,
    values: { id: edited?.id ?? "" },
    defaultValue: { title: edited?.title ?? "", text: edited?.text ?? "" },
  });
  const { fields, field } = post;
  return (
    <TitledCard title={edited ? "ひな形を編集" : "ひな形を作る"}>
      <ConsoleForm
        post={post}
        label="保存する"
        busyLabel="保存しています"
        beside={
          edited && (
            <ButtonLink to={repliesPath} variant="quiet">
              やめる
            </ButtonLink>
          )
        }
      >
        <TextField {...field(fields.title)} label="題名" maxLength={maxUnits(maxTemplateTitleLength)} />
        <TextAreaField
          {...field(fields.text)}
          label="本文"
          rows={6}
          counter={{ max: maxReplyLength }}
          help={Object.entries(templatePlaces)
            .map(([place, what]) => `${place}は${what}`)
            .join("、")
            .concat("になります。宛名と引用は、メールに自動で付きます。")}
        />
      </ConsoleForm>
    </TitledCard>
  );
}
