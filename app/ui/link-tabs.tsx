import { Link } from "react-router";
import { classNames } from "./class-names.ts";

interface LinkTabsProps {
  label: string;
  tabs: readonly { to: string; label: string; isCurrent: boolean }[];
  className?: string;
}

/** Tabs as links, so that they work without JavaScript. */
export function LinkTabs({ label, tabs, className }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={className}>
      <ul className="flex flex-wrap border-b border-line">
        {tabs.map((tab) => (
          <li key={tab.to} className="min-w-11 flex-1">
            <Link
              to={tab.to}
              preventScrollReset
              aria-current={tab.isCurrent ? "page" : undefined}
              className={classNames(
                "-mb-px flex min-h-12 items-center justify-center border-b-2 px-1 py-2 rail:px-2 text-center text-sm leading-snug transition-[background-color] hover:bg-sunken",
                tab.isCurrent ? "border-accent font-bold text-accent" : "border-transparent text-muted",
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
