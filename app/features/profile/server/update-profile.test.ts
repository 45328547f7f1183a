import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Invalid } from "#app/features/domain-error.ts";
import { pictureKeys, picturePath } from "#app/features/pictures/picture.ts";
import { searchTracks } from "#app/features/search/server/search-tracks.server.ts";
import { audioStorage } from "#app/features/storage/server/audio-storage.server.ts";
import { validate } from "#app/features/validate.ts";
import { db, write } from "#db/client.ts";
import { labels, trackLabels, users } from "#db/schema/index.ts";
import { addMember, updateUser, withDatabase } from "#test/database.ts";
import { addTrack } from "#test/tracks.ts";
import { profileChangesSchema, profileSchema } from "../profile.schema.ts";
import { checkCustomUserId } from "./profile.server.ts";
import { updateProfile } from "./update-profile.server.ts";

withDatabase();

const patch = (viewer: Viewer, changes: unknown) =>
  updateProfile({ viewer, changes: validate(profileChangesSchema, changes) });

async function rowOf(viewer: Viewer) {
  const [row] = await db.select().from(users).where(eq(users.id, viewer.id));
  return row;
}

/** The messages that a change is refused with. */
async function refusal(work: () => Promise<unknown>): Promise<Record<string, string[]>> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Invalid) return error.fields;
    throw error;
  }
  throw new Error("it was taken");
}

const pattern = "ユーザーIDは英数字、ハイフン、アンダースコアのみ使用可能です";
test.each([
  ["name", "", "名前を入力してください"],
  ["name", " 　", "名前を入力してください"],
  ["name", 5, "名前を入力してください"],
  ["name", null, "名前を入力してください"],
  ["name", "夜".repeat(51), "名前は50文字以内で入力してください"],
  ["customUserId", "ab", "ユーザーIDは3文字以上で入力してください"],
  ["customUserId", "a".repeat(31), "ユーザーIDは30文字以内で入力してください"],
  ["customUserId", "あ", pattern],
  ["customUserId", "夜の音", pattern],
  ["customUserId", "a b", pattern],
  ["customUserId", "a/b", pattern],
  ["customUserId", "a.b", pattern],
  ["customUserId", "ａｂｃ", pattern],
  ["customUserId", "Settings", "このユーザーIDは使用できません"],
  ["xHandle", "a-b", "Xアカウントは英数字とアンダースコアのみ使用可能です"],
  ["xHandle", "https://x.com/a", "Xアカウントは英数字とアンダースコアのみ使用可能です"],
  ["xHandle", "a".repeat(16), "Xアカウントは15文字以内で入力してください"],
])("%s %j: %s", async (field, value, message) => {
  const viewer = await addMember();
  expect(await refusal(() => patch(viewer, { [field]: value }))).toEqual({ [field]: [message] });
});

test("a whole profile needs a name; what else is not given stays", async () => {
  expect(await refusal(async () => validate(profileSchema, { customUserId: "abc" }))).toEqual({
    name: ["名前を入力してください"],
  });
  const viewer = await addMember({ customUserId: "StaysAsItIs" });
  await patch(viewer, { xHandle: " @Yoru_01 ", picture: "🎧" });
  await updateProfile({ viewer, changes: validate(profileSchema, { name: " 朝野 " }) });
  expect(await rowOf(viewer)).toMatchObject({
    name: "朝野",
    customUserId: "StaysAsItIs",
    picture: "🎧",
    xHandle: "Yoru_01",
  });
  await patch(viewer, { xHandle: "", picture: "default-avatar.png", customUserId: "Another_1" });
  expect(await rowOf(viewer)).toMatchObject({
    customUserId: "Another_1",
    customUserIdFolded: "another_1",
    picture: null,
    xHandle: null,
  });
});

test("a name or an ID that may do harm is not stored; one that is there already hinders no other change", async () => {
  const viewer = await addMember();
  const fields = await refusal(() =>
    patch(viewer, { name: "泥棒の佐伯かおる", customUserId: "kill-yourself" }),
  );
  expect(fields).toEqual({
    name: [expect.stringContaining("名前を伏せる")],
    customUserId: [expect.stringContaining("保存できません")],
  });
  expect(await rowOf(viewer)).toMatchObject({ name: viewer.name, customUserId: null });
  const named = { ...viewer, name: "泥棒の佐伯かおる" };
  expect(await patch(named, { name: named.name, xHandle: "yoru" })).toMatchObject({ xHandle: "yoru" });
});

test("an ID may be left empty until one is chosen, then changed but not given up", async () => {
  const viewer = await addMember();
  await patch(viewer, { customUserId: "" });
  await patch(viewer, { customUserId: "kanade_1" });
  await patch(viewer, { customUserId: "KANADE_1" });
  expect((await rowOf(viewer))?.customUserId).toBe("KANADE_1");
  expect(Object.keys(await refusal(() => patch(viewer, { customUserId: "" })))).toEqual(["customUserId"]);
});

