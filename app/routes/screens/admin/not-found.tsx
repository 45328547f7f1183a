import { NotFound } from "#app/features/domain-error.ts";
import { adminPageLoader } from "#app/http/core/page-loader.server.ts";

/** 404 for the admin, the login form for everybody else. */
export const loader = adminPageLoader(async () => {
  throw new NotFound("ページが見つかりません");
});

export default function AdminNotFound() {
  return null;
}
