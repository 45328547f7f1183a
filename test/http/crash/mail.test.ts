// on both databases: on Postgres a worker delivers, otherwise the server itself
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "#db/client.ts";
import { emails } from "#db/schema/index.ts";
import { Client } from "../../client.ts";
import { withDatabase } from "../../database.ts";
import { startMailServer } from "../../servers/mail-server.ts";
import { type RunningServer, startServer } from "../../servers/server.ts";

withDatabase();

let server: RunningServer | undefined;
let mail: Awaited<ReturnType<typeof startMailServer>>;

beforeAll(async () => {
  mail = await startMailServer();
});
afterAll(async () => {
  await server?.kill();
  await mail.stop();
});

/** Starts the server; the process that reaches the crash point `crashAt` is killed there. */
async function start(crashAt?: string): Promise<RunningServer> {
  const env = {
    SUPPORT_EMAIL: "support@mugen.example",
    SMTP_URL: mail.url,
    MAIL_FROM: "radio@mugen.example",
    ...(crashAt ? { CRASH_AT: crashAt } : {}),
  };
  server = await startServer({ env, workers: 1 });
  return server;
}

const typed = {
  name: "夜野 かなで",
  email: "typed@example.com",
  subject: "技術的な問題",
  message: "切れる前に。",
};

test("killed after the mail server took an email: it comes again under the same Message-ID", async () => {
  const crashing = await start("email-sent");
  await new Client(crashing.origin).form("/contact", typed);
  await crashing.ended;
  await crashing.kill();
  const [first] = mail.emails;
  expect(first).toBeDefined();
  expect(await db.$count(emails)).toBe(1);
  const restarted = await start();
  expect(restarted.output()).toMatch(/^ {2}messages {8}\d+ open: npm run messages/m);
  await expect.poll(() => db.$count(emails), { timeout: 60_000 }).toBe(0);
  const ids = new Set(mail.emails.map(({ read }) => read.messageId));
  expect([...ids]).toEqual([first?.read.messageId]);
  expect(mail.emails.length).toBeGreaterThan(1);
});
