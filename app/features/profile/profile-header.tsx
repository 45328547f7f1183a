import { Form } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Avatar } from "../accounts/avatar.tsx";
import { FollowCounts } from "../people/follow-counts.tsx";
import { profilePath } from "../people/profile-path.ts";
import { XLink } from "../people/x-link.tsx";
import { EditProfile } from "./edit-profile.tsx";
import type { EditableProfile } from "./profile.ts";
import { ProfileAddress } from "./profile-address.tsx";

/** A member as their own page shows them. */
export interface OwnProfile extends EditableProfile {
  id: string;
  email: string;
  followerCount: number;
  followingCount: number;
}

/** Who the member is, and what they can do about it. `origin` is the site's. */
export function ProfileHeader({ profile, origin }: { profile: OwnProfile; origin: string }) {
  const { name, email, customUserId, picture, xHandle } = profile;
  const path = profilePath(profile);
  return (
    <header className="space-y-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} picture={picture} width={80} className="size-20" />
        <div className="min-w-[min(10rem,100%)] flex-1">
          <h1 className="text-lg">{name}</h1>
          {customUserId && <p className="text-sm text-muted">@{customUserId}</p>}
          <p className="text-xs text-muted">{email}</p>
        </div>
        {xHandle && <XLink handle={xHandle} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <FollowCounts person={profile} isMember />
        <ProfileAddress address={`${origin}${path}`} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <EditProfile profile={profile} />
        <ButtonLink to="/profile/account" variant="quiet" icon="settings">
          アカウント設定
        </ButtonLink>
        <Form method="post" action="/api/auth/logout" reloadDocument>
          <Button variant="quiet" icon="logout">
            ログアウト
          </Button>
        </Form>
      </div>
    </header>
  );
}
