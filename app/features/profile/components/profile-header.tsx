import { Form, Link } from "react-router";
import { PersonHead } from "#app/features/people/components/person-head.tsx";
import type { Person } from "#app/features/people/person.ts";
import { profilePath } from "#app/features/people/profile-path.ts";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { editPath } from "../profile.ts";
import { EditProfile } from "./edit-profile.tsx";

/** Who the member is, and what they can do about it. `origin` is the site's. */
export function ProfileHeader({ profile, origin }: { profile: Person; origin: string }) {
  return (
    <PersonHead
      person={profile}
      address={{ url: origin + profilePath(profile), label: "プロフィールのURLをコピー" }}
      withoutId={
        <Link
          to={editPath}
          className="-my-1 inline-flex min-h-11 items-center font-bold text-accent hover:underline"
        >
          ユーザーIDを決める
        </Link>
      }
      corner={
        <Form method="post" action="/api/auth/logout" reloadDocument>
          <IconButton type="submit" icon="logout" label="ログアウト" />
        </Form>
      }
    >
      <EditProfile profile={profile} />
      <ButtonLink to="/profile/account" variant="quiet" icon="settings">
        アカウント設定
      </ButtonLink>
    </PersonHead>
  );
}
