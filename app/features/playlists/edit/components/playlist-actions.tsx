import { useState } from "react";
import { PrefetchPageLinks, useLocation, useNavigate, useRevalidator } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ConfirmDialog } from "#app/ui/dialog/confirm-dialog.tsx";
import { Dialog } from "#app/ui/dialog/dialog.tsx";
import { failureMessage } from "#app/ui/form/form-result.ts";
import { useFormFetcher } from "#app/ui/form/use-form-fetcher.ts";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import { useLazyComponent } from "#app/ui/use-lazy-component.ts";
import { playlistPath } from "../../playlist.ts";
import {
  deletePlaylistPath,
  type EditablePlaylist,
  editPlaylistPath,
  playlistMessages,
} from "../playlist-form.ts";

/** The owner's edit and delete buttons: dialogs with JavaScript, pages without. */
export function PlaylistActions({ playlist }: { playlist: EditablePlaylist }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  // The edit may change the slug and invalidate the URL with it.
  const returnPath = pathname.endsWith(`/${playlist.id}`) ? `${pathname}${search}` : playlistPath(playlist);
  return (
    <>
      <EditPlaylistLink iconOnly playlist={playlist} returnPath={returnPath} onOpen={() => setOpen("edit")} />
      <DeletePlaylistLink iconOnly playlist={playlist} onOpen={() => setOpen("delete")} />
      <EditPlaylistDialog
        playlist={open === "edit" ? playlist : null}
        onClose={close}
        onSaved={() => navigate(returnPath, { replace: true, preventScrollReset: true })}
      />
      <DeletePlaylistDialog
        playlist={open === "delete" ? playlist : null}
        onClose={close}
        onDeleted={() => navigate("/playlists")}
      />
    </>
  );
}

interface LinkProps {
  playlist: { id: number; name: string };
  returnPath?: string;
  iconOnly?: boolean;
  onOpen: () => void;
}

/** Link to the edit page; a plain click calls `onOpen`. */
export function EditPlaylistLink(props: LinkProps) {
  return <ActionLink {...props} pathOf={editPlaylistPath} icon="edit" label="編集" />;
}

/** Link to the delete page; a plain click calls `onOpen`. */
export function DeletePlaylistLink(props: LinkProps) {
  return <ActionLink {...props} pathOf={deletePlaylistPath} icon="trash" label="削除" />;
}

interface ActionLinkProps extends LinkProps {
  pathOf: (id: number, returnPath?: string) => string;
  icon: "edit" | "trash";
  label: string;
}

function ActionLink({ playlist, returnPath, iconOnly, onOpen, pathOf, icon, label }: ActionLinkProps) {
  return (
    <ButtonLink
      to={pathOf(playlist.id, returnPath)}
      variant="quiet"
      icon={icon}
      aria-label={`「${playlist.name}」を${label}する`}
      title={iconOnly ? label : undefined}
      className={iconOnly ? "w-11 px-0 text-lg [&>:not(.icon)]:sr-only" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {label}
    </ButtonLink>
  );
}

interface DeletePlaylistDialogProps {
  playlist: { id: number; name: string } | null;
  onClose: () => void;
  onDeleted: () => void | Promise<void>;
}

/** Asks, then deletes a playlist. Null: closed. */
export function DeletePlaylistDialog({ playlist, onClose, onDeleted }: DeletePlaylistDialogProps) {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const [failedId, setFailedId] = useState<number | null>(null);
  const close = () => {
    setFailedId(null);
    onClose();
  };
  const finish = () => {
    close();
    show({ title: playlistMessages.deleted, tone: "success" });
    return onDeleted();
  };
  const { fetcher, isBusy } = useFormFetcher({
    onAccepted: finish,
    onRefused({ status }) {
      if (status === 401) {
        close();
        return promptLogin();
      }
      // Deleted already, perhaps on another device.
      if (status === 404) return void finish();
      setFailedId(playlist?.id ?? null);
    },
  });
  const remove = () => {
    if (!playlist || isBusy) return;
    // `onDeleted` decides what to load: the page may be gone.
    const options = { method: "post", defaultShouldRevalidate: false } as const;
    void fetcher.submit(null, { ...options, action: deletePlaylistPath(playlist.id) });
  };
  return (
    <ConfirmDialog
      open={playlist !== null}
      onClose={close}
      title="プレイリストを削除"
      cancelLabel="やめる"
      confirmLabel="削除する"
      confirmIcon="trash"
      onConfirm={remove}
      busy={isBusy}
      busyLabel="削除しています"
    >
      {playlist && <PrefetchPageLinks page={deletePlaylistPath(playlist.id)} />}
      <div className="space-y-3">
        <p className="font-bold wrap-anywhere">{playlist?.name}</p>
        <p>{playlistMessages.deleteQuestion}</p>
        <p className="text-sm text-muted">{playlistMessages.deleteKeeps}</p>
        {playlist && failedId === playlist.id && (
          <Notice tone="error" title={playlistMessages.deleteFailed} />
        )}
      </div>
    </ConfirmDialog>
  );
}

interface EditPlaylistDialogProps {
  playlist: EditablePlaylist | null;
  onClose: () => void;
  onSaved?: () => void | Promise<void>;
}

const loadEditor = () => import("./playlist-form.tsx").then(({ PlaylistEditor }) => PlaylistEditor);

/** `PlaylistEditor` in a dialog. Loaded later, because most people only listen. Null: closed. */
export function EditPlaylistDialog({ playlist, onClose, onSaved }: EditPlaylistDialogProps) {
  const { revalidate } = useRevalidator();
  const { show } = useToast();
  const isWanted = playlist !== null;
  /** Keeps the editor mounted until it is saved, so that closing loses neither input nor a running save. */
  const [edited, setEdited] = useState(playlist);
  if (playlist && playlist !== edited) setEdited(playlist);
  const PlaylistEditor = useLazyComponent({
    load: loadEditor,
    isWanted,
    onMissing() {
      onClose();
      const description = failureMessage({ status: 0, error: "" });
      show({ title: playlistMessages.failedTitle, description, tone: "error" });
    },
  });
  return (
    <Dialog open={isWanted && PlaylistEditor !== null} onClose={onClose} title="プレイリストを編集">
      {edited && PlaylistEditor && (
        <>
          {/* Loads the client action in advance: the network may be gone when the form is sent. */}
          <PrefetchPageLinks page={editPlaylistPath(edited.id)} />
          <PlaylistEditor
            key={edited.id}
            playlist={edited}
            onSaved={async () => {
              await (onSaved ?? revalidate)();
              onClose();
              setEdited(null);
            }}
          />
        </>
      )}
    </Dialog>
  );
}
