import { profilePath } from "#app/features/accounts/account.ts";
import { drawQrCode, type QrCode } from "#app/lib/draw-qr-code.ts";
import { formatDate } from "#app/lib/format-date.ts";
import { type InvitationState, invitationState } from "../invitation.ts";
import {
  countInvitations,
  type InvitationStats,
  listInvitees,
  listMyInvitations,
} from "./list-invitations.server.ts";

export interface InvitationLink {
  code: string;
  url: string;
  state: InvitationState;
  usesLeft: number;
  /** Its page says it in the viewer's name; null for nothing. */
  message: string | null;
  qr: QrCode | null;
}

export interface Invitee {
  id: string;
  name: string;
  picture: string | null;
  path: string | null;
  joinedOn: string;
}

export interface InvitePage {
  stats: InvitationStats;
  links: InvitationLink[];
  invitees: Invitee[];
}

/** `origin`: the site's public one, for example `https://mugen.example`. */
export async function loadInvitePage(options: {
  viewer: { id: string };
  origin: string;
}): Promise<InvitePage> {
  const { viewer, origin } = options;
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
