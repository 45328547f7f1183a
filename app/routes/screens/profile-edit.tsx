import { redirect, useNavigate } from "react-router";
import { LoginPrompt } from "#app/features/accounts/components/login-prompt.tsx";
import { profileSchema } from "#app/features/accounts/profile.schema.ts";
import { replaceProfileImage } from "#app/features/accounts/server/replace-profile-image.server.ts";
import { updateProfile } from "#app/features/accounts/server/update-profile.server.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { ProfileEditor } from "#app/features/profile/components/profile-editor.tsx";
import {
  type EditableProfile,
  editPath,
  errorsOfForm,
  profileIntents,
  profileOfForm,
} from "#app/features/profile/profile.ts";
import type { RefusedForm } from "#app/features/refused-form.ts";
import { formTitle } from "#app/features/shell/document-title.ts";
import { submitForm } from "#app/features/shell/submit-form.ts";
import { sayOnNextPage } from "#app/http/flash.ts";
import { answerForm, readFields } from "#app/http/form-answer.server.ts";
import { isMultipart } from "#app/http/is-multipart.ts";
import { countAgainst } from "#app/http/rate-limit.ts";
import { rateLimits } from "#app/http/rate-limits.ts";
import { receivePicture } from "#app/http/received-picture.server.ts";
import { getViewer, requestContext } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/profile-edit";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle("プロフィールを編集", matches) },
];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { profile: null };
  const { name, customUserId, picture, xHandle } = requireMember(viewer);
  return { profile: { name, customUserId, picture, xHandle } };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const someone = await getViewer(context);
  // Only the picture's form is multipart: its body is taken in when there is a place for it.
  const values = isMultipart(request) ? null : await readFields(request);
  const refused = await answerForm({
    context,
    values: values ?? {},
    async work() {
      const viewer = requireMember(someone);
      if (!values) {
        countAgainst(rateLimits.uploadPicture, { viewer, address: context.get(requestContext).address });
        await replaceProfileImage({ viewer, receive: () => receivePicture(request) });
      } else if (values.intent === profileIntents.removePicture) {
        await updateProfile({ viewer, changes: { picture: null } });
      } else {
        await updateProfile({ viewer, changes: checked(profileSchema, profileOfForm(values)) });
        sayOnNextPage(context, "profile-saved");
        throw redirect("/profile", 303);
      }
      sayOnNextPage(context, "picture-changed");
      throw redirect(editPath, 303);
    },
  });
  return refused;
});

export const clientAction = (args: Route.ClientActionArgs) => submitForm(args);

export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const refused = actionData && {
    ...actionData,
    fields: errorsOfForm(actionData.fields, actionData.values.emoji),
  };
  const profile = loaderData.profile ?? typedProfile(refused);
  if (!profile) return <LoginPrompt returnPath={editPath} heading="プロフィールを編集" />;
  return (
    <Page title="プロフィールを編集" back={{ to: "/profile", label: "マイページ" }}>
      <ProfileEditor profile={profile} refused={refused} onSaved={() => void navigate("/profile")} />
    </Page>
  );
}

/** What was typed when the session had ended meanwhile, so that the form can hold it. */
function typedProfile(refused: RefusedForm | undefined): EditableProfile | null {
  if (refused?.values.intent !== profileIntents.save) return null;
  const { name = "", customUserId, picture, xHandle } = refused.values;
  return { name, customUserId: customUserId || null, picture: picture || null, xHandle: xHandle || null };
}
