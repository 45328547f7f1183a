import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Page } from "#app/ui/page.tsx";

export const clearTitle = "再生履歴をすべて削除しますか？";
const text =
  "どこまで聴いたかの記録も消え、元に戻すことはできません。お気に入りやプレイリストはそのままです。";

/** Asks in a dialog over the page. */
export function ClearHistoryDialog(props: { open: boolean; onClose: () => void; onConfirm: () => void }) {
  const { open, onClose, onConfirm } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={clearTitle}
      actions={
        <>
          <Button type="button" variant="quiet" onClick={onClose}>
            そのままにする
          </Button>
          <Button type="button" variant="danger" icon="trash" onClick={onConfirm}>
            すべて削除する
          </Button>
        </>
      }
    >
      <p className="text-sm">{text}</p>
    </Dialog>
  );
}

/** Asks on a page of its own, where no JavaScript runs. */
export function ClearHistoryPage() {
  return (
    <Page title={clearTitle} lead={text} back={{ to: "/history", label: "再生履歴" }}>
      <Form method="post" action="/history" className="flex flex-wrap gap-2">
        <Button name="intent" value="clear" variant="danger" icon="trash">
          すべて削除する
        </Button>
        <ButtonLink to="/history" variant="quiet">
          そのままにする
        </ButtonLink>
      </Form>
    </Page>
  );
}
