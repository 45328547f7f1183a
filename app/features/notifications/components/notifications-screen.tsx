import { type FormEvent, useRef } from "react";
import { Form } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/hooks/use-login-prompt.tsx";
import { askServer, asRecord } from "#app/lib/ask-server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toasts.tsx";
import { type LoadedNotifications, useNotifications } from "../hooks/use-notifications.ts";
import { triggerPx, usePullToRefresh } from "../hooks/use-pull-to-refresh.ts";
import { useRefresh } from "../hooks/use-refresh.ts";
import { useUnread } from "../hooks/use-unread.ts";
import type { ListedNotification } from "../listed-notification.ts";
import { hearUnread } from "../live-unread.ts";
import { readingAll, readingOf } from "../reading-here.ts";
import { mostUnread } from "../unread.ts";
import { NotificationList } from "./notification-list.tsx";

const call = "/api/notifications";
const headingId = "notifications";

interface NotificationsScreenProps {
  first: LoadedNotifications;
  /** Not a page of older ones. */
  isFirst: boolean;
}

/** 通知: what has happened to the member's tracks and name (spec 2 §2, "Notifications"). */
export function NotificationsScreen({ first, isFirst }: NotificationsScreenProps) {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const unread = useUnread();
  /** The number that this page accounts for: another one means that something else has happened. */
  const expected = useRef(unread);
  /** Calls that read: until the last of them is answered, answers tell of less than this page has read. */
  const underWay = useRef(0);
  const shown = useNotifications(first);
  const page = useRef<HTMLDivElement>(null);
  const { isRefreshing, refresh } = useRefresh({ loadedAt: first.loadedAt, expected });
  const pulled = usePullToRefresh(page, { paused: isRefreshing, refresh });

  const nowUnread = (count: number) => {
    expected.current = Math.max(0, count);
    hearUnread(expected.current);
  };

  const readSeen = async (seen: readonly ListedNotification[]) => {
    const ids = seen.map(({ id }) => id);
    const sum = seen.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
    // Beyond what is counted nobody knows how many are left.
    const fewer = expected.current < mostUnread ? Math.min(sum, expected.current) : 0;
    const takeBack = shown.takeAsRead(readingOf(seen));
    nowUnread(expected.current - fewer);
    underWay.current++;
    // One call for all of them: it arrives though the page is left, and the number moves once.
    const { ok, body } = await askServer("POST", `${call}/read`, { json: { ids }, keepalive: true });
    underWay.current--;
    if (!ok) {
      takeBack();
      nowUnread(expected.current + fewer);
      return;
    }
    const { count } = asRecord(body);
    if (typeof count === "number" && underWay.current === 0) hearUnread(count);
  };
  const readAll = async (event: FormEvent) => {
    event.preventDefault();
    const before = unread;
    const takeBack = shown.takeAsRead(readingAll(shown.list.notifications));
    nowUnread(0);
    underWay.current++;
    document.getElementById(headingId)?.focus({ preventScroll: true });
    const { ok, status } = await askServer("POST", `${call}/read-all`, { keepalive: true });
    underWay.current--;
    if (ok) return;
    takeBack();
    nowUnread(expected.current + before);
    if (status === 401) promptLogin("/notifications");
    else
      show({
        tone: "error",
        title: "エラー",
        description: "既読にできませんでした。もう一度お試しください。",
      });
  };

  return (
    <div ref={page} className="relative min-h-[70dvh]">
      <PullSign pulled={pulled} isRefreshing={isRefreshing} />
      <div
        style={{
          transform: pulled > 0 || isRefreshing ? `translateY(${isRefreshing ? 48 : pulled}px)` : undefined,
        }}
        className={pulled > 0 ? undefined : "transition-transform duration-200 motion-reduce:transition-none"}
      >
        <Page
          title={
            <span id={headingId} tabIndex={-1} className="outline-none">
              通知
            </span>
          }
          back={{ to: "/", label: "ホーム" }}
          actions={
            unread > 0 && (
              <Form method="post" action="/notifications" onSubmit={(event) => void readAll(event)}>
                <Button name="intent" value="read-all" variant="quiet" icon="check">
                  すべて既読にする
                </Button>
              </Form>
            )
          }
        >
          {shown.list.notifications.length > 0 ? (
            <NotificationList shown={shown} onRead={(seen) => void readSeen(seen)} />
          ) : (
            <NoNotifications />
          )}
          {!isFirst && (
            <p className="pt-2 text-center">
              <ButtonLink to="/notifications" variant="plain">
                最新の通知に戻る
              </ButtonLink>
            </p>
          )}
        </Page>
      </div>
    </div>
  );
}

function NoNotifications() {
  return (
    <EmptyState
      icon="bell"
      title="通知がありません"
      heading="h2"
      action={
        <ButtonLink to="/create-post" variant="quiet" icon="plus">
          音声を投稿する
        </ButtonLink>
      }
    >
      いいねやフォローがあると、ここに届きます。
    </EmptyState>
  );
}

/** What stands where the page is pulled away: how far it has to go, then that it works. */
function PullSign({ pulled, isRefreshing }: { pulled: number; isRefreshing: boolean }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-2 grid h-9 place-items-center">
      <span role="status">
        {isRefreshing && (
          <span className="inline-flex items-center gap-2 text-sm text-muted">
            <Spinner />
            更新しています
          </span>
        )}
      </span>
      {!isRefreshing && pulled > 0 && (
        <span
          aria-hidden="true"
          style={{ opacity: Math.min(1, pulled / triggerPx) }}
          className="inline-flex items-center gap-2 text-sm text-muted"
        >
          <Icon name={pulled > triggerPx ? "refresh" : "down"} className="text-accent" />
          {pulled > triggerPx ? "離すと更新します" : "引き下げて更新"}
        </span>
      )}
    </div>
  );
}
