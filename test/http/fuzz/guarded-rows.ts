import { and, eq, inArray, ne } from "drizzle-orm";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { write } from "#db/client.ts";
import {
  audioTasks,
  caseEntries,
  consents,
  contactMessages,
  dailyMixes,
  digestEmails,
  emails,
  invitations,
  memberNotes,
  objectionFiles,
  objections,
  playbacks,
  playlistItems,
  playlists,
  pronunciations,
  pushSubscriptions,
  receipts,
  refunds,
  series,
  seriesEpisodes,
  signInMoves,
  sources,
  trackReports,
  users,
  weeklyEmails,
} from "#db/schema/index.ts";
import type { addFullAccount } from "#test/full-account.ts";
import { addPremiumOnlyTrack } from "#test/premium-only-tracks.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";
import type { ActorName } from "./actors.ts";
import type { Secrets } from "./secrets.ts";
import type { Thing } from "./things.ts";

type Account = Awaited<ReturnType<typeof addFullAccount>>;

/** Puts a secret into each private text of a full account, and adds hidden, taken down, private and premium-only things. */
export async function guardAccount(o: {
  account: Account;
  owner: ActorName;
  /** Who hears premium-only tracks. */
  premium: readonly ActorName[];
  secrets: Secrets;
  dataDir: string;
}): Promise<{ things: Thing[]; premiumOnly: number }> {
  const { owner } = o;
  const { hidden, premiumOnly } = await addGuardedTracks(o);
  const tracksOfOwner = [...hidden, premiumOnly].map((id) => ({ kind: "track" as const, id: `${id}` }));
  const guarded: Guarded[] = [
    ...tracksOfOwner,
    ...(await addPrivatePlaylist(o)),
    ...(await guardDrafts(o)),
    ...(await guardMessages(o)),
  ];
  await guardOtherTexts(o);
  return { things: guarded.map((thing) => ({ ...thing, owner, isGuarded: true })), premiumOnly };
}

type Guarded = Pick<Thing, "kind" | "id">;
type Options = Parameters<typeof guardAccount>[0];

async function addGuardedTracks({
  account,
  owner,
  premium,
  secrets,
  dataDir,
}: Options): Promise<{ hidden: number[]; premiumOnly: number }> {
  const userId = account.viewer.id;
  const words = (what: string) => ({
    title: secrets.hide(`title of a ${what} track of ${owner}`, owner),
    script: `A: ${secrets.hide(`script of a ${what} track of ${owner}`, owner)}\nB: こんばんは。`,
  });
  const hidden = await addTrack({ userId, isVisible: false, ...words("hidden") });
  const takenDown = await addTrack({ userId, isVisible: false, ...words("taken down") });
  await updateTrack(takenDown, {
    takenDownAt: new Date(),
    wasVisibleBefore: true,
    takedownReason: secrets.hide(`reason of a takedown, for ${owner}`, owner),
  });
  const { trackId: premiumOnly, words: spoken } = await addPremiumOnlyTrack({ userId, dataDir });
  for (const text of spoken.secrets) secrets.know(text, `words of ${owner} for premium members`, ...premium);
  return { hidden: [hidden, takenDown], premiumOnly };
}

async function addPrivatePlaylist({ account, owner, secrets }: Options): Promise<Guarded[]> {
  const now = new Date();
  return write(async (tx) => {
    const [playlist] = await tx
      .insert(playlists)
      .values({
        userId: account.viewer.id,
        name: secrets.hide(`name of a private playlist of ${owner}`, owner),
        description: secrets.hide(`description of a private playlist of ${owner}`, owner),
        category: "その他",
        isPublic: false,
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: playlists.id });
    const playlistId = playlist?.id ?? 0;
    const [item] = await tx
      .insert(playlistItems)
      .values({ playlistId, trackId: account.trackId, position: 1 })
      .returning({ id: playlistItems.id });
    return [
      { kind: "playlist", id: `${playlistId}` },
      { kind: "item", id: `${item?.id}` },
    ];
  });
}

/** Texts from which tracks are made. */
async function guardDrafts({ account, owner, secrets }: Options): Promise<Guarded[]> {
  const { viewer, preview, running, seriesId } = account;
  await write(async (tx) => {
    await tx
      .update(audioTasks)
      .set({ inputText: secrets.hide(`text behind tracks of ${owner}`, owner) })
      .where(eq(audioTasks.userId, viewer.id));
    await tx
      .update(audioTasks)
      .set({
        title: secrets.hide(`title of drafts of ${owner}`, owner),
        script: `A: ${secrets.hide(`script of drafts of ${owner}`, owner)}`,
      })
      .where(inArray(audioTasks.id, [preview.taskId, running]));
    await tx
      .update(sources)
      .set({
        name: secrets.hide(`file name of a source of ${owner}`, owner),
        title: secrets.hide(`title of a source of ${owner}`, owner),
        blocks: [{ kind: "paragraph", text: secrets.hide(`text of a source of ${owner}`, owner) }],
        chosen: [0],
      })
      .where(eq(sources.userId, viewer.id));
    await tx
      .update(series)
      .set({ problem: secrets.hide(`problem of a series of ${owner}`, owner) })
      .where(eq(series.id, seriesId));
    await tx
      .update(seriesEpisodes)
      .set({
        heading: secrets.hide(`heading of an unpublished episode of ${owner}`, owner),
        text: secrets.hide(`text of an unpublished episode of ${owner}`, owner),
      })
      .where(and(eq(seriesEpisodes.seriesId, seriesId), ne(seriesEpisodes.state, "published")));
  });
  return [
    { kind: "task", id: preview.taskId },
    { kind: "task", id: running },
    { kind: "preview", id: preview.previewFilename },
  ];
}

