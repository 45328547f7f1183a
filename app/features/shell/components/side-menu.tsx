import { type ComponentProps, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { signingInLabel, useSignInClick } from "#app/features/accounts/sign-in/hooks/use-sign-in-click.ts";
import { ConsentMenuEntry } from "#app/features/consent/components/consent-menu-entry.tsx";
import { useConsent } from "#app/features/consent/use-consent.tsx";
import { useOpenSheet } from "#app/features/playback/sheets/sheets.tsx";
import {
  helpEntries,
  type MenuEntry,
  menuEntries,
  menuGroups,
} from "#app/features/site/navigation-entries.ts";
import { useRootData } from "#app/features/site/root-data.ts";
import { Badge } from "#app/ui/badge.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { Cached } from "#app/ui/cached.tsx";
import { hidePopover } from "#app/ui/dialog/hide-popover.ts";
import { useBackClosesPopover } from "#app/ui/dialog/sheet-entries.ts";
import { Icon, type IconName, iconBeforeClass } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { PlainLink } from "#app/ui/plain-link.tsx";
import { ColorSchemeContext, ColorSchemeToggle } from "./color-scheme-toggle.tsx";

export const sideMenuId = "side-menu";

const menuEntry = (icon: IconName) => `menu-entry ${iconBeforeClass(icon)}`;

/** A native popover: Escape and a click outside close it. */
export function SideMenu() {
  const menu = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const data = useRootData();
  const openSheet = useOpenSheet();
  const { colorScheme, choose } = useContext(ColorSchemeContext);
  const { answer } = useConsent();
  const user = data?.user;
  // No offer where the viewer is unknown or nothing is sold. Premium members see the badge: `/premium` redirects them home.
  const entries = menuEntries.filter(
    ({ to, forMembers }) =>
      (to !== "/premium" || (data?.isPremiumSold && !user?.isPremium)) &&
      (!forMembers || (data?.isMember ?? false)),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => {
    hidePopover(menu.current);
  }, [pathname]);
  const onBeforeToggle = useBackClosesPopover();
  return (
    <div ref={menu} id={sideMenuId} popover="auto" onBeforeToggle={onBeforeToggle} className="side-menu">
      <nav aria-label="メニュー">
        <div className="mb-2 flex items-center justify-between">
          <Logo className="ml-3 w-12 text-accent" />
          <IconButton
            icon="close"
            label="メニューを閉じる"
            popoverTarget={sideMenuId}
            popoverTargetAction="hide"
            autoFocus
          />
        </div>
        {user && (
          <div className="mb-2 space-y-1 rounded-card bg-sunken px-4 py-3">
            <p className="line-clamp-2 font-bold">{user.name}</p>
            <p className="truncate text-xs text-muted">{user.email}</p>
            {user.isPremium && (
              <PlainLink to="/settings#premium" className="inline-flex min-h-11 items-center">
                <Badge tone="gold" icon="crown">
                  プレミアム{data.premiumDaysRemaining !== null && ` 残り${data.premiumDaysRemaining}日`}
                </Badge>
              </PlainLink>
            )}
          </div>
        )}
        <Cached as="ul" of={Entries} props={{ entries, current: currentOf(entries, pathname) }} />
        <Cached
          as="div"
          className="flex flex-1 flex-col gap-1"
          of={Actions}
          props={{
            current: currentOf(helpEntries, pathname),
            colorScheme,
            canSignIn: Boolean(data && !user),
            isSignedIn: Boolean(user),
            isAdmin: data?.isAdmin ?? false,
            asksConsent: Boolean(data?.analytics),
            year: data?.year,
          }}
          callbacks={{
            choose,
            answer,
            openShortcuts() {
              hidePopover(menu.current);
              openSheet("shortcuts");
            },
          }}
          usesLocation
        />
      </nav>
    </div>
  );
}

const currentOf = (entries: readonly { to: string }[], pathname: string) =>
  entries.find(({ to }) => to === pathname)?.to;

interface Current {
  current: string | undefined;
}

function Entries({ entries, current }: Current & { entries: readonly MenuEntry[] }) {
  return menuGroups.map((group) => (
    <li key={group}>
      <MenuHeading>{group}</MenuHeading>
      <ul>
        {entries.map(
          ({ to, label, icon, ...entry }) =>
            entry.group === group && (
              <li key={to}>
                <PlainLink
                  to={to}
                  aria-current={current === to ? "page" : undefined}
                  className={menuEntry(icon)}
                >
                  {label}
                </PlainLink>
              </li>
            ),
        )}
      </ul>
    </li>
  ));
}

const MenuHeading = ({ children }: { children: string }) => (
  <h2 className="px-3 pt-3 text-xs text-muted">{children}</h2>
);

function Help({ current }: Current) {
  return (
    <>
      <summary className={`${menuEntry("info")} list-none [&::-webkit-details-marker]:hidden`}>
        <span className="flex-1">ヘルプとプライバシー</span>
        <Icon name="down" className="transition-transform group-open:rotate-180" />
      </summary>
      <ul>
        {helpEntries.map(({ to, label }) => (
          <li key={to}>
            <PlainLink
              to={to}
              aria-current={current === to ? "page" : undefined}
              className="menu-entry menu-entry-small"
            >
              {label}
            </PlainLink>
          </li>
        ))}
      </ul>
    </>
  );
}

interface ActionsProps
  extends Current,
    ComponentProps<typeof ColorSchemeToggle>,
    ComponentProps<typeof ConsentMenuEntry> {
  openShortcuts: () => void;
  /** False where the viewer is unknown. */
  canSignIn: boolean;
  isSignedIn: boolean;
  isAdmin: boolean;
  /** The site has something that needs consent. */
  asksConsent: boolean;
  /** Unknown without the root loader's data. */
  year: number | undefined;
}

function Actions({ current, colorScheme, choose, answer, openShortcuts, ...viewer }: ActionsProps) {
  const signIn = useSignInClick();
  const { pathname, search } = useLocation();
  return (
    <>
      <MenuHeading>設定</MenuHeading>
      {viewer.isSignedIn && (
        <PlainLink to="/settings" className={menuEntry("settings")}>
          設定
        </PlainLink>
      )}
      <ColorSchemeToggle colorScheme={colorScheme} choose={choose} />
      <button type="button" onClick={openShortcuts} className={`${menuEntry("keyboard")} unscripted:hidden`}>
        キーボードショートカット
      </button>
      {viewer.asksConsent && <ConsentMenuEntry answer={answer} />}
      {viewer.isAdmin && (
        // Another document: these pages do not know the console's routes.
        <a href="/admin" className={menuEntry("settings")}>
          管理画面
        </a>
      )}
      <MenuHeading>ヘルプ</MenuHeading>
      <details className="group">
        <Help current={current} />
      </details>
      {viewer.canSignIn && (
        <a
          href={`/api/auth/google?redirect=${encodeURIComponent(pathname + search)}`}
          onClick={signIn.onClick}
          aria-disabled={signIn.busy || undefined}
          className={menuEntry("person")}
        >
          {signIn.busy ? signingInLabel : "ログイン"}
        </a>
      )}
      {viewer.isSignedIn && (
        <form method="post" action="/api/auth/logout">
          <button type="submit" className={menuEntry("logout")}>
            ログアウト
          </button>
        </form>
      )}
      <p className="mt-auto px-3 pt-8 text-xs text-muted">{`© ${viewer.year ?? ""} Mugen`}</p>
    </>
  );
}
