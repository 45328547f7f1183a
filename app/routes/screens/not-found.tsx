import { NotFound } from "#app/features/domain-error.ts";
import { screen } from "#app/http/core/screen.server.ts";

export const loader = screen(async () => {
  throw new NotFound("ページが見つかりません");
});

export default function NotFoundScreen() {
  return null;
}
