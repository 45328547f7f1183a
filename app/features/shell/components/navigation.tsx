import type { MouseEvent } from "react";
import { useLocation } from "react-router";
import { type PromptLogin, useLoginPrompt } from "#app/features/accounts/sign-in/hooks/use-login-prompt.tsx";
import { badgeText, unreadLabel } from "#app/features/notifications/unread/unread.ts";
import { useUnread } from "#app/features/notifications/unread/use-unread.ts";
import { type NavigationEntry, navigationEntries } from "#app/features/site/navigation-entries.ts";
import { Cached } from "#app/ui/cached.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { iconBeforeClass, iconOnlyClass } from "#app/ui/icon.tsx";
import { isPlainClick } from "#app/ui/is-plain-click.ts";
import { Logo } from "#app/ui/logo.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { sideMenuId } from "./side-menu.tsx";

/** A bottom bar on phones, a left rail on wider screens. `isSignedIn`: also where the viewer is unknown. */
export function Navigation({ isSignedIn }: { isSignedIn: boolean }) {
  const promptLogin = useLoginPrompt();
  const { pathname } = useLocation();
  const unread = useUnread();
  const current = navigationEntries.find(({ to }) => isUnder(pathname, to))?.to;
  return (
    <Cached
      as="nav"
      aria-label="メインナビゲーション"
      className="main-navigation"
      of={Entries}
      props={{ current, unread, isSignedIn }}
      callbacks={{ promptLogin }}
    />
  );
}

interface EntriesProps {
  current: string | undefined;
  unread: number;
  isSignedIn: boolean;
  promptLogin: PromptLogin;
}

function Entries({ current, unread, isSignedIn, promptLogin }: EntriesProps) {
  return (
    <>
      <PlainLink to="/" aria-label="Mugen" tabIndex={-1} className="main-home">
        <Logo className="w-12" />
      </PlainLink>
      <ul>
        {navigationEntries.map((entry) => (
          <li key={entry.to}>
            <Entry
              entry={entry}
              unread={entry.icon === "bell" ? unread : 0}
              isCurrent={entry.to === current}
              onPress={(event) => {
                if (!isPlainClick(event)) return;
                const isPrompting = entry.needsLogin && !isSignedIn;
                if (isPrompting) promptLogin(entry.to);
                if (isPrompting || (entry.to === location.pathname && scrollToTop())) event.preventDefault();
              }}
            />
          </li>
        ))}
      </ul>
      <button type="button" popoverTarget={sideMenuId} className={`main-menu ${iconBeforeClass("menu")}`}>
        メニュー
      </button>
    </>
  );
}

/** Where the page's own entry left it for its top. */
let left = { path: "", y: 0 };

/** Scrolls to the top, or from there back; false where there is no way to go. */
function scrollToTop(): boolean {
  const { pathname } = location;
  const isAtTop = scrollY < 1;
  const y = isAtTop && left.path === pathname ? left.y : 0;
  if (isAtTop && y === 0) return false;
  left = { path: pathname, y: scrollY };
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  scrollTo({ top: y, behavior: isStill ? "instant" : "smooth" });
  return true;
}

interface EntryProps {
  entry: NavigationEntry;
  unread: number;
  isCurrent: boolean;
  onPress: (event: MouseEvent) => void;
}

function Entry({ entry, unread, isCurrent, onPress }: EntryProps) {
  const isMain = entry.icon === "plus";
  return (
    <PlainLink
      to={entry.to}
      onClick={onPress}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={unread > 0 ? `${entry.label}、${unreadLabel(unread)}` : undefined}
      className="main-entry"
    >
      <span
        // The accessible name contains the badge's text already.
        data-badge={unread > 0 ? badgeText(unread) : undefined}
        className={classNames(
          "main-icon",
          iconOnlyClass(entry.icon),
          isMain && "rounded-full bg-accent text-on-accent",
        )}
      />
      {entry.label}
    </PlainLink>
  );
}

/** `/track/{id}`, alone or below its author's page. */
export const isTrackPage = (pathname: string): boolean =>
  /^(\/users)?(\/[^/]+)?\/track\/[^/]+/.test(pathname);

/** `/create-post-v2` counts as 投稿 too. */
function isUnder(pathname: string, to: string): boolean {
  if (to === "/") return pathname === "/" || isTrackPage(pathname);
  return pathname === to || pathname.startsWith(`${to}/`) || pathname.startsWith(`${to}-`);
}
