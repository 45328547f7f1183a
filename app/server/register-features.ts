import { registerAccountParts } from "#app/features/accounts/server/account-parts.server.ts";
import { ownAccountPart } from "#app/features/accounts/server/own-account-part.server.ts";
import { consentAccountPart } from "#app/features/consent/server/account-part.server.ts";
import { contactAccountPart } from "#app/features/contact/account-part.server.ts";
import { creationAccountPart } from "#app/features/creation/server/account-part.server.ts";
import { creationTrackDeletionPart } from "#app/features/creation/server/track-deletion-part.server.ts";
import { invitationsAccountPart } from "#app/features/invitations/server/account-part.server.ts";
import { likesAccountPart } from "#app/features/likes/server/account-part.server.ts";
import { listeningAccountPart } from "#app/features/listening/server/account-part.server.ts";
import { mailAccountPart } from "#app/features/mail/account-part.server.ts";
import { notificationsAccountPart } from "#app/features/notifications/server/account-part.server.ts";
import { peopleAccountPart } from "#app/features/people/server/account-part.server.ts";
import { playlistsAccountPart } from "#app/features/playlists/server/account-part.server.ts";
import { playlistsTrackDeletionPart } from "#app/features/playlists/server/track-deletion-part.server.ts";
import { premiumAccountPart } from "#app/features/premium/subscription/server/account-part.server.ts";
import { providersAccountPart } from "#app/features/providers/server/account-part.server.ts";
import { pushAccountPart } from "#app/features/push/server/account-part.server.ts";
import { readingsAccountPart } from "#app/features/readings/server/account-part.server.ts";
import { reportsAccountPart } from "#app/features/reports/account-part.server.ts";
import { reportsTrackDeletionPart } from "#app/features/reports/track-deletion-part.server.ts";
import { tracksAccountPart } from "#app/features/tracks/server/account-part.server.ts";
import { registerTrackDeletionParts } from "#app/features/tracks/server/track-deletion-parts.server.ts";

// Connects features with those below them, which must not import them. Whatever process changes or exports accounts or
// deletes tracks imports this file first: the server, the worker, the commands, tests with a database.

/** In the order of the export's fields. Deletions run them in this order too: notifications are locked last. */
registerAccountParts([
  ownAccountPart,
  invitationsAccountPart,
  tracksAccountPart,
  creationAccountPart,
  providersAccountPart,
  readingsAccountPart,
  likesAccountPart,
  listeningAccountPart,
  peopleAccountPart,
  playlistsAccountPart,
  consentAccountPart,
  notificationsAccountPart,
  pushAccountPart,
  premiumAccountPart,
  contactAccountPart,
  reportsAccountPart,
  mailAccountPart,
]);

/** Tasks, playlists and reports of a deleted track. */
registerTrackDeletionParts([creationTrackDeletionPart, playlistsTrackDeletionPart, reportsTrackDeletionPart]);
