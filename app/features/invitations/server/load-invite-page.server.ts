import { profilePath } from "#app/features/accounts/account.ts";
import { drawQrCode } from "#app/lib/draw-qr-code.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { invitationState } from "../invitation.ts";
import { countInvitations, listInvitees, listMyInvitations } from "./list-invitations.server.ts";

export type InvitePage = Awaited<ReturnType<typeof loadInvitePage>>;
export type InvitationLink = InvitePage["links"][number];
export type Invitee = InvitePage["invitees"][number];

/** `origin`: the site's public one, for example `https://mugen.example`. */
export async function loadInvitePage({ viewer, origin }: { viewer: { id: string }; origin: string }) {
  const [invitations, stats, members] = await Promise.all([
    listMyInvitations({ viewer }),
    countInvitations({ viewer }),
    listInvitees({ viewer }),
  ]);
  const links = invitations.map((invitation) => {
    const { code, usedCount, maxUses, message } = invitation;
    const url = `${origin}/i/${code}`;
    const state = invitationState(invitation);
    const qr = state === "usable" ? drawQrCode(url) : null;
    return { code, url, state, usesLeft: maxUses - usedCount, message, qr };
  });
  const invitees = members.map(({ id, name, picture, customUserId, isPending, joinedAt }) => ({
    id,
    name,
    picture,
    path: isPending ? null : profilePath({ id, customUserId }),
    joinedOn: formatDate(joinedAt),
  }));
  return { stats, links, invitees };
}
