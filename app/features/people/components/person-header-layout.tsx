import type { ReactNode } from "react";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { CopyButton } from "#app/ui/share/copy-button.tsx";
import type { Person } from "../person.ts";
import { FollowCounts } from "./follow-counts.tsx";

/** Full width on phones; two buttons fit into one line without their icons. */
const actions =
  "flex flex-wrap gap-2 pt-1 *:flex-auto rail:*:flex-none max-rail:[&>a]:px-3 max-rail:[&>a:not(:only-of-type)_.icon]:hidden";

/** Names longer than this use a smaller font. */
const longNameLength = 20;

interface PersonHeaderLayoutProps {
  person: Person;
  /** The absolute URL of the public page and the label of its copy button. */
  address: { url: string; label: string };
  /** Shown in place of the @ID when there is none. */
  withoutId?: ReactNode;
  /** A small button at the end of the first line. */
  corner?: ReactNode;
  /** Action buttons. */
  children?: ReactNode;
}

/** Name, picture and counts of a person, shared by their own and their public page. */
export function PersonHeaderLayout({
  person,
  address,
  withoutId,
  corner,
  children,
}: PersonHeaderLayoutProps) {
  const { name, picture, customUserId, xHandle, isPremium } = person;
  const isLong = Array.from(name).length > longNameLength;
  return (
    <header className="space-y-1">
      <div className="flex items-center gap-4">
        <Avatar name={name} picture={picture} width={80} className="size-[72px] rail:size-[80px]" />
        <div className="min-w-0 flex-1">
          <h1
            title={isLong ? name : undefined}
            className={classNames("line-clamp-2", isLong ? "text-base rail:text-lg" : "text-lg rail:text-xl")}
          >
            {name}
          </h1>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
            {customUserId ? <span className="max-w-full truncate">@{customUserId}</span> : withoutId}
            {isPremium && (
              <Badge tone="gold" icon="crown">
                プレミアム
              </Badge>
            )}
          </div>
        </div>
        {(xHandle || corner) && (
          <div className="-mr-2 flex flex-wrap justify-end self-start">
            {xHandle && <XLink handle={xHandle} />}
            {corner}
          </div>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-2">
        <FollowCounts person={person} />
        <Address {...address} />
      </div>
      {children && <div className={actions}>{children}</div>}
    </header>
  );
}

/** The URL to share: as text, and a copy button. */
function Address({ url, label }: { url: string; label: string }) {
  return (
    <div className="flex max-w-full min-w-0 items-center justify-between max-rail:basis-full rail:ml-auto rail:flex-1 rail:justify-end">
      <p className="min-w-0 truncate text-sm text-muted select-all">
        <span className="sr-only">プロフィールのURL </span>
        {url.replace(/^https?:\/\//, "")}
      </p>
      <CopyButton
        text={url}
        label={label}
        copiedLabel="コピーしました"
        variant="plain"
        iconOnly
        className="-mr-2"
      />
    </div>
  );
}

/** A person's page on X, in a new tab. `handle` without @. */
function XLink({ handle }: { handle: string }) {
  return (
    <a
      href={`https://x.com/${handle}`}
      target="_blank"
      rel="noopener noreferrer"
      title={`@${handle}`}
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-5">
        <path d="M17.8 3h3.1l-6.7 7.7L22 21h-6.2l-4.8-6.3L5.4 21H2.3l7.2-8.2L2 3h6.3l4.4 5.8zm-1.1 16.2h1.7L7.4 4.7H5.6z" />
      </svg>
      <span className="sr-only">Xの@{handle}を新しいタブで開く</span>
    </a>
  );
}
