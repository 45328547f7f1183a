import { useId } from "react";
import { useRevalidator } from "react-router";
import { Dialog } from "#app/ui/dialog.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import type { RefusedForm } from "../refused-form.ts";
import { editSuggestions } from "./playlist-categories.ts";
import { PlaylistForm } from "./playlist-form.tsx";
import { type EditablePlaylist, editPathOf, playlistMessages } from "./playlist-values.ts";

interface PlaylistEditorProps {
  playlist: EditablePlaylist;
  refused?: RefusedForm | undefined;
  /** Where the edit page leads to in the end. */
  returnPath?: string | undefined;
  onSaved: () => void | Promise<void>;
}

/** The fields of an own playlist, on the edit page and in the dialog. */
export function PlaylistEditor({ playlist, refused, returnPath, onSaved }: PlaylistEditorProps) {
  const { show } = useToast();
  const { revalidate } = useRevalidator();
  return (
    <PlaylistForm
      playlist={playlist}
      action={editPathOf(playlist.id)}
      returnPath={returnPath}
      refused={refused}
      offered={editSuggestions}
      words={{ save: "保存する", busy: "保存しています", failed: playlistMessages.saveFailed }}
      idPrefix={useId()}
      onSaved={async () => {
        await revalidate();
        show({ title: playlistMessages.saved, tone: "success" });
        await onSaved();
      }}
    />
  );
}

/** The same over a page; open while there is a `playlist`, which is its owner's. The page is loaded anew when it is saved. */
export function EditPlaylistDialog(props: { playlist: EditablePlaylist | null; onClose: () => void }) {
  const { playlist, onClose } = props;
  return (
    <Dialog open={playlist !== null} onClose={onClose} title="プレイリストを編集">
      {playlist && <PlaylistEditor key={playlist.id} playlist={playlist} onSaved={onClose} />}
    </Dialog>
  );
}
