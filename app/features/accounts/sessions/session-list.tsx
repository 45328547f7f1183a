import { Form, useNavigation } from "react-router";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { useFocusAfterRemoval } from "#app/ui/use-focus-after-removal.ts";

interface SessionView {
  id: string;
  device: string;
  isCurrent: boolean;
  started: string;
  lastActive: string;
}

export function SessionList({ sessions, headingId }: { sessions: SessionView[]; headingId: string }) {
  useFocusAfterRemoval(
    headingId,
    sessions.map(({ id }) => id),
  );
  const { formData } = useNavigation();
  const ending = formData?.get("intent") === "end-session" ? formData.get("session") : null;
  const nameOf = ({ device, isCurrent, lastActive }: SessionView) =>
    `${device}（${isCurrent ? "この端末" : `最終利用 ${lastActive}`}）`;
  /** Labels are unique: screen reader users may hear only the buttons. */
  const labelOf = (session: SessionView, index: number) => {
    const name = nameOf(session);
    const isUnique = sessions.every((other) => other === session || nameOf(other) !== name);
    return isUnique ? `${name}をログアウト` : `${name}をログアウト：${index + 1}台目`;
  };
  return (
    <>
      <Card as="div" flush>
        <ul className="divide-y divide-line">
          {sessions.map((session, index) => (
            <li key={session.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4">
              <div className="min-w-[min(9.5rem,100%)] flex-1">
                <p className="flex flex-wrap items-center gap-2 font-bold">
                  {session.device}
                  {session.isCurrent && <Badge tone="info">この端末</Badge>}
                </p>
                <p className="text-xs text-muted">最終利用 {session.lastActive}</p>
                <p className="text-xs text-muted">ログイン {session.started}</p>
              </div>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="end-session" />
                <input type="hidden" name="session" value={session.id} />
                <Button
                  variant="quiet"
                  busy={ending === session.id}
                  busyLabel="ログアウト中"
                  aria-label={labelOf(session, index)}
                >
                  ログアウト
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      </Card>
      <Form method="post" className="pt-4">
        <input type="hidden" name="intent" value="end-all-sessions" />
        <Button variant="quiet" icon="logout" busy={formData?.get("intent") === "end-all-sessions"}>
          すべての端末からログアウト
        </Button>
      </Form>
    </>
  );
}
