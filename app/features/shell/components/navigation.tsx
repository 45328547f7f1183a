import type { MouseEvent } from "react";
import { Link, useLocation } from "react-router";
import { useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { useUnread } from "#app/features/notifications/unread/hooks/use-unread.ts";
import { badgeText, unreadLabel } from "#app/features/notifications/unread/unread.ts";
import { type NavigationEntry, navigationEntries } from "#app/features/site/navigation-entries.ts";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Logo } from "#app/ui/logo.tsx";
import { sideMenuId } from "./side-menu.tsx";

/** Main navigation: a bottom bar on phones, a left rail on wider screens. `isSignedIn` also where the viewer is unknown. */
export function Navigation({ isSignedIn }: { isSignedIn: boolean }) {
  const promptLogin = useLoginPrompt();
  const { pathname } = useLocation();
  const unread = useUnread();
  return (
    <nav
      aria-label="メインナビゲーション"
      className={classNames(
        "z-30 flex bg-surface",
        "fixed inset-x-0 bottom-0 border-t border-line pb-[env(safe-area-inset-bottom)]",
        "rail:inset-y-0 rail:right-auto rail:left-0 rail:w-22 rail:flex-col rail:items-stretch rail:gap-2 rail:overflow-y-auto rail:border-t-0 rail:border-r rail:px-2 rail:py-4",
        "wide:w-52 wide:px-3",
      )}
    >
      <Link
        to="/"
        aria-label="Mugen"
        tabIndex={-1}
        className="mb-2 hidden h-11 items-center justify-center text-accent rail:flex wide:justify-start wide:px-3"
      >
        <Logo className="w-12" />
      </Link>
      <ul className="flex flex-1 rail:flex-none rail:flex-col rail:gap-1">
        {navigationEntries.map((entry) => (
          <li key={entry.to} className="min-w-0 flex-1 rail:flex-none">
            <Entry
              entry={entry}
              unread={entry.icon === "bell" ? unread : 0}
              isCurrent={isUnder(pathname, entry.to)}
              onPress={(event) => {
                if (!entry.needsLogin || isSignedIn || !isPlainClick(event)) return;
                event.preventDefault();
                promptLogin(entry.to);
              }}
            />
          </li>
        ))}
      </ul>
      <button
        type="button"
        popoverTarget={sideMenuId}
        className="mt-auto hidden min-h-14 flex-col items-center justify-center gap-1 rounded-card text-xs text-muted hover:bg-sunken hover:text-ink rail:flex wide:min-h-12 wide:flex-row wide:justify-start wide:gap-3 wide:px-3 wide:text-sm"
      >
        <Icon name="menu" className="size-6" />
        メニュー
      </button>
    </nav>
  );
}

const badge =
  "after:absolute after:-top-1 after:left-[15px] after:grid after:h-[20px] after:min-w-[20px] after:place-items-center after:rounded-full after:border-2 after:border-surface after:bg-accent after:px-[3px] after:text-[11px] after:leading-none after:font-bold after:text-on-accent after:tabular-nums after:content-[attr(data-badge)]";

interface EntryProps {
  entry: NavigationEntry;
  /** Unread count; 0 for none. */
  unread: number;
  isCurrent: boolean;
  onPress: (event: MouseEvent) => void;
}

function Entry({ entry, unread, isCurrent, onPress }: EntryProps) {
  const isMain = entry.icon === "plus";
  return (
    <Link
      to={entry.to}
      onClick={onPress}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={unread > 0 ? `${entry.label}、${unreadLabel(unread)}` : undefined}
      className={classNames(
        "flex min-h-[60px] flex-col items-center justify-center gap-0.5 rounded-card text-[min(0.75rem,3.1vw)] leading-tight whitespace-nowrap transition-[background-color] rail:min-h-16 rail:text-[min(0.75rem,14px)] rail:hover:bg-sunken wide:min-h-12 wide:flex-row wide:justify-start wide:gap-3 wide:px-3 wide:text-sm",
        isCurrent ? "font-bold text-accent rail:bg-voice-a-tint" : "text-muted hover:text-ink",
      )}
    >
      <span
        // The badge's text is part of the accessible name already.
        data-badge={unread > 0 ? badgeText(unread) : undefined}
        className={classNames(
          "relative grid size-[28px] place-items-center",
          isMain && "rounded-full bg-accent text-on-accent",
          unread > 0 && badge,
        )}
      >
        <Icon name={entry.icon} className="size-[24px]" />
      </span>
      {entry.label}
    </Link>
  );
}

/** `/track/{id}`, alone or below its poster's page. */
const trackPage = /^(\/users)?(\/[^/]+)?\/track\/[^/]+/;

/** `/create-post-v2` counts as 投稿 too. */
function isUnder(pathname: string, to: string): boolean {
  if (to === "/") return pathname === "/" || trackPage.test(pathname);
  return pathname === to || pathname.startsWith(`${to}/`) || pathname.startsWith(`${to}-`);
}
