import { eq } from "drizzle-orm";
import { officialAccount } from "#app/features/accounts/account.ts";
import { addOfficialAccount } from "#app/features/accounts/server/add-official-account.server.ts";
import { maxCategories, maxCategoryLength } from "#app/features/playlists/playlist-categories.ts";
import { write } from "#db/client.ts";
import {
  adminSessions,
  audioTasks,
  auditLog,
  caseEntries,
  contactMessages,
  emails,
  engineUsage,
  labels,
  objections,
  playlists,
  pronunciations,
  sessions,
  themeExtractions,
  themes,
  trackCorrections,
  trackReports,
  tracks,
  transcriptCues,
  users,
  wordLists,
} from "#db/schema/index.ts";
import { addFullAccount } from "#test/full-account.ts";
import { addTheme } from "#test/themes.ts";
import { addTrack, updateTrack } from "#test/tracks.ts";

/** A text of the widest letters, which breaks nowhere by itself. `number` makes it another one of the same length. */
const unbroken = (length: number, number = 0) => `${"W".repeat(length - String(number).length)}${number}`;

/** Every text that people can write, at its longest and without a place where it breaks, in rows of every table. */
export async function fillWithLongestTexts() {
  const account = await addFullAccount();
  await write((tx) => addOfficialAccount(tx));
  const officialId = await addTrack({ userId: officialAccount.id });
  await updateTrack(officialId, { spokenWith: { speakingRate: 1, voices: null } });
  for (const status of ["pending", "approved"] as const) await addTheme({ status });
  const categories = Array.from({ length: maxCategories }, (_, n) => unbroken(maxCategoryLength, n)).join(
    ",",
  );
  const issues = [unbroken(300), unbroken(300, 1), unbroken(300, 2), unbroken(300, 3)];
  const factCheck = {
    status: "issues_found" as const,
    confidence: 60,
    summary: unbroken(300),
    issues,
    claims: [
      {
        line: 0,
        text: unbroken(300),
        verdict: "disputed" as const,
        note: unbroken(300),
        sources: [{ title: unbroken(200), url: `https://${"w".repeat(60)}.example/${unbroken(200)}` }],
      },
    ],
    searches: [{ text: unbroken(200), url: "https://www.google.com/search?q=w" }],
  };
  const speakerNames = { A: unbroken(20), B: unbroken(20, 1) };
  const script = `A: ${unbroken(900)}\nB: ${unbroken(900, 1)}`;
  await write(async (tx) => {
    const lines = [unbroken(60), unbroken(60, 1)];
    await tx.insert(wordLists).values(
      [1, 2].map((version) => ({
        ...{ version, words: lines, examples: lines, exceptions: lines, restores: null },
        ...{ blockedCount: 1000, freedCount: 1000, operatorName: "W".repeat(40), createdAt: new Date() },
      })),
    );
    for (const [number, { id }] of [account.viewer, account.friend].entries()) {
      await tx
        .update(users)
        .set({
          name: unbroken(50, number),
          email: `${unbroken(64, number)}@${"w".repeat(60)}.${"w".repeat(60)}.example`,
          customUserId: unbroken(30, number),
          customUserIdFolded: unbroken(30, number).toLowerCase(),
          xHandle: unbroken(15, number),
        })
        .where(eq(users.id, id));
    }
    await tx.update(tracks).set({
      title: unbroken(100),
      description: unbroken(500),
      script,
      factCheck,
      speakerNames,
      speechCredit: unbroken(100),
    });
    await tx.update(transcriptCues).set({ text: unbroken(900), section: unbroken(100) });
    await tx
      .update(trackCorrections)
      .set({ before: unbroken(900), after: unbroken(900, 1), note: unbroken(200) });
    await tx.update(playlists).set({ name: unbroken(100), category: categories, description: unbroken(500) });
    await tx.update(audioTasks).set({
      title: unbroken(100),
      inputText: unbroken(2000),
      script,
      factCheck,
      labels: [unbroken(50), unbroken(50, 1)],
      error: unbroken(300),
      failureCause: unbroken(300),
    });
    await tx
      .update(contactMessages)
      .set({ name: unbroken(100), email: `${unbroken(240)}@w.example`, message: unbroken(2000) });
    await tx.update(caseEntries).set({ text: unbroken(2000), author: unbroken(50) });
    await tx.update(objections).set({
      ...{ name: unbroken(50), email: `${unbroken(240)}@w.example` },
      ...{ target: unbroken(500), explanation: unbroken(2000) },
    });
    await tx.update(trackReports).set({ comment: unbroken(1000) });
    await tx
      .update(pronunciations)
      .set({ word: unbroken(30), wordKey: unbroken(30), reading: "ア".repeat(60) });
    await tx.update(sessions).set({ deviceInfo: unbroken(200) });
    await tx.update(adminSessions).set({ deviceInfo: unbroken(200) });
    await tx.update(engineUsage).set({ model: unbroken(100) });
    await tx
      .update(emails)
      .set({ to: `${unbroken(240)}@w.example`, error: unbroken(300), values: { message: unbroken(2000) } });
    await tx.update(themeExtractions).set({ title: unbroken(300), author: unbroken(100) });
    await tx
      .update(themes)
      .set({ title: unbroken(100), perspective: unbroken(300), content: unbroken(2000) });
    await tx.insert(auditLog).values({
      at: new Date(),
      actorKind: "admin",
      actorName: unbroken(50),
      action: "member-premium",
      targetType: "user",
      targetId: account.viewer.id,
      before: { reason: unbroken(500) },
      after: { reason: unbroken(500, 1) },
    });
    for (const [number, { id }] of (await tx.select().from(labels)).entries()) {
      const name = unbroken(50, number);
      await tx.update(labels).set({ name, folded: name.toLowerCase() }).where(eq(labels.id, id));
    }
  });
  return { ...account, officialId };
}
