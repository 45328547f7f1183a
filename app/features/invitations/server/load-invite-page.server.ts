import { encodeQR } from "qr";
import { profilePath } from "#app/features/accounts/account.ts";
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
  /** How many people can still use it. */
  usesLeft: number;
  /** What its page says in the viewer's name; null for nothing. */
  message: string | null;
  /** Null for unusable codes. */
  qr: QrCode | null;
}

/** Somebody who joined by a code of the viewer. */
export interface Invitee {
  id: string;
  name: string;
  picture: string | null;
  /** Null while the account is pending. */
  path: string | null;
  joinedOn: string;
}

export interface InvitePage {
  stats: InvitationStats;
  /** Empty for a member without the permission to invite. */
  links: InvitationLink[];
  invitees: Invitee[];
}

/** What `/invite-friends` shows a member. `origin` is the public one of the site, such as `https://mugen.example`. */
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

export interface QrCode {
  /** Modules along one side, quiet zone included. */
  size: number;
  /** SVG path data of the dark modules; one unit is one module. */
  path: string;
}

/** Width of the light border that readers need, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** The QR code of `text`. */
export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: quietZone });
  let path = "";
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const length = x + 1 - start;
      path += `M${start} ${y}h${length}v1h-${length}z`;
    }
  }
  return { size: rows.length, path };
}
