import { type RefObject, useEffect, useRef, useState } from "react";
import { useAutomaticPages } from "#app/features/tracks/hooks/use-automatic-pages.ts";
import { withCursor } from "#app/lib/with-cursor.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useAutoRead } from "../hooks/use-auto-read.ts";
import type { GrowingNotifications } from "../hooks/use-notifications.ts";
import type { ListedNotification } from "../listed-notification.ts";
import { NotificationRow } from "./notification-row.tsx";

interface NotificationListProps {
  shown: GrowingNotifications;
  onRead: (seen: readonly ListedNotification[]) => void;
}

/** Notifications that go on while they are scrolled, with a link (`?cursor=`) to older ones for everybody else. */
export function NotificationList({ shown, onRead }: NotificationListProps) {
  const rows = useRef<HTMLUListElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const { list, stateOf, loading, failed, load } = shown;
  const { notifications, next } = list;
  const { allowMore } = useAutomaticPages(link, {
    count: notifications.length,
    paused: loading || failed,
    load,
  });
  const unread = notifications.filter((notification) => stateOf(notification) === "unread");
  useAutoRead(rows, {
    unread: unread.map(({ id }) => id),
    read: (ids) => onRead(unread.filter(({ id }) => ids.includes(id))),
  });
  useKeptFocus(link, rows, next);
  return (
    <>
      <Arrivals newest={notifications[0]} />
      <ul ref={rows} aria-label="通知" className="space-y-1">
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.bundle}
            notification={notification}
            state={stateOf(notification)}
          />
        ))}
      </ul>
      {next && (
        <div className="space-y-3 pt-5 text-center">
          {failed && (
            <p role="alert" className="text-sm text-danger">
              続きを読み込めませんでした。接続を確認して、もう一度お試しください。
            </p>
          )}
          <ButtonLink
            ref={link}
            to={withCursor("/notifications", next)}
            variant="quiet"
            preventScrollReset
            aria-disabled={loading || undefined}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              allowMore();
              load();
            }}
          >
            {loading ? (
              <span className="inline-flex items-center gap-2">
                <Spinner />
                読み込み中
              </span>
            ) : failed ? (
              "もう一度試す"
            ) : (
              "以前の通知を見る"
            )}
          </ButtonLink>
        </div>
      )}
    </>
  );
}

/** Says that something new has come while the page was open. */
function Arrivals({ newest }: { newest: ListedNotification | undefined }) {
  const [known, setKnown] = useState(newest?.id ?? 0);
  const [text, setText] = useState("");
  if (newest && newest.id > known) {
    setKnown(newest.id);
    if (newest.isUnread) setText(`新しい通知：${newest.actor?.name ?? ""}${newest.rest}`);
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** The last page takes the link away; the focus on it goes to the first row that came. */
function useKeptFocus(
  link: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
  next: string | null,
): void {
  const before = useRef({ hadFocus: false, count: 0 });
  useEffect(() => {
    const note = () => {
      before.current = {
        hadFocus: document.activeElement === link.current && link.current !== null,
        count: rows.current?.children.length ?? 0,
      };
    };
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, [link, rows]);
  useEffect(() => {
    if (next !== null || !before.current.hadFocus || document.activeElement !== document.body) return;
    rows.current?.children[before.current.count]
      ?.querySelector<HTMLElement>("a[href]:not([tabindex])")
      ?.focus();
  }, [next, rows]);
}
