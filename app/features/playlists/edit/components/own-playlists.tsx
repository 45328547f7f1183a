import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import { PlaylistCards } from "../../components/playlist-cards.tsx";
import type { PlaylistListItem } from "../../playlist-view.ts";
import {
  DeletePlaylistDialog,
  DeletePlaylistLink,
  EditPlaylistDialog,
  EditPlaylistLink,
} from "./playlist-actions.tsx";

/** The member's playlists with edit and delete. `headingId` takes the focus after a deletion. */
export function OwnPlaylists(props: {
  playlists: readonly PlaylistListItem[];
  label: string;
  headingId: string;
}) {
  const { playlists, label, headingId } = props;
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<PlaylistListItem | null>(null);
  const [deleting, setDeleting] = useState<PlaylistListItem | null>(null);
  const [deletedCount, setDeletedCount] = useState(0);
  useEffect(() => {
    // After the dialog, which returns the focus to a button that is gone.
    if (deletedCount > 0) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [deletedCount, headingId]);
  const returnPath = `${pathname}${search}`;
  return (
    <>
      <PlaylistCards
        playlists={playlists}
        label={label}
        actions={(playlist) => (
          <>
            <EditPlaylistLink
              playlist={playlist}
              returnPath={returnPath}
              onOpen={() => setEdited(playlist)}
            />
            <DeletePlaylistLink
              playlist={playlist}
              returnPath={returnPath}
              onOpen={() => setDeleting(playlist)}
            />
          </>
        )}
      />
      <EditPlaylistDialog playlist={edited} onClose={() => setEdited(null)} />
      <DeletePlaylistDialog
        playlist={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={async () => {
          await revalidate();
          setDeletedCount((count) => count + 1);
        }}
      />
    </>
  );
}
