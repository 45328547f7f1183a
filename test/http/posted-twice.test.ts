import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { sendContactMessage } from "#app/features/contact/send-contact-message.server.ts";
import { agreements } from "#app/features/creation/creation.ts";
import { db, write } from "#db/client.ts";
import {
  audioTasks,
  caseEntries,
  contactMessages,
  dailyUsage,
  emails,
  generationTasks,
  invitations,
  pronunciations,
  themes,
  trackCorrections,
  trackReports,
  tracks,
  trackUploads,
} from "#db/schema/index.ts";
import { addAdminSession } from "../admin.ts";
import { shortText } from "../api/journeys.ts";
import { makeMp3 } from "../audio/make-audio.ts";
import { Client } from "../client.ts";
import { addMember, withDatabase } from "../database.ts";
import { sharedServer } from "../servers/shared-server.ts";
import { addTheme } from "../themes.ts";
import { addTrack } from "../tracks.ts";

/** Every form that makes something, posted as browsers without scripts post it at a double click, and sent again later. */

withDatabase();

let origin: string;
let admin: Client;
beforeAll(async () => {
  ({ origin } = sharedServer());
  admin = Client.withAdminSession(origin, (await addAdminSession()).token);
});

async function newMember() {
  const viewer = await addMember();
  const token = await startSession({ userId: viewer.id, deviceInfo: "" });
  return { viewer, client: Client.withSession(origin, token) };
}

const answerOf = ({ status, headers }: Response) => ({ status, location: headers.get("Location") });
type Post = () => Promise<Response>;

/** Posts at the same instant, three times; all are answered alike. Returns where they lead. */
async function atOnce(post: Post): Promise<string> {
  const [first, ...others] = (await Promise.all([post(), post(), post()])).map(answerOf);
  expect(first?.status).toBe(303);
  expect(others).toEqual([first, first]);
  return first?.location ?? "";
}

/** The same once more, when all that it began has ended. */
async function again(post: Post, location: string): Promise<void> {
  expect(answerOf(await post())).toEqual({ status: 303, location });
}

const tasksOf = (userId: string, kind: "script" | "preview") =>
  db
    .select()
    .from(audioTasks)
    .where(and(eq(audioTasks.userId, userId), eq(audioTasks.kind, kind)));

/** The tasks of a member when all of them have ended. */
async function ended(userId: string, kind: "script" | "preview") {
  await expect
    .poll(async () => (await tasksOf(userId, kind)).map(({ state }) => state), { timeout: 60_000 })
    .not.toContainEqual(expect.stringMatching(/queued|processing|generation/));
  return tasksOf(userId, kind);
}

const usesOf = async (userId: string) => {
  const [usage] = await db.select().from(dailyUsage).where(eq(dailyUsage.userId, userId));
  return usage?.count ?? 0;
};

