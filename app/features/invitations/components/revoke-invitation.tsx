import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";
import { Page } from "#app/ui/page.tsx";

export const revokeTitle = "この招待リンクを無効にしますか？";
const text = "このリンクからは誰も参加できなくなります。元に戻すことはできず、代わりのリンクも増えません。";

/** Confirms a revocation in a dialog; open while `code` is not null. */
export function RevokeDialog(props: {
  code: string | null;
  onClose: () => void;
  onConfirm: (code: string) => void;
}) {
  const { code, onClose, onConfirm } = props;
  return (
    <ConfirmDialog
      open={code !== null}
      onClose={onClose}
      title={revokeTitle}
      cancelLabel="そのままにする"
      confirmLabel="無効にする"
      onConfirm={() => code !== null && onConfirm(code)}
    >
      <p className="text-sm">{text}</p>
    </ConfirmDialog>
  );
}

/** Confirms a revocation on a page of its own, without JavaScript. */
export function RevokePage({ code, url, busy }: { code: string; url: string; busy: boolean }) {
  return (
    <Page title={revokeTitle} lead={text} back={{ to: "/invite-friends", label: "友だち招待" }}>
      <p className="mb-6 rounded-card bg-sunken px-4 py-3 text-sm">{url}</p>
      <Form method="post" action="/invite-friends" className="flex flex-wrap gap-2">
        <input type="hidden" name="code" value={code} />
        <Button name="intent" value="revoke" variant="danger" busy={busy} busyLabel="無効にしています">
          無効にする
        </Button>
        <ButtonLink to="/invite-friends" variant="quiet">
          そのままにする
        </ButtonLink>
      </Form>
    </Page>
  );
}
