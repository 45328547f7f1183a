import { z } from "zod";
import { startSession } from "#app/features/accounts/sessions/session.server.ts";
import { addAdminSession } from "../../admin.ts";
import { Client } from "../../client.ts";
import { addMember } from "../../database.ts";
import { server } from "../../servers/google-sign-in.ts";
import { call } from "./callers.ts";

/** Every call about members that the console has. */
export async function callAdminMembers(): Promise<void> {
  const admin = Client.withAdminSession(server.origin, (await addAdminSession()).token);
  const { id } = await addMember();
  const path = `/api/admin/users/${id}`;
  await startSession({ userId: id, deviceInfo: "" });
  await call(admin, "GET /api/admin/users");
  await call(admin, "POST /api/admin/users/search", { email: id });
  await call(admin, "POST /api/admin/users/premium", { userId: id, isPremium: true });
  await call(admin, `PATCH ${path}/premium`, { isPremium: false });
  await call(admin, "POST /api/admin/users/invitation-status", { userId: id, canInvite: false });
  await call(admin, `GET ${path}`);
  await call(admin, `GET ${path}/listening-history`);
  const listed = await call(admin, `GET ${path}/sessions`);
  const [session] = z
    .array(z.object({ id: z.string() }))
    .min(1)
    .parse(listed);
  await call(admin, `DELETE ${path}/sessions/${session?.id}`);
  await call(admin, `DELETE ${path}/sessions`);
  await call(admin, `PATCH ${path}/state`, { state: "denied" });
  await call(admin, `DELETE ${path}`);
}
