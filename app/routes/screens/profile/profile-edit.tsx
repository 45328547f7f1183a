import { useNavigate } from "react-router";
import { z } from "zod";
import { LoginPrompt } from "#app/features/accounts/sign-in/components/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { ProfileEditor } from "#app/features/profile/components/profile-editor.tsx";
import { profileFormSchema } from "#app/features/profile/profile.schema.ts";
import { type EditableProfile, profileEditPath, profileIntents } from "#app/features/profile/profile.ts";
import { replaceProfileImage } from "#app/features/profile/server/replace-profile-image.server.ts";
import { updateProfile } from "#app/features/profile/server/update-profile.server.ts";
import { formTitle } from "#app/features/site/page-meta.ts";
import { acceptForm, formAction } from "#app/http/core/form-action.server.ts";
import { type ByViewer, viewerLoader } from "#app/http/core/page-loader.server.ts";
import { isMultipart } from "#app/http/core/request-kind.ts";
import { rateLimits } from "#app/http/limits/rate-limits.server.ts";
import { receivePicture } from "#app/http/uploads/picture-upload.server.ts";
import { type FormResult, submittedValue } from "#app/ui/form/form-result.ts";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/profile-edit";

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: formTitle("プロフィールを編集", matches) },
];

export const loader = viewerLoader(async ({ viewer }: ByViewer<Route.LoaderArgs>) => {
  if (!viewer) return { profile: null };
  const { name, customUserId, picture, xHandle } = requireMember(viewer);
  return { profile: { name, customUserId, picture, xHandle } };
});

const saveProfile = formAction({
  schema: profileFormSchema,
  who: "member",
  limit: rateLimits.changeProfile,
  async run({ context, viewer, value: { intent, changes } }) {
    await updateProfile({ viewer, changes });
    return intent === profileIntents.save
      ? acceptForm(context, { flash: "profile-saved", path: "/profile" })
      : acceptForm(context, { flash: "picture-changed", path: profileEditPath });
  },
});

const uploadPicture = formAction({
  schema: z.object({}),
  readsBody: true,
  who: "member",
  limit: rateLimits.uploadPicture,
  async run({ request, context, viewer }) {
    await replaceProfileImage({ viewer, receive: () => receivePicture(request) });
    return acceptForm(context, { flash: "picture-changed", path: profileEditPath });
  },
});

export const action = (args: Route.ActionArgs) =>
  isMultipart(args.request) ? uploadPicture(args) : saveProfile(args);

export { formClientAction as clientAction } from "#app/ui/form/form-client-action.ts";

export default function ProfileEdit({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const refused = actionData ?? undefined;
  const profile = loaderData.profile ?? typedProfile(refused);
  if (!profile) return <LoginPrompt returnPath={profileEditPath} heading="プロフィールを編集" />;
  return (
    <Page title="プロフィールを編集" back={{ to: "/profile", label: "マイページ" }}>
      <ProfileEditor profile={profile} refused={refused} onSaved={() => navigate("/profile")} />
    </Page>
  );
}

/** When the session has ended, the form keeps what was typed. */
function typedProfile(refused: FormResult | undefined): EditableProfile | null {
  const typed = (name: string) => submittedValue(refused, name) ?? null;
  if (typed("intent") !== profileIntents.save) return null;
  return {
    name: typed("name") ?? "",
    customUserId: typed("customUserId"),
    picture: typed("picture"),
    xHandle: typed("xHandle"),
  };
}
