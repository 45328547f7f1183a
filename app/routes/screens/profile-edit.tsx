import { redirect, useNavigate } from "react-router";
import { LoginPrompt } from "#app/features/accounts/login-prompt.tsx";
import { profileSchema } from "#app/features/accounts/profile.schema.ts";
import { replaceProfileImage } from "#app/features/accounts/replace-profile-image.server.ts";
import { updateProfile } from "#app/features/accounts/update-profile.server.ts";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { checked } from "#app/features/checked.ts";
import { editPath, profileIntents, profileOfForm } from "#app/features/profile/profile.ts";
import { ProfileEditor } from "#app/features/profile/profile-editor.tsx";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { answerForm, readFields, readForm } from "#app/http/form-answer.server.ts";
import { isMultipart } from "#app/http/is-multipart.ts";
import { pictureIn, sayTooLarge } from "#app/http/received-picture.server.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/profile-edit";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("プロフィールを編集") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { profile: null };
  const { name, customUserId, picture, xHandle } = requireMember(viewer);
  return { profile: { name, customUserId, picture, xHandle } };
});

export const action = screen(async ({ request, context }: Route.ActionArgs) => {
  const viewer = requireMember(await getViewer(context));
  const values: Record<string, string> = {};
  return answerForm({
    context,
    values,
    async work() {
      // Only the picture's form is multipart: its body is taken in when there is a place for it.
      if (isMultipart(request)) {
        const receive = async () => pictureIn(await sayTooLarge(readForm(request)));
        await replaceProfileImage({ viewer, receive });
        return redirect(editPath, 303);
      }
      Object.assign(values, await readFields(request));
      if (values.intent === profileIntents.removePicture) {
        await updateProfile({ viewer, changes: { picture: null } });
        return redirect(editPath, 303);
      }
      await updateProfile({ viewer, changes: checked(profileSchema, profileOfForm(values)) });
      return redirect("/profile", 303);
    },
  });
});

export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { profile } = loaderData;
  if (!profile) return <LoginPrompt returnPath={editPath} heading="プロフィールを編集" />;
  return (
    <Page title="プロフィールを編集" back={{ to: "/profile", label: "マイページ" }}>
      <ProfileEditor profile={profile} refused={actionData} onSaved={() => void navigate("/profile")} />
    </Page>
  );
}
