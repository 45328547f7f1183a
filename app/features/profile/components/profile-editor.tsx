import { useId } from "react";
import { SessionEndedNotice } from "#app/features/accounts/sign-in/components/session-ended-notice.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { type EditableProfile, profileEditPath } from "../profile.ts";
import { PictureForm } from "./picture-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

/** A profile's picture and text, on the edit page and in the dialog. `refused`: the form that the document was loaded with. */
export function ProfileEditor(props: {
  profile: EditableProfile;
  refused?: FormResult | undefined;
  onSaved: () => void | Promise<void>;
}) {
  const { profile, refused, onSaved } = props;
  const id = useId();
  const pictureErrors = refused?.result.error?.image ?? undefined;
  return (
    <div className="space-y-8">
      {refused?.status === 401 && <SessionEndedNotice returnPath={profileEditPath} save="保存する" />}
      <PictureForm profile={profile} errors={pictureErrors} />
      <ProfileForm
        profile={profile}
        refused={pictureErrors ? undefined : refused}
        onSaved={onSaved}
        id={id}
      />
    </div>
  );
}
