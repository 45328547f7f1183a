import { type FormEvent, useRef } from "react";
import { Form } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { asRecord, fetchJson } from "#app/lib/fetch-json.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon, Spinner } from "#app/ui/icon.tsx";
import { Page } from "#app/ui/page.tsx";
import { useToast } from "#app/ui/toast/toasts.tsx";
import {
  type LoadedNotifications,
  localReadOf,
  localReadOfAll,
  useNotifications,
} from "../hooks/use-notifications.ts";
import { triggerPx, usePullToRefresh } from "../hooks/use-pull-to-refresh.ts";
import { useRefresh } from "../hooks/use-refresh.ts";
import type { NotificationListItem } from "../notifications.ts";
import { maxUnread } from "../unread/unread.ts";
import { setUnreadCount } from "../unread/unread-store.ts";
import { useUnread } from "../unread/use-unread.ts";
import { NotificationList } from "./notification-list.tsx";

const apiPath = "/api/notifications";
const headingId = "notifications";

interface NotificationsScreenProps {
  first: LoadedNotifications;
  isFirst: boolean;
}

/** 通知: the list, mark all as read, pull to refresh. */
export function NotificationsScreen({ first, isFirst }: NotificationsScreenProps) {
  const { show } = useToast();
  const promptLogin = useLoginPrompt();
  const unread = useUnread();
  /** The count after this page's own changes. Another one means new events. */
  const expectedUnread = useRef(unread);
  /** Until the last pending call is answered, the counts in replies are outdated. */
  const pendingCalls = useRef(0);
  const list = useNotifications(first);
  const page = useRef<HTMLDivElement>(null);
  const { isRefreshing, refresh } = useRefresh({ loadedAt: first.loadedAt, expectedUnread });
  const pulled = usePullToRefresh(page, { paused: isRefreshing, refresh });

  const setExpectedUnread = (count: number) => {
    expectedUnread.current = Math.max(0, count);
    setUnreadCount(expectedUnread.current);
  };

  const markRead = async (seen: readonly NotificationListItem[]) => {
    const ids = seen.map(({ id }) => id);
    const sum = seen.reduce((sum, { unreadCount }) => sum + unreadCount, 0);
    // At the maximum the real number is unknown.
    const readCount = expectedUnread.current < maxUnread ? Math.min(sum, expectedUnread.current) : 0;
    const revert = list.markReadLocally(localReadOf(seen));
    setExpectedUnread(expectedUnread.current - readCount);
    pendingCalls.current++;
    // `keepalive` sends it even when the user leaves the page.
    const { ok, body } = await fetchJson("POST", `${apiPath}/read`, { json: { ids }, keepalive: true });
    pendingCalls.current--;
    if (!ok) {
      revert();
      setExpectedUnread(expectedUnread.current + readCount);
      return;
    }
    const { count } = asRecord(body);
    if (typeof count === "number" && pendingCalls.current === 0) setUnreadCount(count);
  };
  const markAllRead = async (event: FormEvent) => {
    event.preventDefault();
    const before = unread;
    const revert = list.markReadLocally(localReadOfAll(list.list.notifications));
    setExpectedUnread(0);
    pendingCalls.current++;
    document.getElementById(headingId)?.focus({ preventScroll: true });
    const { ok, status } = await fetchJson("POST", `${apiPath}/read-all`, { keepalive: true });
    pendingCalls.current--;
    if (ok) return;
    revert();
    setExpectedUnread(expectedUnread.current + before);
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
      <PullIndicator pulled={pulled} isRefreshing={isRefreshing} />
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
          actions={
            unread > 0 && (
              <Form method="post" action="/notifications" onSubmit={(event) => void markAllRead(event)}>
                <Button name="intent" value="read-all" variant="quiet" icon="check">
                  すべて既読にする
                </Button>
              </Form>
            )
          }
        >
          {list.list.notifications.length > 0 ? (
            <NotificationList state={list} onRead={(seen) => void markRead(seen)} />
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
          音声を作る
        </ButtonLink>
      }
    >
      いいねやフォローがあると、ここに届きます。
    </EmptyState>
  );
}

function PullIndicator({ pulled, isRefreshing }: { pulled: number; isRefreshing: boolean }) {
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
