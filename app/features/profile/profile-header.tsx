import { Form, Link } from "react-router";
import { compactCount } from "#app/lib/compact-count.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Avatar } from "../accounts/avatar.tsx";
import { profilePath } from "../people/profile-path.ts";
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
  const { name, email, customUserId, picture, xHandle, followerCount, followingCount } = profile;
  const path = profilePath(profile);
  return (
    <header className="space-y-4">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} picture={picture} width={80} className="size-20 text-[2rem]" />
        <div className="min-w-[min(10rem,100%)] flex-1">
          <h1 className="text-lg">{name}</h1>
          {customUserId && <p className="text-sm text-muted">@{customUserId}</p>}
          <p className="text-xs text-muted">{email}</p>
        </div>
        {xHandle && (
          <a
            href={`https://x.com/${xHandle}`}
            target="_blank"
            rel="noopener"
            aria-label={`Xの@${xHandle}を新しいタブで開く`}
            title={`@${xHandle}`}
            className="grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <XMark />
          </a>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <ul className="-ml-2 flex flex-wrap">
          <Follows to={`${path}/followers`} label="フォロワー" count={followerCount} />
          <Follows to={`${path}/following`} label="フォロー中" count={followingCount} />
        </ul>
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

function Follows({ to, label, count }: { to: string; label: string; count: number }) {
  return (
    <li>
      <Link
        to={to}
        className="inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-sm text-muted hover:text-ink"
      >
        <strong className="text-ink tabular-nums">{compactCount(count)}</strong>
        {label}
      </Link>
    </li>
  );
}

/** The sign of X. */
function XMark() {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-5">
      <path d="M17.8 3h3.1l-6.7 7.7L22 21h-6.2l-4.8-6.3L5.4 21H2.3l7.2-8.2L2 3h6.3l4.4 5.8zm-1.1 16.2h1.7L7.4 4.7H5.6z" />
    </svg>
  );
}
