import { publicIdOfToken, startSession } from "#app/features/accounts/sessions/session.server.ts";
import { addAdminSession } from "#test/admin.ts";
import { addMember } from "#test/database.ts";
import type { Answer } from "./judge-answer.ts";
import { type FuzzRequest, ownSession } from "./requests.ts";
import { adminCookie, sessionCookie, type World } from "./world.ts";

/** Far above what any answer takes, on a busy machine (ms). */
const timeoutMs = 60_000;

/** Sends a request as its actor, and reads the answer. A leaver is made for it. */
export async function send(
  origin: string,
  request: FuzzRequest,
  cookies: World["cookies"],
): Promise<{ answer: Answer; sent: FuzzRequest }> {
  const { cookie, sessionName } = await cookieOf(request, cookies);
  const sent = { ...request, address: request.address.replace(ownSession, sessionName) };
  const headers = new Headers(request.headers);
  const all = [cookie, headers.get("Cookie")].filter(Boolean).join("; ");
  if (all) headers.set("Cookie", all);
  const response = await fetch(origin + sent.address, {
    method: request.method,
    headers,
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const { status } = response;
  // Such a stream ends with the session.
  const isStream = response.headers.get("Content-Type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  const body = isStream ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
  return { answer: { status, headers: response.headers, body }, sent };
}

async function cookieOf(
  { actor, call }: FuzzRequest,
  cookies: World["cookies"],
): Promise<{ cookie: string; sessionName: string }> {
  if (actor !== "leaver") return { cookie: cookies[actor], sessionName: "" };
  if (call.path.startsWith("/api/admin/"))
    return { cookie: adminCookie((await addAdminSession()).token), sessionName: "" };
  const { id } = await addMember({ name: "去る人" });
  const token = await startSession({ userId: id, deviceInfo: "" });
  return { cookie: sessionCookie(token), sessionName: publicIdOfToken(token) };
}

/** Runs `work` on each of `items`, `lanes` at a time. */
export async function inLanes<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
