import { NotFound } from "#app/features/domain-error.ts";
import { adminScreen } from "#app/http/core/admin-screen.server.ts";

/** An unknown page of the console: 404 for the admin, the login form for everybody else. */
export const loader = adminScreen(async () => {
  throw new NotFound("ページが見つかりません");
});

export default function AdminNotFound() {
  return null;
}