/** What was written to the site, and by its operators. */
async function guardMessages({ account, owner, secrets }: Options): Promise<Guarded[]> {
  const { viewer, friend } = account;
  const evidence = `evidence/${secrets.hide(`key of evidence of ${owner}`)}.png`;
  await audioStorage().put(evidence, new Uint8Array([1]));
  return write(async (tx) => {
    await tx
      .update(trackReports)
      .set({
        comment: secrets.hide(`comments of reports by ${owner}`, owner),
        quote: secrets.hide(`quotes of reports by ${owner}`, owner),
      })
      .where(eq(trackReports.userId, viewer.id));
    await tx
      .update(trackReports)
      .set({ comment: secrets.hide(`comments of reports about ${owner}`) })
      .where(eq(trackReports.userId, friend.id));
    const messages = await tx
      .update(contactMessages)
      .set({ message: secrets.hide(`a message of ${owner}`, owner) })
      .where(eq(contactMessages.userId, viewer.id))
      .returning({ id: contactMessages.id });
    const opened = await tx
      .update(objections)
      .set({
        explanation: secrets.hide(`explanation of an objection of ${owner}`, owner),
        token: secrets.hide(`token of an objection of ${owner}`),
      })
      .where(eq(objections.userId, viewer.id))
      .returning({ id: objections.id });
    await tx
      .update(objections)
      .set({
        name: secrets.hide(`name of who objects to ${owner}`),
        email: `${secrets.hide(`address of who objects to ${owner}`)}@example.com`,
        token: secrets.hide(`token of who objects to ${owner}`),
      })
      .where(eq(objections.userId, friend.id));
    const cases = { messages: messages.map(({ id }) => id), objections: opened.map(({ id }) => id) };
    const note = { text: secrets.hide(`operators' notes about ${owner}`) };
    const reply = { text: secrets.hide(`replies to ${owner}`, owner) };
    for (const [kind, entry] of [
      ["note", note],
      ["reply", reply],
    ] as const) {
      await tx
        .update(caseEntries)
        .set(entry)
        .where(and(eq(caseEntries.kind, kind), inArray(caseEntries.contactMessageId, cases.messages)));
      await tx
        .update(caseEntries)
        .set(entry)
        .where(and(eq(caseEntries.kind, kind), inArray(caseEntries.objectionId, cases.objections)));
    }
    await tx.update(memberNotes).set(note).where(eq(memberNotes.userId, viewer.id));
    const files = await tx
      .update(objectionFiles)
      .set({
        key: evidence,
        name: `${secrets.hide(`file name of evidence of ${owner}`, owner)}.png`,
        bytes: 1,
      })
      .where(inArray(objectionFiles.objectionId, cases.objections))
      .returning({ id: objectionFiles.id });
    return [
      ...cases.objections.map((id) => ({ kind: "objection" as const, id: `${id}` })),
      ...files.map(({ id }) => ({ kind: "evidence" as const, id: `${id}` })),
    ];
  });
}

/** Addresses, keys, links and what else is nobody's business. */
async function guardOtherTexts({ account, owner, secrets }: Options): Promise<void> {
  const { viewer } = account;
  const mine = (what: string) => secrets.hide(`${what} of ${owner}`, owner);
  const nobodys = (what: string) => secrets.hide(`${what} of ${owner}`);
  await write(async (tx) => {
    const email = `${mine("address")}@example.com`;
    await tx
      .update(users)
      .set({ email, subject: email, newsToken: nobodys("link that stops letters") })
      .where(eq(users.id, viewer.id));
    await tx
      .update(pushSubscriptions)
      .set({
        endpoint: `https://push.example/${mine("address of a device")}`,
        p256dh: nobodys("key of a device"),
        auth: nobodys("second key of a device"),
      })
      .where(eq(pushSubscriptions.userId, viewer.id));
    await tx
      .update(invitations)
      .set({ message: mine("word in an invitation") })
      .where(eq(invitations.ownerId, viewer.id));
    const word = mine("word of the dictionary");
    await tx
      .update(pronunciations)
      .set({ word, wordKey: word, reading: mine("reading in the dictionary") })
      .where(eq(pronunciations.userId, viewer.id));
    const queue = { path: "/", isPlaylist: false, next: null, trackIds: [account.trackId] };
    await tx
      .update(playbacks)
      .set({ queue: { name: mine("name of what is played"), ...queue } })
      .where(eq(playbacks.userId, viewer.id));
    await tx
      .update(receipts)
      .set({ recipient: mine("name on receipts"), number: mine("number of a receipt") })
      .where(eq(receipts.userId, viewer.id));
    await tx
      .update(refunds)
      .set({ reason: nobodys("reason of a refund") })
      .where(eq(refunds.userId, viewer.id));
    await tx
      .update(dailyMixes)
      .set({ feedId: nobodys("link of a private feed") })
      .where(eq(dailyMixes.userId, viewer.id));
    await tx
      .update(digestEmails)
      .set({ token: nobodys("link that stops digests") })
      .where(eq(digestEmails.userId, viewer.id));
    await tx
      .update(weeklyEmails)
      .set({ token: nobodys("link that stops weekly letters") })
      .where(eq(weeklyEmails.userId, viewer.id));
    await tx
      .update(consents)
      .set({ id: mine("visit") })
      .where(eq(consents.userId, viewer.id));
    await tx
      .update(signInMoves)
      .set({ cancelHash: nobodys("link that cancels a move") })
      .where(eq(signInMoves.userId, viewer.id));
    await tx
      .update(emails)
      .set({ values: { message: mine("text of an email") } })
      .where(eq(emails.userId, viewer.id));
  });
}
