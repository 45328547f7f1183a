import { type ReactNode, useContext } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import type { OperatorRole } from "#app/features/audit/operator-roles.ts";
import { useEventStream } from "#app/features/events/hooks/use-events.ts";
import { adminTopics } from "#app/features/events/topics.ts";
import {
  ColorSchemeContext,
  ColorSchemeToggle,
} from "#app/features/shell/components/color-scheme-toggle.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";
import { adminTabs, adminTabsOf, isCurrentTab } from "../admin-tabs.ts";
import { adminAccountPath, adminPath } from "../session/admin-session.ts";
import { FlashNotice } from "./flash-notice.tsx";

interface AdminFrameProps {
  username: string;
  role: OperatorRole;
  children: ReactNode;
}

export function AdminFrame({ username, role, children }: AdminFrameProps) {
  const { pathname, key } = useLocation();
  useEventStream(adminTopics);
  const current = adminTabs.find((tab) => isCurrentTab(tab, pathname));
  return (
    <div className="panel:grid panel:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-accent px-5 py-2.5 font-bold text-on-accent focus:translate-y-0"
      >
        本文へ移動
      </a>
      <LoadingLine />
      <header className="sticky top-0 z-30 border-b border-line bg-surface panel:hidden">
        <details key={key} className="group">
          <summary className="flex min-h-14 list-none items-center gap-3 px-4 [&::-webkit-details-marker]:hidden">
            <Logo className="w-9 text-accent" />
            <span className="min-w-0 flex-1 truncate font-bold">
              <span className="sr-only">管理画面のメニュー：</span>
              {current?.label ?? "管理画面"}
            </span>
            <Icon name="menu" className="text-lg" />
          </summary>
          <nav
            aria-label="管理画面"
            className="max-h-[calc(100svh-3.5rem)] overflow-y-auto border-t border-line px-2 pt-2 pb-4"
          >
            <Sections role={role} className="grid grid-cols-2 gap-1" />
            <Tools username={username} />
          </nav>
        </details>
      </header>
      <nav
        aria-label="管理画面"
        className="sticky top-0 hidden h-svh flex-col overflow-y-auto border-r border-line bg-surface px-3 py-5 panel:flex"
      >
        <Link to={adminPath} className="flex items-center gap-3 px-3 pb-4 font-bold">
          <Logo className="w-10 text-accent" />
          管理画面
        </Link>
        <Sections role={role} className="space-y-0.5" />
        <div className="mt-auto pt-6">
          <Tools username={username} />
        </div>
      </nav>
      <main id="content" tabIndex={-1} className="min-w-0 outline-none">
        <FlashNotice className="mx-4 mt-4 rail:mx-6" />
        {children}
      </main>
    </div>
  );
}

function Sections({ role, className }: { role: OperatorRole; className: string }) {
  const { pathname } = useLocation();
  return (
    <ul className={className}>
      {adminTabsOf(role).map((tab) => (
        <li key={tab.to}>
          <Link
            to={tab.to}
            aria-current={isCurrentTab(tab, pathname) ? "page" : undefined}
            className="flex min-h-11 items-center gap-3 rounded-card px-3 py-1.5 text-sm leading-snug hover:bg-sunken aria-[current]:bg-voice-a-tint aria-[current]:font-bold aria-[current]:text-voice-a"
          >
            <Icon name={tab.icon} className="shrink-0 text-base" />
            {tab.label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Tools({ username }: { username: string }) {
  return (
    <div className="mt-2 border-t border-line pt-2 text-sm">
      <ColorSchemeToggle {...useContext(ColorSchemeContext)} />
      {/* Another document: members' pages have a frame and a route manifest of their own. */}
      <a href="/" className="flex min-h-11 items-center gap-3 rounded-card px-3 hover:bg-sunken">
        <Icon name="back" />
        サイトを見る
      </a>
      <Form method="post" action={adminAccountPath}>
        <input type="hidden" name="intent" value="sign-out" />
        <button
          type="submit"
          className="flex min-h-11 w-full items-center gap-3 rounded-card px-3 text-left hover:bg-sunken"
        >
          <Icon name="logout" />
          <span className="min-w-0 truncate">ログアウト（{username}）</span>
        </button>
      </Form>
    </div>
  );
}

function LoadingLine() {
  const { state } = useNavigation();
  return (
    <div
      role="status"
      className={classNames(
        "pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] overflow-hidden",
        state === "idle" && "hidden",
      )}
    >
      <span className="sr-only">読み込み中</span>
      <div className="h-full origin-left animate-travel bg-accent" />
    </div>
  );
}