test.each(["🎧", "☕", "☕️", "❤️", "∞️", "☀"])("%s can be an avatar if it is one emoji", async (emoji) => {
  const viewer = await addMember();
  const taken = (async () => patch(viewer, { picture: emoji }))().then(
    () => true,
    () => false,
  );
  expect(await taken).toBe(!emoji.startsWith("∞"));
});

test.each([
  "ab",
  "夜",
  "1",
  "🎧🎧",
  "👩‍🎤",
  "🇯🇵",
  "https://evil.example/x.png",
  "//evil.example/x.png",
  "/uploads/somebody/0123456789abcdef0123456789abcdef.webp",
  "javascript:alert(1)",
  "data:image/png;base64,AAAA",
])("%s can't be an avatar", async (picture) => {
  const viewer = await addMember();
  expect(Object.keys(await refusal(() => patch(viewer, { picture })))).toEqual(["picture"]);
});

test("the present picture may be sent back; in exchange for an emoji its files go", async () => {
  const viewer = await addMember();
  const imageId = "0123456789abcdef0123456789abcdef";
  const picture = picturePath(viewer.id, imageId);
  const keys = pictureKeys(viewer.id, imageId);
  for (const key of [keys.large, keys.small]) await audioStorage().put(key, Buffer.from("x"));
  await updateUser(viewer.id, { picture });
  await patch(viewer, { picture, name: "朝" });
  expect(await audioStorage().stat(keys.large)).not.toBeNull();
  await patch(viewer, { picture: "🌙" });
  expect([await audioStorage().stat(keys.large), await audioStorage().stat(keys.small)]).toEqual([
    null,
    null,
  ]);
  // It is not theirs any more, as a page says that was open meanwhile.
  expect(await refusal(() => patch(viewer, { picture, name: "夜" }))).toEqual({
    picture: ["画像がほかの画面で変更されています。ほかのアイコンを選ぶか、ページを読み込み直してください"],
  });
});

test("of many who want one ID at the same moment, in any case of letters, one gets it", async () => {
  const members = await Promise.all(Array.from({ length: 12 }, () => addMember()));
  const outcomes = await Promise.all(
    members.map((viewer, n) =>
      patch(viewer, { customUserId: n % 2 ? "night_owl" : "Night_Owl" }).then(
        () => null,
        (error: unknown) => error,
      ),
    ),
  );
  const refused = outcomes.filter((error) => error !== null);
  expect(refused).toHaveLength(11);
  for (const error of refused) {
    expect(error).toMatchObject({ fields: { customUserId: ["このユーザーIDは既に使われています"] } });
  }
  const winner = members[outcomes.indexOf(null)] ?? (await addMember());
  const loser = members[outcomes.findIndex((error) => error !== null)] ?? winner;
  const check = (viewer: Viewer, customUserId: string) => checkCustomUserId({ viewer, customUserId });
  expect(await check(winner, "NIGHT_owl")).toEqual({ available: true, reason: "利用可能です" });
  expect(await check(loser, "NIGHT_owl")).toEqual({
    available: false,
    reason: "このユーザーIDは既に使われています",
  });
  expect(await check(loser, "night_owl2")).toEqual({ available: true, reason: "利用可能です" });
  expect(await check(loser, "API")).toEqual({ available: false, reason: "このユーザーIDは使用できません" });
  expect((await check(loser, "夜夜夜")).available).toBe(false);
});

test("the search finds a renamed author's tracks under the new name only, and still by label and script", async () => {
  const viewer = await addMember({ name: "ふるいなまえ" });
  const ids: number[] = [];
  for (let n = 0; n < 3; n++)
    ids.push(await addTrack({ userId: viewer.id, title: `改名前${n}`, script: "A: 波止場" }));
  await write(async (tx) => {
    const [label] = await tx.insert(labels).values({ name: "歴史改", folded: "歴史改" }).returning();
    for (const trackId of ids) {
      await tx.insert(trackLabels).values({ trackId, labelId: label?.id ?? 0, position: 0 });
    }
  });
  await patch(viewer, { name: "アタラシイ名" });
  const found = async (query: string) =>
    (await searchTracks({ viewer: null, query, limit: 10 })).tracks.map(({ id }) => id);
  for (const query of ["あたらしい名", "歴史改", "波止場", "改名前"]) {
    expect(await found(query), query).toEqual(ids.toReversed());
  }
  expect(await found("ふるいなまえ")).toEqual([]);
  expect(await db.$count(users, and(eq(users.id, viewer.id), eq(users.name, "アタラシイ名")))).toBe(1);
});

test("others have their turn while the search index of many tracks is written", async () => {
  const viewer = await addMember({ name: "前の名" });
  for (let n = 0; n < 5; n++) await addTrack({ userId: viewer.id });
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await patch(viewer, { name: "次の名" });
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(5);
});
