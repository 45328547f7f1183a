import { registerAccountLifecycles } from "#app/features/accounts/server/account-lifecycles.server.ts";
import { ownAccountLifecycle } from "#app/features/accounts/server/own-account-lifecycle.server.ts";
import { blocksAccountLifecycle } from "#app/features/blocks/account-lifecycle.server.ts";
import { clipsAccountLifecycle } from "#app/features/clips/account-lifecycle.server.ts";
import { consentAccountLifecycle } from "#app/features/consent/server/account-lifecycle.server.ts";
import { contactAccountLifecycle } from "#app/features/contact/account-lifecycle.server.ts";
import { creationAccountLifecycle } from "#app/features/creation/server/account-lifecycle.server.ts";
import { creationTrackLifecycle } from "#app/features/creation/server/track-lifecycle.server.ts";
import { dailyMixAccountLifecycle } from "#app/features/daily-mix/server/account-lifecycle.server.ts";
import {
  insightsAccountLifecycle,
  insightsTrackLifecycle,
} from "#app/features/insights/server/insights-lifecycles.server.ts";
import { invitationsAccountLifecycle } from "#app/features/invitations/server/account-lifecycle.server.ts";
import { likesAccountLifecycle } from "#app/features/likes/server/account-lifecycle.server.ts";
import { listeningAccountLifecycle } from "#app/features/listening/server/account-lifecycle.server.ts";
import { mailAccountLifecycle } from "#app/features/mail/account-lifecycle.server.ts";
import { notificationsAccountLifecycle } from "#app/features/notifications/server/account-lifecycle.server.ts";
import { objectionsAccountLifecycle } from "#app/features/objections/account-lifecycle.server.ts";
import { peopleAccountLifecycle } from "#app/features/people/server/account-lifecycle.server.ts";
import { playlistsAccountLifecycle } from "#app/features/playlists/server/account-lifecycle.server.ts";
import { playlistsTrackLifecycle } from "#app/features/playlists/server/track-lifecycle.server.ts";
import { premiumAccountLifecycle } from "#app/features/premium/subscription/server/account-lifecycle.server.ts";
import { pronunciationsAccountLifecycle } from "#app/features/pronunciations/server/account-lifecycle.server.ts";
import { providersAccountLifecycle } from "#app/features/providers/server/account-lifecycle.server.ts";
import { pushAccountLifecycle } from "#app/features/push/server/account-lifecycle.server.ts";
import { reportsAccountLifecycle } from "#app/features/reports/account-lifecycle.server.ts";
import { reportsTrackLifecycle } from "#app/features/reports/track-lifecycle.server.ts";
import { seriesAccountLifecycle } from "#app/features/series/server/account-lifecycle.server.ts";
import { signInMovesAccountLifecycle } from "#app/features/sign-in-moves/account-lifecycle.server.ts";
import { sourcesAccountLifecycle } from "#app/features/sources/server/account-lifecycle.server.ts";
import { tracksAccountLifecycle } from "#app/features/tracks/server/account-lifecycle.server.ts";
import { registerTrackLifecycles } from "#app/features/tracks/server/track-lifecycles.server.ts";

// Connects features with those below, which must not import them. Import first wherever accounts or tracks are changed,
// exported or deleted: server, worker, commands, tests with a database.

/** The export's order, and the deletion's: notifications are locked last. */
registerAccountLifecycles([
  ownAccountLifecycle,
  invitationsAccountLifecycle,
  tracksAccountLifecycle,
  creationAccountLifecycle,
  sourcesAccountLifecycle,
  seriesAccountLifecycle,
  providersAccountLifecycle,
  pronunciationsAccountLifecycle,
  likesAccountLifecycle,
  listeningAccountLifecycle,
  insightsAccountLifecycle,
  clipsAccountLifecycle,
  peopleAccountLifecycle,
  blocksAccountLifecycle,
  playlistsAccountLifecycle,
  dailyMixAccountLifecycle,
  consentAccountLifecycle,
  signInMovesAccountLifecycle,
  notificationsAccountLifecycle,
  pushAccountLifecycle,
  premiumAccountLifecycle,
  contactAccountLifecycle,
  objectionsAccountLifecycle,
  reportsAccountLifecycle,
  mailAccountLifecycle,
]);

/** A deleted track's tasks, playlists, counters and reports. */
registerTrackLifecycles([
  creationTrackLifecycle,
  playlistsTrackLifecycle,
  insightsTrackLifecycle,
  reportsTrackLifecycle,
]);
