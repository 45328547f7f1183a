import { type RefObject, useEffect, useRef, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { Avatar } from "#app/features/accounts/avatar.tsx";
import { withCursor } from "#app/lib/cursor.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName, Spinner } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { useInfiniteScroll } from "#app/ui/use-infinite-scroll.ts";
import { useAutoRead } from "../hooks/use-auto-read.ts";
import type { NotificationsState } from "../hooks/use-notifications.ts";
import { kindOf, type NotificationKind, type NotificationListItem } from "../notifications.ts";
import { badgeText } from "../unread/unread.ts";

interface NotificationListProps {
  state: NotificationsState;
  onRead: (seen: readonly NotificationListItem[]) => void;
}

/** The list with infinite scrolling; without JavaScript a link leads to older notifications. */
export function NotificationList({ state, onRead }: NotificationListProps) {
  const rows = useRef<HTMLUListElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  const { list, pageCount, stateOf, loading, failed, load } = state;
  const { notifications, next } = list;
  const { allowMore } = useInfiniteScroll(link, {
    next,
    pageCount,
    paused: loading || failed,
    load,
  });
  const unread = notifications.filter((notification) => stateOf(notification) === "unread");
  useAutoRead(rows, {
    unread: unread.map(({ id }) => id),
    read: (ids) => onRead(unread.filter(({ id }) => ids.includes(id))),
  });
  useFocusAfterLastPage(link, rows, next);
  return (
    <>
      <NewNotificationStatus newest={notifications[0]} />
      <ul ref={rows} aria-label="通知" className="space-y-1">
        {notifications.map((notification) => (
          <NotificationRow
            key={notification.groupKey}
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

function NewNotificationStatus({ newest }: { newest: NotificationListItem | undefined }) {
  const [lastId, setLastId] = useState(newest?.id ?? 0);
  const [text, setText] = useState("");
  if (newest && newest.id > lastId) {
    setLastId(newest.id);
    if (newest.isUnread) setText(`新しい通知：${newest.actor?.name ?? ""}${newest.rest}`);
  }
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** The last page removes the focused link: its first row takes the focus. */
function useFocusAfterLastPage(
  link: RefObject<HTMLElement | null>,
  rows: RefObject<HTMLElement | null>,
  next: string | null,
): void {
  const before = useRef({ hadFocus: false, count: 0 });
  useEffect(() => {
    const rememberFocus = () => {
      before.current = {
        hadFocus: document.activeElement === link.current && link.current !== null,
        count: rows.current?.children.length ?? 0,
      };
    };
    document.addEventListener("focusin", rememberFocus);
    return () => document.removeEventListener("focusin", rememberFocus);
  }, [link, rows]);
  useEffect(() => {
    if (next !== null || !before.current.hadFocus || document.activeElement !== document.body) return;
    rows.current?.children[before.current.count]
      ?.querySelector<HTMLElement>("a[href]:not([tabindex])")
      ?.focus();
  }, [next, rows]);
}

const icons = {
  follow: "person",
  like: "heart-filled",
  playlist_add: "bookmark-filled",
  invitation_accepted: "invite",
  report_upheld: "check",
  report_declined: "check",
  track_withheld: "eye-off",
  track_released: "eye",
  profile_reset: "edit",
  playlist_withheld: "eye-off",
  playlist_released: "eye",
  playlist_reset: "edit",
  invitation_denied: "invite",
  sign_in_move: "lock",
  followed_track: "headphones",
  track_on_time: "check",
  track_not_on_time: "bell",
  milestone: "headphones",
  announcement: "bell",
} satisfies Record<NotificationKind, IconName>;

const iconsByKind = new Map<string, IconName>(Object.entries(icons));

const iconOf = (type: string): IconName => iconsByKind.get(kindOf(type)) ?? "bell";

interface NotificationRowProps {
  notification: NotificationListItem;
  /** `new`: unread when the page was opened. */
  state: "unread" | "new" | "read";
}

/** The row links to its subject; picture and name link to the actor. */
function NotificationRow({ notification, state }: NotificationRowProps) {
  const { id, type, groupSize, actor, rest, path, createdAt, timeAgo } = notification;
  const { pathname, search } = useLocation();
  const isUnread = state === "unread";
  const icon = iconOf(type);
  return (
    <li
      data-notification={id}
      data-unread={isUnread ? id : undefined}
      className={classNames(
        "relative -mx-3 flex flex-wrap items-start gap-x-3 gap-y-2 rounded-card px-3 py-3 transition-[background-color] duration-500 motion-reduce:transition-none",
        state === "unread" && "bg-voice-a-tint/55",
        state === "new" && "bg-sunken",
        state === "read" && "hover:bg-sunken",
      )}
    >
      {actor ? (
        <Link
          to={actor.path}
          tabIndex={-1}
          aria-hidden="true"
          className="relative z-10 shrink-0 rounded-full"
        >
          <Avatar name={actor.name} picture={actor.picture} width={44} className="size-11" />
          <span className="absolute -right-1 -bottom-1 grid size-5 place-items-center rounded-full border border-line bg-surface text-[11px] text-accent">
            <Icon name={icon} />
          </span>
        </Link>
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-surface text-xl text-accent"
        >
          <Icon name={icon} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        <p className={classNames("text-sm leading-normal wrap-anywhere", isUnread && "font-bold")}>
          {actor && (
            <Link to={actor.path} className="relative z-10 font-bold hover:underline">
              {actor.name}
            </Link>
          )}
          <Link
            to={path}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {rest}
          </Link>
        </p>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
          <time dateTime={createdAt}>{timeAgo}</time>
          {groupSize > 1 && (
            <Badge>
              <span aria-hidden="true">{badgeText(groupSize)}</span>
              <span className="sr-only">{groupSize}件をまとめて表示</span>
            </Badge>
          )}
          {isUnread && (
            <span className="inline-flex items-center gap-1 font-bold text-accent">
              <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
              未読
            </span>
          )}
        </p>
      </div>
      {isUnread && (
        // With JavaScript a visible row is marked read automatically (`useAutoRead`).
        <Form
          method="post"
          action={`${pathname}${search}`}
          className="relative z-10 max-rail:basis-full max-rail:pl-14 scripted:hidden"
        >
          <input type="hidden" name="id" value={id} />
          <Button name="intent" value="read" variant="quiet">
            既読にする
            <span className="sr-only">
              ：{actor?.name}
              {rest}
            </span>
          </Button>
        </Form>
      )}
    </li>
  );
}
