import { createECDH, randomUUID } from "node:crypto";
import { notInArray } from "drizzle-orm";
import sharp from "sharp";
import { publicIdOfToken, startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { db, write } from "#db/client.ts";
import { generationTasks, trackUploads, users } from "#db/schema/index.ts";
import { addAdminSession, addOperator } from "#test/admin.ts";
import { adminPassword, adminUsername } from "#test/admin-password.ts";
import { makeMp3 } from "#test/audio/make-audio.ts";
import { addMember, updateUser } from "#test/database.ts";
import { addFullAccount } from "#test/full-account.ts";
import { addPlaylist } from "#test/playlists.ts";
import { addSoundingTracks } from "#test/sounding-tracks.ts";
import { addTheme } from "#test/themes.ts";
import { addTrack } from "#test/tracks.ts";
import type { ActorName } from "./actors.ts";
import { guardAccount } from "./guarded-rows.ts";
import type { Files } from "./multipart-body.ts";
import { thingsOf } from "./own-things.ts";
import { Secrets } from "./secrets.ts";
import type { Kind, Thing } from "./things.ts";

/** Who is signed in how, what there is, and what is secret. */
export interface World {
  cookies: Readonly<Record<Exclude<ActorName, "leaver">, string>>;
  things: readonly Thing[];
  /** Guarded: their words after the excerpt are secrets. */
  premiumOnlyTracks: readonly number[];
  values: Readonly<Record<string, readonly unknown[]>>;
  files: Files;
  secrets: Secrets;
}

const bystanderCount = 30;

export const sessionCookie = (token: string) => `__Host-mugen_session=${token}`;
export const adminCookie = (token: string) => `__Host-mugen_admin=${token}`;

/** Fills the database and the files of an empty installation. `subscribe` buys premium for who has the cookie. */
export async function makeWorld(
  dataDir: string,
  subscribe: (cookie: string) => Promise<void>,
): Promise<World> {
  const secrets = new Secrets();
  // First: numbers as low as 1 are theirs.
  const bystanders = await addBystanders(dataDir);
  const [mine, others] = [await addFullAccount(), await addFullAccount()];
  const listener = await addMember({ name: "聴く人", customUserId: "listener" });
  const premium: ActorName[] = ["member", "other"];
  const guarded = [
    await guardAccount({ account: mine, owner: "member", premium, secrets, dataDir }),
    await guardAccount({ account: others, owner: "other", premium, secrets, dataDir }),
  ];
  const accounts = { member: mine.viewer, other: others.viewer, listener };
  await hideOtherAddresses(accounts, secrets);
  const owned: Thing[] = [];
  // In turn: the numbers of rows are the same each time.
  for (const owner of ["member", "other", "listener"] as const)
    owned.push(...(await thingsOf(owner, accounts[owner])));
  const cookieOf = async ({ id }: Viewer) =>
    sessionCookie(await startSession({ userId: id, deviceInfo: "Firefox/1 Android" }));
  const payer = await cookieOf(await addMember({ name: "払う人" }));
  await subscribe(payer);
  return {
    cookies: {
      visitor: "",
      payer,
      // Their devices get push messages.
      member: sessionCookie(mine.token),
      other: sessionCookie(others.token),
      listener: await cookieOf(listener),
      admin: adminCookie((await addAdminSession()).token),
      moderator: adminCookie((await addOperator()).token),
    },
    things: withoutRepeated([
      ...guarded.flatMap(({ things }) => things),
      ...owned,
      ...bystanders,
      ...(await commonThings()),
    ]),
    premiumOnlyTracks: guarded.map(({ premiumOnly }) => premiumOnly),
    values: commonValues(),
    files: await makeFiles(),
    secrets,
  };
}

async function addBystanders(dataDir: string): Promise<Thing[]> {
  const found: Thing[] = [];
  const add = (kind: Kind, id: string | number) =>
    found.push({ kind, id: `${id}`, owner: "anybody", isGuarded: false });
  for (let number = 0; number < bystanderCount; number++) {
    const customUserId = number % 2 === 0 ? `bystander${number}` : undefined;
    const { id: userId } = await addMember({
      name: `近くの人${number}`,
      ...(customUserId && { customUserId }),
    });
    const trackId = await addTrack({ userId, title: `近くの音${number}`, isVisible: number % 7 !== 6 });
    const slug = `list-${number}`;
    add("person", customUserId ?? userId);
    add("track", trackId);
    add(
      "playlist",
      await addPlaylist({ userId, trackIds: [trackId], publicSlug: slug, name: `一覧${number}` }),
    );
    add("slug", slug);
    if (number % 3 === 0) add("session", publicIdOfToken(await startSession({ userId, deviceInfo: "" })));
  }
  const { id: userId } = await addMember({ name: "音のある人" });
  const titles = ["夜の窓", "朝の窓", "昼の窓", "雨の窓"];
  for (const id of await addSoundingTracks({ dataDir, userId, titles, seconds: 2, kbps: [64, 128] }))
    add("track", id);
  return found;
}

/** Addresses of email are their owners' alone. */
async function hideOtherAddresses(
  accounts: Readonly<Partial<Record<ActorName, Viewer>>>,
  secrets: Secrets,
): Promise<void> {
  const hide = (id: string, email: string) => updateUser(id, { email, subject: email });
  const { listener } = accounts;
  if (listener) await hide(listener.id, `${secrets.hide("address of listener", "listener")}@example.com`);
  const known = Object.values(accounts).map(({ id }) => id);
  const others = await db.select({ id: users.id }).from(users).where(notInArray(users.id, known));
  for (const { id } of others) await hide(id, `${secrets.hide("address of somebody")}@example.com`);
}

async function commonThings(): Promise<Thing[]> {
  const found: Thing[] = [];
  const add = (kind: Kind, id: string | number) =>
    found.push({ kind, id: `${id}`, owner: "anybody", isGuarded: false });
  for (const status of ["approved", "pending", "rejected", "approved", "pending"] as const)
    add("theme", await addTheme({ status, title: `題材 ${status}` }));
  for (const line of [0, 1, 2, 99]) add("line", line);
  for (const name of ["歴史", "科学", "夜"]) add("category", name);
  const now = new Date();
  for (const state of ["failed", "cancelled"] as const) {
    const id = randomUUID();
    const times = { createdAt: now, updatedAt: now, endedAt: now };
    await write((tx) =>
      tx.insert(generationTasks).values({
        id,
        kind: "text",
        inputText: "夜",
        activeKey: id,
        state,
        speakingRate: 1,
        stageLog: [],
        ...times,
      }),
    );
    add("generation", id);
    const upload = { id, adminName: adminUsername, title: "夜", state, createdAt: now, updatedAt: now };
    await write((tx) => tx.insert(trackUploads).values(upload));
    add("upload", id);
  }
  return found;
}

/** A guarded thing is found again among all rows of its owner. */
function withoutRepeated(things: readonly Thing[]): Thing[] {
  return [
    ...new Map(things.toReversed().map((thing) => [`${thing.kind} ${thing.id}`, thing])).values(),
  ].toReversed();
}

const commonValues = (): World["values"] => ({
  username: [adminUsername],
  password: [adminPassword, "wrong"],
  script: ["A: こんばんは。\nB: こんばんは。"],
  originalScript: ["A: こんばんは。\nB: こんばんは。"],
  inputText: ["夜のラジオには、昼とはちがう時間が流れています。窓の外が静かになると、小さな音まで届きます。"],
  email: ["someone@example.com", "himitsu"],
  endpoint: ["https://fcm.googleapis.com/fcm/send/one", "https://fcm.googleapis.com/fcm/send/two"],
  p256dh: [createECDH("prime256v1").generateKeys("base64url")],
  auth: ["AAAAAAAAAAAAAAAAAAAAAA"],
  deviceId: ["visit-of-a-phone", "visit-of-a-tablet"],
  subject: ["その他"],
  text: ["匝瑳,そうさ,1", "夜の話です。"],
  speakingRate: [1, 0.75],
  agreedToTerms: [true],
  word: ["宍粟", "匝瑳"],
  reading: ["しそう", "シソー"],
  title: ["夜の音"],
  labels: ["歴史", "科学"],
  transcript: ["A: こんばんは。"],
  hidden: ["on"],
  premiumOnly: ["on"],
  search: ["夜", "窓", "himitsu", "ひめごと", "a"],
  q: ["夜", "窓", "himitsu", "歴"],
  url: ["https://vimeo.com/76979871"],
  limit: [1, 2, 20, 100],
  cursor: ["4000000000000.2147483647", "1700000000000.7"],
});

async function makeFiles(): Promise<Files> {
  const create = { width: 90, height: 90, channels: 3, background: "#a04020" } as const;
  return { picture: await sharp({ create }).png().toBuffer(), sound: await makeMp3() };
}
