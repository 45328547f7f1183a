import { useId } from "react";
import { useRevalidator } from "react-router";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { editSuggestions } from "../playlist-categories.ts";
import { type EditablePlaylist, editPathOf, playlistMessages } from "../playlist-values.ts";
import { PlaylistForm } from "./playlist-form.tsx";

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
        await onSaved();
        show({ title: playlistMessages.saved, tone: "success" });
      }}
    />
  );
}

interface EditPlaylistDialogProps {
  /** Its owner's; the dialog is open while there is one. */
  playlist: EditablePlaylist | null;
  onClose: () => void;
  /** Has the page show what was changed; it is loaded anew unless told. */
  onSaved?: () => void | Promise<void>;
}

/** The same over a page. */
export function EditPlaylistDialog({ playlist, onClose, onSaved }: EditPlaylistDialogProps) {
  const { revalidate } = useRevalidator();
  return (
    <Dialog open={playlist !== null} onClose={onClose} title="プレイリストを編集">
      {playlist && (
        <PlaylistEditor
          key={playlist.id}
          playlist={playlist}
          onSaved={async () => {
            await (onSaved ?? revalidate)();
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}