test("a creation, step by step: one script, one revision, one preview for one use, one line, one way back, one track", async () => {
  const { viewer, client } = await newMember();
  const path = "/create-post-v2";
  const form = (fields: Record<string, string>) => () => client.form(path, fields);
  const inputText = "この山は日本で一番高い山です。標高は3776メートルあります。誰でも必ず登れます。";
  const write = form({ intent: "generate-script", inputText, title: "高い山" });
  await atOnce(write);
  const [script, ...otherScripts] = await ended(viewer.id, "script");
  expect(otherScripts).toEqual([]);

  const revise = form({ intent: "regenerate-script", scriptTaskId: script?.id ?? "" });
  const revisedAt = await atOnce(revise);
  await ended(viewer.id, "script");
  await again(revise, revisedAt);
  const scripts = await ended(viewer.id, "script");
  expect(scripts).toHaveLength(2);

  const scriptTaskId = scripts.find(({ id }) => id !== script?.id)?.id ?? "";
  const speak = form({ intent: "generate-audio", scriptTaskId, speakingRate: "1.5" });
  const spokenAt = await atOnce(speak);
  expect((await ended(viewer.id, "preview")).map(({ state }) => state)).toEqual(["completed"]);
  await again(speak, spokenAt);
  const [preview, ...otherPreviews] = await ended(viewer.id, "preview");
  expect([otherPreviews, await usesOf(viewer.id)]).toEqual([[], 1]);

  const reference = { taskId: preview?.id ?? "", version: "0" };
  const respeak = form({ intent: "respeak-line", ...reference, line: "0", text: "こんばんは、山の話です。" });
  const respokenAt = await atOnce(respeak);
  await ended(viewer.id, "preview");
  await again(respeak, respokenAt);
  const [respoken] = await ended(viewer.id, "preview");
  expect(respoken).toMatchObject({ state: "completed", revision: { version: 1, spoken: 1 } });

  const undo = form({ intent: "undo-line", ...reference, version: "1" });
  const undoneAt = await atOnce(undo);
  await ended(viewer.id, "preview");
  await again(undo, undoneAt);
  const [undone] = await ended(viewer.id, "preview");
  expect(undone).toMatchObject({ script: preview?.script, revision: { version: 2, spoken: 1, earlier: [] } });

  const agreed = Object.fromEntries(agreements.map((_, index) => [`agreedToTerms[${index}]`, "on"]));
  const publish = form({
    intent: "publish",
    previewFilename: preview?.previewFilename ?? "",
    title: "高い山",
    ...agreed,
  });
  const publishedAt = await atOnce(publish);
  await again(publish, publishedAt);
  expect(await db.$count(tracks, eq(tracks.userId, viewer.id))).toBe(1);
  expect(await usesOf(viewer.id)).toBe(1);

  const trackId = Number(/\d+(?=\?)/.exec(publishedAt));
  const before = (await client.get(publishedAt)).status;
  expect(before).toBe(200);
  const [track] = await db.select().from(tracks).where(eq(tracks.id, trackId));
  const [line = ""] = /(?<=^A: ).*/m.exec(track?.script ?? "") ?? [];
  const correct = () =>
    client.form(`/track/${trackId}/correct`, {
      intent: "correct",
      line: "0",
      before: line,
      text: "標高は3776メートルです。",
      note: "",
    });
  const corrections = () => db.select().from(trackCorrections).where(eq(trackCorrections.trackId, trackId));
  const correctedAt = await atOnce(correct);
  await expect
    .poll(async () => (await corrections()).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(["completed"]);
  await again(correct, correctedAt);
  expect(await corrections()).toHaveLength(1);
}, 180_000);

test("a script is written once while it is being written, and a text that is a script already too", async () => {
  const { viewer, client } = await newMember();
  await atOnce(() =>
    client.form("/create-post", { intent: "generate-script", inputText: shortText, title: "" }),
  );
  expect(await ended(viewer.id, "script")).toHaveLength(1);
});

test("a reading, a list of readings, a report, an invitation that is revoked", async () => {
  const { viewer, client } = await newMember();
  const save = { intent: "save", id: "", word: "夜半", reading: "ヨワ", accent: "" };
  const savedAt = await atOnce(() => client.form("/settings/readings", save));
  await again(() => client.form("/settings/readings", save), savedAt);
  const imported = { intent: "import", text: "夜更け,ヨフケ\n夜長,ヨナガ" };
  await atOnce(() => client.form("/settings/readings", imported));
  expect(await db.$count(pronunciations, eq(pronunciations.userId, viewer.id))).toBe(3);

  const trackId = await addTrack({ userId: (await addMember()).id });
  const report = { reason: "other", comment: `音が出ません ${viewer.id}` };
  for (const sender of [client, new Client(origin)])
    await atOnce(() => sender.form(`/track/${trackId}/report`, report));
  expect(await db.$count(trackReports, eq(trackReports.trackId, trackId))).toBe(2);

  const code = `twice${Date.now()}`;
  await write((tx) =>
    tx.insert(invitations).values({ code, ownerId: viewer.id, maxUses: 1, createdAt: new Date() }),
  );
  await atOnce(() => client.form("/invite-friends", { code }));
});

test("the console: themes of a video, audio of a theme and of a text", async () => {
  const url = `https://www.youtube.com/watch?v=twi${Date.now().toString(36).slice(-8)}`;
  const text = [
    "夜の港には、船がひとつずつ帰ってきます。灯台の明かりが水面をゆっくりと撫で、綱を受け取る人たちの声が岸壁に響きます。",
    "漁師たちは、その日に獲れた魚を箱に並べながら、風の向きと明日の天気について静かに話し合います。",
    "市場が開くのは朝の四時です。氷の音と荷車の音が重なり、まだ暗い町に少しずつ人が集まってきます。",
    "港で働く人の多くは、子どものころから海のそばで暮らし、潮の満ち引きを体で覚えてきたといいます。",
    "近年は若い人が町に戻り、古い倉庫を直して食堂や宿を始めています。夜の港には新しい灯りが増えました。",
  ].join("\n");
  const extract = () => admin.form("/admin/themes", { intent: "extract", url, text });
  const extractedAt = await atOnce(extract);
  await again(extract, extractedAt);
  expect(await db.$count(themes, eq(themes.status, "pending"))).toBeGreaterThan(0);

  const themeId = await addTheme();
  const generate = () =>
    admin.form("/admin/themes", { intent: "generate", theme: String(themeId), speakingRate: "1.5" });
  const generatedAt = await atOnce(generate);
  const tasks = () => db.select().from(generationTasks).where(eq(generationTasks.themeId, themeId));
  await expect
    .poll(async () => (await tasks()).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(["completed"]);
  await again(generate, generatedAt);
  expect(await tasks()).toHaveLength(1);

  const inputText = `夜の港に、船がひとつ帰ってきました。${Date.now()}`;
  const speak = () => admin.form("/admin/generate", { intent: "generate", inputText, speakingRate: "1.5" });
  const spokenAt = await atOnce(speak);
  const texts = () => db.select().from(generationTasks).where(eq(generationTasks.inputText, inputText));
  await expect
    .poll(async () => (await texts()).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(["completed"]);
  await again(speak, spokenAt);
  expect(await texts()).toHaveLength(1);
}, 120_000);

test("an audio file that is sent twice is one upload; another file of the same name is another", async () => {
  const title = `二度送られた音 ${Date.now()}`;
  const audio = await makeMp3();
  const send = (bytes: Buffer) => () => {
    const body = new FormData();
    body.set("title", title);
    body.set("labels", "夜");
    body.set("audio", new File([new Uint8Array(bytes)], "夜の音.mp3"));
    return admin.fetch("/admin/upload", { method: "POST", headers: { Accept: "text/html" }, body });
  };
  const uploads = () => db.select().from(trackUploads).where(eq(trackUploads.title, title));
  const sentAt = await atOnce(send(audio));
  await expect
    .poll(async () => (await uploads()).map(({ state }) => state), { timeout: 60_000 })
    .toEqual(["completed"]);
  await again(send(audio), sentAt);
  expect(await uploads()).toHaveLength(1);
  expect(await db.$count(trackUploads, eq(trackUploads.state, "receiving"))).toBe(0);
  const other = Buffer.from(audio);
  other[other.length - 1] = 1 + (other.at(-1) ?? 0);
  expect(answerOf(await send(other)()).location).not.toBe(sentAt);
  expect(await uploads()).toHaveLength(2);
  expect(await db.$count(tracks, eq(tracks.title, title))).toBeGreaterThan(0);
}, 120_000);

test("a reply and a note of an operator", async () => {
  const email = `twice-${Date.now()}@example.com`;
  await sendContactMessage({
    viewer: null,
    message: { name: "夜野", email, subject: "その他", message: "二度押しました" },
  });
  const [message] = await db.select().from(contactMessages).where(eq(contactMessages.email, email));
  const id = String(message?.id);
  const form = (fields: Record<string, string>) => () => admin.form("/admin/inquiries", { id, ...fields });
  const entries = (kind: "reply" | "note") =>
    db.$count(
      caseEntries,
      and(eq(caseEntries.contactMessageId, message?.id ?? 0), eq(caseEntries.kind, kind)),
    );
  await atOnce(form({ intent: "message-note", note: "返事を待ちます" }));
  expect(await entries("note")).toBe(1);
  const reply = form({ intent: "message-reply", seen: "1", text: "ありがとうございます" });
  await again(reply, await atOnce(reply));
  expect(await entries("reply")).toBe(1);
  expect(await db.$count(emails, eq(emails.template, "contact-reply"))).toBeLessThanOrEqual(1);

  const trackId = await addTrack({ userId: (await addMember()).id });
  await atOnce(form({ intent: "report-note", trackId: String(trackId), note: "聴きました" }));
  expect(await db.$count(caseEntries, eq(caseEntries.trackId, trackId))).toBe(1);
});
