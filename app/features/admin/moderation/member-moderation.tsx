import { Link } from "react-router";
import { profilePartLabels } from "#app/features/profile/profile-parts.ts";
import { inquiriesHref } from "../inquiries/inquiries.ts";
import { StatusBadge } from "../parts/status-badge.tsx";
import type { ModeratedPart, ModeratedPlaylist } from "./moderated.ts";
import { PlaylistModeration, ProfileResetForm } from "./moderation-forms.tsx";

interface MemberModerationProps {
  member: { id: string; name: string };
  parts: readonly ModeratedPart[];
  playlists: readonly ModeratedPlaylist[];
  reportCount: number;
}

export function MemberModeration({ member, parts, playlists, reportCount }: MemberModerationProps) {
  return (
    <div className="space-y-4">
      {reportCount > 0 && (
        <Link
          to={inquiriesHref({ tab: "reports", of: "members", member: member.id })}
          className="inline-flex min-h-11 items-center text-sm underline"
        >
          この会員への報告
        </Link>
      )}
      <div className="flex flex-wrap gap-2">
        {parts.map((part) => (
          <ProfileResetForm key={part.part} member={member} {...part} />
        ))}
        {parts.length === 0 && (
          <p className="text-sm text-muted">
            {Object.values(profilePartLabels).join("・")}は、どれも設定されていません。
          </p>
        )}
      </div>
      {playlists.length > 0 && (
        <ul aria-label="公開プレイリスト" className="divide-y divide-line border-t border-line text-sm">
          {playlists.map((playlist) => (
            <li key={playlist.id} className="space-y-2 py-3">
              <p className="flex flex-wrap items-center gap-2">
                <span className="min-w-0 font-bold wrap-anywhere">{playlist.name}</span>
                {playlist.isTakenDown && <StatusBadge status="bad">公開停止中</StatusBadge>}
              </p>
              {playlist.description && (
                <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{playlist.description}</p>
              )}
              <div className="flex flex-wrap gap-2">
                <PlaylistModeration playlist={playlist} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
