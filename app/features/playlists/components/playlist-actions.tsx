import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { playlistPath } from "../playlist-path.ts";
import { deletePathOf, type EditablePlaylist, editPathOf } from "../playlist-values.ts";
import { DeletePlaylistDialog } from "./delete-playlist-dialog.tsx";
import { EditPlaylistDialog } from "./edit-playlist.tsx";

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

/** Leads to the edit page; a plain press opens something in its place. */
export function EditPlaylistLink(props: LinkProps) {
  return <ActionLink {...props} pathOf={editPathOf} icon="edit" word="編集" />;
}

/** The same for deleting. */
export function DeletePlaylistLink(props: LinkProps) {
  return <ActionLink {...props} pathOf={deletePathOf} icon="trash" word="削除" />;
}

interface ActionLinkProps extends LinkProps {
  pathOf: (id: number, returnPath?: string) => string;
  icon: "edit" | "trash";
  word: string;
}

function ActionLink({ playlist, returnPath, signOnly, onOpen, pathOf, icon, word }: ActionLinkProps) {
  return (
    <ButtonLink
      to={pathOf(playlist.id, returnPath)}
      variant="quiet"
      icon={icon}
      aria-label={`「${playlist.name}」を${word}する`}
      className={
        signOnly ? "max-rail:w-11 max-rail:px-0 max-rail:text-lg max-rail:[&>span]:sr-only" : undefined
      }
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
    >
      {word}
    </ButtonLink>
  );
}
