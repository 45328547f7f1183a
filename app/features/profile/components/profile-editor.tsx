import { useId } from "react";
import { SessionOver } from "#app/features/accounts/components/session-over.tsx";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { type EditableProfile, editPath } from "../profile.ts";
import { PictureForm } from "./picture-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** Picture and text of a profile, on the edit page and in the dialog. */
export function ProfileEditor(props: {
  profile: EditableProfile;
  refused?: RefusedForm | undefined;
  onSaved: () => void;
}) {
  const { profile, refused, onSaved } = props;
  const idPrefix = useId();
  const isPicture = refused?.fields.image !== undefined;
  return (
    <div className="space-y-8">
      {refused?.status === 401 && <SessionOver returnPath={editPath} save="保存する" />}
      <PictureForm profile={profile} errors={refused?.fields.image} />
      <ProfileForm
        profile={profile}
        refused={isPicture ? undefined : refused}
        onSaved={onSaved}
        idPrefix={idPrefix}
      />
    </div>
  );
}
