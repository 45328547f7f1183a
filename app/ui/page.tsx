import type { ReactNode } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import { Icon } from "./icon.tsx";

interface PageProps {
  title: ReactNode;
  lead?: ReactNode;
  back?: { to: string; label: string } | undefined;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** For pages whose lists are grids of covers in wide windows. */
export const gridPageClass = "wide:max-w-240 full:max-w-320";

/** Column of a screen: an optional back link, the h1, and content. */
export function Page({ title, lead, back, actions, children, className }: PageProps) {
  return (
    <div className={classNames("mx-auto w-full max-w-160 px-4 pt-4 pb-10 rail:px-6 rail:pt-8", className)}>
      {back && <BackLink {...back} />}
      <div
        className={classNames(
          "mb-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2",
          !back && "pt-2",
        )}
      >
        <h1 className="text-xl">{title}</h1>
        {actions}
        {lead && <p className="w-full text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/** Link to the parent screen. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      className="-ml-2 mb-1 inline-flex min-h-11 items-center gap-1 rounded-full px-2 text-sm text-muted hover:text-ink"
    >
      <Icon name="back" />
      {label}
    </Link>
  );
}
