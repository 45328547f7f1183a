import { useEffect, useState } from "react";
import { useLocation, useRevalidator } from "react-router";
import type { ListedPlaylist } from "../listed-playlist.ts";
import { DeletePlaylistDialog } from "./delete-playlist-dialog.tsx";
import { EditPlaylistDialog } from "./edit-playlist.tsx";
import { DeletePlaylistLink, EditPlaylistLink } from "./playlist-actions.tsx";
import { PlaylistCards } from "./playlist-cards.tsx";

/** The member's own playlists, to change and to delete. `headingId` takes the focus when one has gone. */
export function OwnPlaylists(props: {
  playlists: readonly ListedPlaylist[];
  label: string;
  headingId: string;
}) {
  const { playlists, label, headingId } = props;
  const { pathname, search } = useLocation();
  const { revalidate } = useRevalidator();
  const [edited, setEdited] = useState<ListedPlaylist | null>(null);
  const [doomed, setDoomed] = useState<ListedPlaylist | null>(null);
  const [gone, setGone] = useState(0);
  useEffect(() => {
    // After the dialog, which gives the focus back to a button that has gone.
    if (gone > 0) document.getElementById(headingId)?.focus({ preventScroll: true });
  }, [gone, headingId]);
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
              onOpen={() => setDoomed(playlist)}
            />
          </>
        )}
      />
      <EditPlaylistDialog playlist={edited} onClose={() => setEdited(null)} />
      <DeletePlaylistDialog
        playlist={doomed}
        onClose={() => setDoomed(null)}
        onDeleted={async () => {
          await revalidate();
          setGone((count) => count + 1);
        }}
      />
    </>
  );
}
