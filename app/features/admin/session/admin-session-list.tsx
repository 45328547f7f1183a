import { Form, useNavigation } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { firstMessage, submittedValue } from "#app/ui/form/form-result.ts";
import { Notice } from "#app/ui/notice.tsx";
import { useFocusAfterRemoval } from "#app/ui/use-focus-after-removal.ts";
import { adminHeadingId } from "../parts/admin-page.tsx";
import { useRefusedForm } from "../parts/refused-form.ts";
import { adminAccountPath } from "./admin-session.ts";

interface AdminSessionView {
  id: string;
  username: string;
  isOwn: boolean;
  device: string;
  isCurrent: boolean;
  started: string;
  lastActive: string;
  expires: string;
}

export function AdminSessionList({ sessions }: { sessions: AdminSessionView[] }) {
  useFocusAfterRemoval(
    adminHeadingId,
    sessions.map(({ id }) => id),
  );
  const { formData } = useNavigation();
  const ending = formData?.get("session");
  const refused = useRefusedForm();
  // The page's other cards show theirs.
  const isOfOtherCard = /password|passkey|second-factor/.test(submittedValue(refused, "intent") ?? "");
  return (
    <div className="max-w-180 space-y-4">
      {refused && !isOfOtherCard && <Notice tone="error" title={firstMessage(refused)} />}
      <Card flush>
        <ul className="divide-y divide-line">
          {sessions.map(({ id, username, isOwn, device, isCurrent, started, lastActive, expires }, index) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
              <div className="min-w-[min(14rem,100%)] flex-1">
                <p className="flex flex-wrap items-center gap-2 font-bold">
                  {device}
                  {isCurrent && <Badge tone="info">この端末</Badge>}
                  {!isOwn && <Badge>{username}</Badge>}
                </p>
                <p className="text-xs text-muted">
                  最終利用 {lastActive}・ログイン {started}
                </p>
                <p className="text-xs text-muted">{expires} に自動でログアウトします</p>
              </div>
              <Form method="post" action={adminAccountPath} preventScrollReset>
                <input type="hidden" name="intent" value={isCurrent ? "sign-out" : "end-session"} />
                {!isCurrent && <input type="hidden" name="session" value={id} />}
                <Button
                  variant="quiet"
                  busy={ending === id}
                  busyLabel="ログアウト中"
                  aria-label={`${index + 1}台目の${device}${isOwn ? "" : `（${username}）`}をログアウト`}
                >
                  ログアウト
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      </Card>
      {sessions.filter(({ isOwn }) => isOwn).length > 1 && (
        <Form method="post" action={adminAccountPath}>
          <input type="hidden" name="intent" value="end-others" />
          <Button variant="quiet" icon="logout" busy={formData?.get("intent") === "end-others"}>
            自分のほかの端末をすべてログアウト
          </Button>
        </Form>
      )}
    </div>
  );
}
