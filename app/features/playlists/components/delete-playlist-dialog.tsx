import { useState } from "react";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { askServer } from "#app/lib/ask-server.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { playlistMessages } from "../playlist-values.ts";

interface DeletePlaylistDialogProps {
  /** Its owner's; the dialog is open while there is one. */
  playlist: { id: number; name: string } | null;
  onClose: () => void;
  onDeleted: (id: number) => void | Promise<void>;
}

/** Asks before a playlist is deleted. */
export function DeletePlaylistDialog({ playlist, onClose, onDeleted }: DeletePlaylistDialogProps) {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const [busy, setBusy] = useState(false);
  const [failedId, setFailedId] = useState<number | null>(null);
  const close = () => {
    setFailedId(null);
    onClose();
  };
  const remove = async () => {
    if (!playlist) return;
    setBusy(true);
    const { ok, status } = await askServer("DELETE", `/api/playlists/${playlist.id}`, { keepalive: true });
    setBusy(false);
    if (status === 401) {
      close();
      return promptLogin();
    }
    // Gone already, perhaps from another device.
    if (!ok && status !== 404) return setFailedId(playlist.id);
    close();
    show({ title: playlistMessages.deleted, tone: "success" });
    await onDeleted(playlist.id);
  };
  return (
    <Dialog
      open={playlist !== null}
      onClose={close}
      title="プレイリストを削除"
      actions={
        <>
          <Button type="button" variant="quiet" onClick={close}>
            やめる
          </Button>
          <Button
            type="button"
            variant="danger"
            icon="trash"
            busy={busy}
            busyLabel="削除しています"
            onClick={remove}
          >
            削除する
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p className="font-bold break-words">{playlist?.name}</p>
        <p>{playlistMessages.deleteQuestion}</p>
        <p className="text-sm text-muted">{playlistMessages.deleteKeeps}</p>
        {playlist && failedId === playlist.id && (
          <Notice tone="error" title={playlistMessages.deleteFailed} />
        )}
      </div>
    </Dialog>
  );
}
