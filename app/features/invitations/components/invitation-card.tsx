import { Form } from "react-router";
import { maxUnits } from "#app/lib/characters.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { TextField } from "#app/ui/form/field.tsx";
import { type FormResult, formResultFor } from "#app/ui/form/form-result.ts";
import { useFormPost } from "#app/ui/form/use-form-post.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import { ShownText } from "#app/ui/share/copy-field.tsx";
import { QrCodeDetails } from "#app/ui/share/qr-code-details.tsx";
import { useShareSheet } from "#app/ui/share/use-share-sheet.ts";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { type InvitationState, invitationStateNames, maxInvitationMessage } from "../invitation.ts";
import type { InvitationLink } from "../server/load-invite-page.server.ts";

const copyRefusals: Record<InvitationState, string | undefined> = {
  usable: undefined,
  "used-up": "使用済みの招待コードはコピーできません",
  inactive: "無効な招待コードはコピーできません",
};

interface InvitationCardProps {
  link: InvitationLink;
  name: string;
  formResult: FormResult | undefined;
  onRevoke: () => void;
}

export function InvitationCard({ link, name, formResult, onRevoke }: InvitationCardProps) {
  return (
    <Card as="li" className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-base">{name}</h3>
        <Badge tone="info">あと{link.usesLeft}人</Badge>
      </div>
      <ShownText text={link.url} ariaLabel={`${name}のURL`} />
      <div className="flex flex-wrap gap-2 unscripted:hidden">
        <CopyLink link={link} />
        <ShareButton url={link.url} />
      </div>
      <MessageForm link={link} name={name} formResult={formResult} />
      <div className="flex flex-wrap items-start justify-between gap-x-2">
        {link.qr && (
          <QrCodeDetails qr={link.qr} label={`${name}のQRコード`} className="open:basis-full">
            友だちのカメラで読み取ると、招待ページが開きます。
          </QrCodeDetails>
        )}
        {/* Without JavaScript this leads to the confirmation page. */}
        <Form
          method="get"
          className="ml-auto"
          onSubmit={(event) => {
            event.preventDefault();
            onRevoke();
          }}
        >
          <input type="hidden" name="revoke" value={link.code} />
          <button
            type="submit"
            className="-mr-2 min-h-11 rounded-full px-3 text-sm text-muted hover:bg-sunken hover:text-ink"
          >
            無効にする
          </button>
        </Form>
      </div>
    </Card>
  );
}

function MessageForm({ link, name, formResult }: Omit<InvitationCardProps, "onRevoke">) {
  const own = formResult && formResultFor(formResult, { code: link.code });
  const { form, fields, field, isSubmitting, error } = useFormPost<{ code: string; message: string }>({
    id: `message-${link.code}`,
    action: "/invite-friends",
    intent: "message",
    formResult: own,
    defaultValue: { code: link.code, message: link.message ?? "" },
  });
  return (
    <details open={own !== undefined} className="group">
      <summary className="inline-flex min-h-11 max-w-full items-center gap-2 rounded-full pr-2 text-sm">
        <Icon name="edit" className="shrink-0 text-accent" />
        {link.message ? (
          <span className="truncate">「{link.message}」</span>
        ) : (
          <span className="font-bold text-accent">ひとことを添える</span>
        )}
      </summary>
      <Form {...form} preventScrollReset className="space-y-3 pt-1 pb-2">
        <input type="hidden" name="intent" value="message" />
        <input type="hidden" name="code" value={link.code} />
        <TextField
          {...field(fields.message)}
          label={<span className="sr-only">{name}のひとこと</span>}
          help="招待を開いた方のページに、あなたの名前と写真といっしょに表示されます。"
          counter={{ max: maxInvitationMessage }}
          maxLength={maxUnits(maxInvitationMessage)}
          autoComplete="off"
        />
        {error && <Notice tone="error">{error}</Notice>}
        <Button variant="quiet" busy={isSubmitting} busyLabel="保存中...">
          保存
        </Button>
      </Form>
    </details>
  );
}

export function UnusableInvitation({ link, name }: { link: InvitationLink; name: string }) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 pl-4">
      <h3 className="text-sm text-muted">{name}</h3>
      <Badge>{invitationStateNames[link.state]}</Badge>
      <CopyButton
        text={link.url}
        label={`${name}をコピー`}
        refusal={copyRefusals[link.state]}
        variant="plain"
        iconOnly
        className="ml-auto"
      />
    </li>
  );
}

function CopyLink({ link }: { link: InvitationLink }) {
  return (
    <CopyButton
      text={link.url}
      label="リンクをコピー"
      copiedMessage="招待URLをコピーしました"
      variant="primary"
      className="flex-auto"
    />
  );
}

function ShareButton({ url }: { url: string }) {
  const share = useShareSheet();
  const { show } = useToast();
  if (!share) return null;
  const onClick = () =>
    share({ title: "Mugen ∞ への招待", text: "音声アプリ「Mugen」に招待します。", url }).catch(() =>
      show({
        tone: "error",
        title: "共有できませんでした",
        description: "リンクをコピーしてお使いください",
      }),
    );
  return (
    <Button type="button" variant="quiet" icon="share" onClick={() => void onClick()}>
      共有
    </Button>
  );
}
