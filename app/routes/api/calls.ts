import type { CallTable } from "#app/http/core/call-table.server.ts";
import { accessCalls } from "./access.ts";
import { accountCalls } from "./account.ts";
import { adminFilesCalls } from "./admin/files.ts";
import { adminMembersCalls } from "./admin/members.ts";
import { adminSessionCalls } from "./admin/session.ts";
import { adminTasksCalls } from "./admin/tasks.ts";
import { adminThemesCalls } from "./admin/themes.ts";
import { adminUploadsCalls } from "./admin/uploads.ts";
import { audioTasksCalls } from "./audio-tasks.ts";
import { categoriesCalls } from "./categories.ts";
import { docsCalls } from "./docs.ts";
import { downloadsCalls } from "./downloads.ts";
import { invitationsCalls } from "./invitations.ts";
import { likesCalls } from "./likes.ts";
import { listeningCalls } from "./listening.ts";
import { notificationsCalls } from "./notifications.ts";
import { peopleCalls } from "./people.ts";
import { playlistsCalls } from "./playlists.ts";
import { premiumCalls } from "./premium.ts";
import { pronunciationsCalls } from "./pronunciations.ts";
import { pushCalls } from "./push.ts";
import { scriptsCalls } from "./scripts.ts";
import { signInCalls } from "./sign-in.ts";
import { supportCalls } from "./support.ts";
import { tracksCalls } from "./tracks.ts";

/** Every call of the API, by noun. */
export const callTables: readonly CallTable[] = [
  accessCalls,
  signInCalls,
  accountCalls,
  invitationsCalls,
  scriptsCalls,
  audioTasksCalls,
  pronunciationsCalls,
  tracksCalls,
  categoriesCalls,
  likesCalls,
  listeningCalls,
  peopleCalls,
  playlistsCalls,
  notificationsCalls,
  pushCalls,
  downloadsCalls,
  premiumCalls,
  supportCalls,
  docsCalls,
  adminSessionCalls,
  adminMembersCalls,
  adminThemesCalls,
  adminTasksCalls,
  adminUploadsCalls,
  adminFilesCalls,
];
