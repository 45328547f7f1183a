import type { PlaylistCoverSpec } from "#app/features/covers/cover.ts";
import type { OpenInvitation } from "#app/features/invitations/server/redeem-invitation.server.ts";
import { invitationTitle } from "./invitation-view.tsx";

export const invitationCardSpec = (invitation: OpenInvitation): PlaylistCoverSpec => ({
  kind: "playlist",
  size: "1200x630",
  tracks: [],
  category: "",
  title: invitationTitle(invitation),
  ownerName: invitation.message ?? "Mugen ∞",
});
