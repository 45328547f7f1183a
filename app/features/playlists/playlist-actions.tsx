import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { DeletePlaylistDialog } from "./delete-playlist-dialog.tsx";
import { EditPlaylistDialog } from "./edit-playlist.tsx";
import { playlistPath } from "./playlist-path.ts";
import { deletePathOf, type EditablePlaylist, editPathOf } from "./playlist-values.ts";

/** Editing and deleting an own playlist on its page: dialogs with JavaScript, pages without. */
export function PlaylistActions({ playlist }: { playlist: EditablePlaylist }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  // An address by slug may be gone when the playlist was changed.
  const own = pathname.endsWith(`/${playlist.id}`) ? `${pathname}${search}` : playlistPath(playlist);
  return (
    <>
      <EditPlaylistLink signOnly playlist={playlist} returnPath={own} onOpen={() => setOpen("edit")} />
      <DeletePlaylistLink signOnly playlist={playlist} onOpen={() => setOpen("delete")} />
      <EditPlaylistDialog
        playlist={open === "edit" ? playlist : null}
        onClose={close}
        onSaved={() => navigate(own, { replace: true, preventScrollReset: true })}
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
  /** On a phone its words are for the ear only. */
  signOnly?: boolean;
  onOpen: () => void;
}

const signOnlyClass = "max-rail:w-11 max-rail:px-0 max-rail:text-lg max-rail:[&>span]:sr-only";

/** Leads to the edit page; a plain press opens something in its place. */
export function EditPlaylistLink({ playlist: { id, name }, returnPath, signOnly, onOpen }: LinkProps) {
  return (
    <ButtonLink
      to={editPathOf(id, returnPath)}
      variant="quiet"
      icon="edit"
      aria-label={`「${name}」を編集する`}
      className={signOnly ? signOnlyClass : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      編集
    </ButtonLink>
  );
}

/** The same for deleting. */
export function DeletePlaylistLink({ playlist: { id, name }, returnPath, signOnly, onOpen }: LinkProps) {
  return (
    <ButtonLink
      to={deletePathOf(id, returnPath)}
      variant="quiet"
      icon="trash"
      aria-label={`「${name}」を削除する`}
      className={signOnly ? signOnlyClass : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      削除
    </ButtonLink>
  );
}
