import { Form, Link, useLocation } from "react-router";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { ListedNotification } from "../listed-notification.ts";
import { badgeText } from "../unread.ts";

const icons: Record<string, IconName> = {
  follow: "person",
  like: "heart-filled",
  playlist_add: "bookmark-filled",
  invitation_accepted: "invite",
};

const iconOf = (type: string): IconName =>
  type.startsWith("milestone_") ? "headphones" : (icons[type] ?? "bell");

interface NotificationRowProps {
  notification: ListedNotification;
  /** `new`: it was unread when the page was opened. */
  state: "unread" | "new" | "read";
}

/** One bundle of notifications; the row leads to what it is about, face and name to who did it. */
export function NotificationRow({ notification, state }: NotificationRowProps) {
  const { id, type, count, actor, rest, path, at, ago } = notification;
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
          <time dateTime={at}>{ago}</time>
          {count > 1 && (
            <Badge>
              <span aria-hidden="true">{badgeText(count)}</span>
              <span className="sr-only">{count}件をまとめて表示</span>
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
        // With JavaScript it is read by being seen.
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
