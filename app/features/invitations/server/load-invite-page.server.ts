import { profilePath } from "#app/features/people/profile-path.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { type InvitationState, invitationState } from "../invitation.ts";
import { countInvitations, type InvitationStats } from "./count-invitations.server.ts";
import { drawQrCode, type QrCode } from "./draw-qr-code.server.ts";
import { listInvitedMembers } from "./list-invited-members.server.ts";
import { listMyInvitations } from "./list-my-invitations.server.ts";

/** A code as the page shows it. */
export interface InvitationLink {
  code: string;
  /** Whole, as people open it. */
  url: string;
  state: InvitationState;
  /** People that can still come by it. */
  usesLeft: number;
  /** Null for one that can't be used. */
  qr: QrCode | null;
}

/** Someone who came by a code of the viewer's. */
export interface Guest {
  id: string;
  name: string;
  picture: string | null;
  /** Null while the account waits for approval. */
  path: string | null;
  joinedOn: string;
}

export interface InvitePage {
  stats: InvitationStats;
  /** Empty for a member without the permission to invite. */
  links: InvitationLink[];
  guests: Guest[];
}

/** What `/invite-friends` shows a member. `origin` is the site's as people see it, such as `https://mugen.example`. */
export async function loadInvitePage(options: {
  viewer: { id: string };
  origin: string;
}): Promise<InvitePage> {
  const { viewer, origin } = options;
  const [invitations, stats, members] = await Promise.all([
    listMyInvitations({ viewer }),
    countInvitations({ viewer }),
    listInvitedMembers({ viewer }),
  ]);
  const links = invitations.map((invitation) => {
    const { code, usedCount, maxUses } = invitation;
    const url = `${origin}/i/${code}`;
    const state = invitationState(invitation);
    const qr = state === "usable" ? drawQrCode(url) : null;
    return { code, url, state, usesLeft: maxUses - usedCount, qr };
  });
  const guests = members.map(({ id, name, picture, customUserId, isPending, joinedAt }) => ({
    id,
    name,
    picture,
    path: isPending ? null : profilePath({ id, customUserId }),
    joinedOn: formatDate(joinedAt),
  }));
  return { stats, links, guests };
}
