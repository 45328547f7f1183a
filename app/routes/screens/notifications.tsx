import { LoginPrompt } from "#app/features/accounts/login-prompt.tsx";
import { requireMember } from "#app/features/accounts/viewer.ts";
import { documentTitle } from "#app/features/shell/document-title.ts";
import { getViewer } from "#app/http/request-context.ts";
import { screen } from "#app/http/screen.server.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Page } from "#app/ui/page.tsx";
import type { Route } from "./+types/notifications";

export const meta: Route.MetaFunction = () => [{ title: documentTitle("通知") }];

export const loader = screen(async ({ context }: Route.LoaderArgs) => {
  const viewer = await getViewer(context);
  if (!viewer) return { isMember: false };
  requireMember(viewer);
  return { isMember: true };
});

export default function Notifications({ loaderData }: Route.ComponentProps) {
  if (!loaderData.isMember) return <LoginPrompt returnPath="/notifications" heading="通知" />;
  return (
    <Page title="通知" back={{ to: "/", label: "ホーム" }}>
      <EmptyState icon="bell" title="通知がありません">
        いいねやフォローがあると、ここに届きます。
      </EmptyState>
    </Page>
  );
}
