import { Link } from "react-router";
import { ButtonLink } from "#app/ui/button.tsx";
import type { Person } from "../people/person.ts";
import { PersonHead } from "../people/person-head.tsx";
import { profilePath } from "../people/profile-path.ts";
import { EditProfile } from "./edit-profile.tsx";
import { editPath } from "./profile.ts";

/** Who the member is, and what they can do about it. `origin` is the site's. */
export function ProfileHeader({ profile, origin }: { profile: Person; origin: string }) {
  const hasChosen = profile.customUserId !== null;
  return (
    <PersonHead
      person={profile}
      // An address of letters and digits is nothing to hand on: first a ユーザーID.
      address={hasChosen ? { url: origin + profilePath(profile), label: "URLをコピー" } : null}
      withoutId={
        <Link
          to={editPath}
          className="-my-1 inline-flex min-h-11 items-center font-bold text-accent hover:underline"
        >
          ユーザーIDを決める
        </Link>
      }
    >
      <EditProfile profile={profile} />
      <ButtonLink to="/profile/account" variant="quiet" icon="settings">
        アカウント設定
      </ButtonLink>
    </PersonHead>
  );
}
