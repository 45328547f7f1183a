import type { CallTable } from "#app/http/core/call-table.server.ts";
import { accountCalls } from "./account-calls.ts";
import { adminFilesCalls } from "./admin-files-calls.ts";
import { adminMembersCalls } from "./admin-members-calls.ts";
import { adminSessionCalls } from "./admin-session-calls.ts";
import { adminTasksCalls } from "./admin-tasks-calls.ts";
import { adminThemesCalls } from "./admin-themes-calls.ts";
import { blocksCalls } from "./blocks-calls.ts";
import { categoriesCalls } from "./categories-calls.ts";
import { creationCalls } from "./creation-calls.ts";
import { dailyMixCalls } from "./daily-mix-calls.ts";
import { docsCalls } from "./docs-calls.ts";
import { invitationsCalls } from "./invitations-calls.ts";
import { likesCalls } from "./likes-calls.ts";
import { listeningCalls } from "./listening-calls.ts";
import { notificationsCalls } from "./notifications-calls.ts";
import { passkeyCalls } from "./passkey-calls.ts";
import { peopleCalls } from "./people-calls.ts";
import { playlistsCalls } from "./playlists-calls.ts";
import { premiumCalls } from "./premium-calls.ts";
import { pronunciationsCalls } from "./pronunciations-calls.ts";
import { pushCalls } from "./push-calls.ts";
import { signInCalls } from "./sign-in-calls.ts";
import { supportCalls } from "./support-calls.ts";
import { tracksCalls } from "./tracks-calls.ts";

export const callTables: readonly CallTable[] = [
  signInCalls,
  accountCalls,
  invitationsCalls,
  creationCalls,
  pronunciationsCalls,
  tracksCalls,
  categoriesCalls,
  likesCalls,
  listeningCalls,
  dailyMixCalls,
  peopleCalls,
  blocksCalls,
  playlistsCalls,
  notificationsCalls,
  pushCalls,
  premiumCalls,
  supportCalls,
  docsCalls,
  adminSessionCalls,
  passkeyCalls,
  adminMembersCalls,
  adminThemesCalls,
  adminTasksCalls,
  adminFilesCalls,
];
