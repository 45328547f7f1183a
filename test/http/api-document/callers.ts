import { afterAll, beforeAll, expect } from "vitest";
import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import type { Viewer } from "#app/features/accounts/viewer.ts";
import { Client } from "../../client.ts";
import { addMember } from "../../database.ts";
import { browser, server, withGoogleSignIn } from "../../servers/google-sign-in.ts";
import { startVideoSite, type VideoSite } from "../../servers/video-site.ts";
import type { StripeDouble } from "../../stripe/double.ts";
import { startStripe } from "../../stripe/server.ts";

/** `me` is the browser of `member`, `other` that of `friend`. */
export let member: Viewer;
export let friend: Viewer;
export let me: Client;
export let other: Client;
export let stripe: StripeDouble;
/** Themes are extracted from it. */
export let videoSite: VideoSite;
export const visitor = () => browser();

/** Runs a server with a worker and Google sign-in, and signs both in. */
export function withCallers(): void {
  withGoogleSignIn({
    workers: 1,
    settings: async () => {
      stripe = await startStripe();
      videoSite = await startVideoSite();
      return { ...stripe.settings, OEMBED_ORIGIN: videoSite.origin };
    },
  });
  afterAll(() => Promise.all([stripe?.close(), videoSite?.close()]));
  beforeAll(async () => {
    member = await addMember({ name: "夜野 かなで", customUserId: "kanade", isPremium: false });
    friend = await addMember({ name: "朝野 ひかる", customUserId: "hikaru" });
    me = await signedIn(member);
    other = await signedIn(friend);
  });
}

export async function signedIn({ id }: { id: string }): Promise<Client> {
  const token = await startSession({ userId: id, deviceInfo: "Firefox/1 Android" });
  return Client.withSession(server.origin, token);
}

/** Must come to what is expected; the client checks the answer. */
export async function call(
  client: Client,
  request: string,
  body?: unknown,
  expected = 200,
): Promise<unknown> {
  const [method = "", path = ""] = request.split(" ");
  const response = await client.send(method, path, body);
  expect(response.status, `${request}: ${await response.clone().text()}`).toBe(expected);
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
  return isJson ? response.json() : response.text();
}

export const rows = z.array(z.unknown()).min(1);
