import type { ReactNode } from "react";
import { Avatar } from "#app/features/accounts/components/avatar.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { CopyButton } from "#app/ui/copy-button.tsx";
import type { Person } from "../person.ts";
import { FollowCounts } from "./follow-counts.tsx";
import { XLink } from "./x-link.tsx";

/** On a phone as wide as they can be; two of them fit into one line without their icons. */
const actions =
  "flex flex-wrap gap-2 pt-1 *:flex-auto rail:*:flex-none max-rail:[&>a]:px-3 max-rail:[&>a:not(:only-of-type)_svg]:hidden";

/** A name longer than this is set smaller. */
const longName = 20;

interface PersonHeadProps {
  person: Person;
  /** The public page's whole address and what the button that copies it says. */
  address: { url: string; label: string };
  /** In the place of the @ID of somebody who has none. */
  withoutId?: ReactNode;
  /** A small button at the end of the first line. */
  corner?: ReactNode;
  /** What can be done, side by side. */
  children?: ReactNode;
}

/** Who somebody is, the same on my page and on the public one. */
export function PersonHead({ person, address, withoutId, corner, children }: PersonHeadProps) {
  const { name, picture, customUserId, xHandle, isPremium } = person;
  const isLong = Array.from(name).length > longName;
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

/** The address, to be passed on: in words where there is room or no JavaScript to copy it. */
function Address({ url, label }: { url: string; label: string }) {
  return (
    <div className="ml-auto flex max-w-full min-w-0 items-center justify-end rail:flex-1 max-rail:unscripted:basis-full">
      <p className="min-w-0 truncate text-sm text-muted select-all max-rail:scripted:hidden">
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
