import { useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { type EditableProfile, editPath } from "../profile.ts";
import { ProfileEditor } from "./profile-editor.tsx";

/** Opens the profile's editor: a dialog with JavaScript, the edit page without. */
export function EditProfile({ profile }: { profile: EditableProfile }) {
  const [open, setOpen] = useState(false);
  /** From the first opening until it is saved: closed by mistake, it keeps what was typed. */
  const [inUse, setInUse] = useState(false);
  return (
    <>
      <ButtonLink
        to={editPath}
        variant="quiet"
        icon="edit"
        onClick={(event) => {
          if (!isPlainClick(event)) return;
          event.preventDefault();
          setInUse(true);
          setOpen(true);
        }}
      >
        プロフィールを編集
      </ButtonLink>
      <Dialog open={open} onClose={() => setOpen(false)} title="プロフィールを編集">
        {inUse && (
          <ProfileEditor
            profile={profile}
            onSaved={() => {
              setOpen(false);
              setInUse(false);
            }}
          />
        )}
      </Dialog>
    </>
  );
}
