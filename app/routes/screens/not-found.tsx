import { NotFound } from "#app/features/domain-error.ts";
import { pageLoader } from "#app/http/core/page-loader.server.ts";

export const loader = pageLoader(async () => {
  throw new NotFound("ページが見つかりません");
});

export default function NotFoundScreen() {
  return null;
}
