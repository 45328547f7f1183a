import { useState } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { type EditableProfile, editPath } from "./profile.ts";
import { ProfileEditor } from "./profile-editor.tsx";

/** Opens the profile's editor: a dialog with JavaScript, the edit page without. */
export function EditProfile({ profile }: { profile: EditableProfile }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <ButtonLink
        to={editPath}
        icon="edit"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        プロフィールを編集
      </ButtonLink>
      <Dialog open={open} onClose={() => setOpen(false)} title="プロフィールを編集">
        {open && <ProfileEditor profile={profile} onSaved={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
