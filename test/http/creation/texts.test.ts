// long: speaks many texts
// @module-tag release: speaks many texts; the engines meet each of them in unit tests
import { existsSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  makePreview,
  previewOf,
  startPreview,
  taskEnd,
  usedGenerations,
  writeScript,
} from "../../api/journeys.ts";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { sharedServer } from "../../servers/shared-server.ts";

withDatabase();

let server: ReturnType<typeof sharedServer>;
beforeAll(() => {
  server = sharedServer();
});

const member = (name: string) => Client.signedIn(server.origin, `creation-${name}`);
const json = async (response: Promise<Response>): Promise<unknown> => (await response).json();

test("a preview can't be killed before 300 seconds, has its session's id, is played by its owner only, and is published by nobody who leaves or discards it", async () => {
  const maker = await member("private@example.com");
  const taskId = await startPreview(maker);
  expect((await maker.send("POST", `/api/audio-tasks/${taskId}/kill`)).status).toBe(409);
  const ended = await taskEnd(maker, taskId);
  expect(ended).toMatchObject({ status: "completed", userSessionId: `v2_${taskId}` });
  const { previewUrl, previewFilename } = previewOf(ended);
  expect(previewUrl).toBe(`/api/stream/${previewFilename}`);

  const other = await member("curious@example.com");
  for (const stranger of [other, new Client(server.origin)]) {
    expect((await stranger.get(previewUrl)).status).toBe(404);
  }
  const left = await maker.send("POST", "/api/publish-track", { previewFilename, autoUpdateOnly: true });
  expect(await left.json()).toMatchObject({ success: true, trackId: null });
  expect((await other.send("DELETE", `/api/cleanup-preview/${previewFilename}`)).status).toBe(404);
  expect((await maker.get(previewUrl)).status).toBe(200);
  expect((await maker.send("DELETE", `/api/cleanup-preview/${previewFilename}`)).status).toBe(200);
  expect((await maker.get(previewUrl)).status).toBe(404);
  expect(await usedGenerations(maker)).toBe(1);
});

test("regenerating reflects the fact check, keeps title and labels, and stays on the page that asked", async () => {
  const maker = await member("facts@example.com");
  const inputText = "この山は日本で一番高い山です。標高は3776メートルあります。誰でも必ず登れます。";
  const scriptOf = z.object({
    title: z.string(),
    labels: z.array(z.string()).min(1),
    script: z.string(),
    factCheck: z.object({ status: z.string(), issues: z.array(z.string()) }),
  });
  const first = scriptOf.parse(
    await json(
      maker.send("POST", "/api/generate-script", { inputText, title: "高い山", isV2UserContent: true }),
    ),
  );
  expect(first.factCheck.status).toBe("issues_found");
  expect(await (await maker.get("/create-post-v2")).text()).toContain("高い山</h2>");
  const revised = scriptOf.parse(
    await json(
      maker.send("POST", "/api/regenerate-script", {
        inputText,
        originalScript: first.script,
        issues: first.factCheck.issues,
        isV2UserContent: true,
      }),
    ),
  );
  expect(revised).toMatchObject({ title: "高い山", labels: first.labels });
  expect(revised.script).not.toBe(first.script);
  expect(revised.factCheck.issues.length).toBeLessThan(first.factCheck.issues.length);
  expect(await (await maker.get("/create-post")).text()).not.toContain("高い山");
});

test("any text becomes a script that is spoken, and none reaches a shell", async () => {
  const texts = [
    "夜",
    "https://example.com/?q=$(touch%20/tmp/mugen-shell)&x=`id`",
    "-h; $(touch /tmp/mugen-shell) && `reboot` | cat",
    "夜\u0000\u0007\u001b[31mの\u200bラジオ",
    "ﾖﾙﾉﾗｼﾞｵﾊ ｼｽﾞｶﾃﾞｽ｡",
    "<script>alert(1)</script> & <b>太字</b>",
  ];
  const maker = await member("texts@example.com");
  const scripts: string[] = [];
  for (const text of texts) scripts.push((await writeScript(maker, text)).script);
  const made = await makePreview(maker, { script: scripts.join("\n"), title: "", labels: [] });
  // Each script has a line of its text at least, and no line is spoken in less than a quarter of a second.
  expect(made.duration).toBeGreaterThan(texts.length / 2);
  expect(existsSync("/tmp/mugen-shell")).toBe(false);
});

test("two thousand characters are accepted, one more is not", async () => {
  const maker = await member("long@example.com");
  const inputText = "あいうえお。".repeat(400).slice(0, 2000);
  expect((await maker.send("POST", "/api/generate-script", { inputText })).status).toBe(200);
  const over = await maker.send("POST", "/api/generate-script", { inputText: `${inputText}え` });
  expect(over.status).toBe(400);
  expect(await over.json()).toMatchObject({
    code: "invalid",
    fields: { inputText: [expect.stringContaining("2,000文字以内")] },
  });
});
