import { environment } from "#app/config/environment.ts";
import { chooseChatEngine } from "#app/engines/chat/choose-chat-engine.ts";
import { chooseHarmJudge } from "#app/engines/harm/choose-harm-judge.ts";
import { chooseThemeEngine } from "#app/engines/topics/choose-theme-engine.ts";
import { registerAccountParts } from "#app/features/accounts/server/account-parts.server.ts";
import { ownAccountPart } from "#app/features/accounts/server/own-account-part.server.ts";
import { consentAccountPart } from "#app/features/consent/server/account-part.server.ts";
import { contactAccountPart } from "#app/features/contact/account-part.server.ts";
import { registerHarmJudge } from "#app/features/creation/harm/judge-harm.server.ts";
import { registerSpeechVoices } from "#app/features/creation/presentation/speech-voices.server.ts";
import { creationAccountPart } from "#app/features/creation/server/account-part.server.ts";
import { creationTrackDeletionPart } from "#app/features/creation/server/track-deletion-part.server.ts";
import { enginesAccountPart } from "#app/features/engines/server/account-part.server.ts";
import { registerEngineNames } from "#app/features/health/engine-names.server.ts";
import { invitationsAccountPart } from "#app/features/invitations/server/account-part.server.ts";
import { likesAccountPart } from "#app/features/likes/server/account-part.server.ts";
import { listeningAccountPart } from "#app/features/listening/server/account-part.server.ts";
import { mailAccountPart } from "#app/features/mail/account-part.server.ts";
import { notificationsAccountPart } from "#app/features/notifications/server/account-part.server.ts";
import { peopleAccountPart } from "#app/features/people/server/account-part.server.ts";
import { playlistsAccountPart } from "#app/features/playlists/server/account-part.server.ts";
import { playlistsTrackDeletionPart } from "#app/features/playlists/server/track-deletion-part.server.ts";
import { premiumAccountPart } from "#app/features/premium/subscription/server/account-part.server.ts";
import { pushAccountPart } from "#app/features/push/server/account-part.server.ts";
import { registerDoubtfulReadings } from "#app/features/readings/doubtful-readings.server.ts";
import { readingsAccountPart } from "#app/features/readings/server/account-part.server.ts";
import { reportsAccountPart } from "#app/features/reports/account-part.server.ts";
import { reportsTrackDeletionPart } from "#app/features/reports/track-deletion-part.server.ts";
import { registerChatEngine } from "#app/features/support/chat/server/answer-question.server.ts";
import { registerThemeEngine, themeEngine } from "#app/features/themes/server/theme-engine.server.ts";
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
  enginesAccountPart,
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

/** Asked within the request. */
registerChatEngine(chooseChatEngine);

/** Asked within the request that publishes. */
registerHarmJudge(chooseHarmJudge);

/** Asked within the request, which waits for the themes. */
registerThemeEngine(chooseThemeEngine);

/** For the console. Loaded when it asks: the voices have programs and models. */
registerEngineNames(async () => {
  const { speechEngine } = await import("#app/engines/speech/choose-speech-engine.ts");
  const { SCRIPT_ENGINE: script, FACT_CHECK_ENGINE: factCheck } = environment();
  return { script, factCheck, speech: (await speechEngine()).name, themes: themeEngine().name };
});

/** For the page on which voices are chosen. Loaded when it is shown: the voices have programs and models. */
registerSpeechVoices(async () => {
  const { openSpeechVoices } = await import("#app/engines/speech/speech-voices.ts");
  return openSpeechVoices();
});

/** For the script's page. Loaded when it is shown: word lists and rules of the voices. */
registerDoubtfulReadings(async () => {
  const { findDoubtful } = await import("#app/engines/readings/find-doubtful.ts");
  return findDoubtful;
});
