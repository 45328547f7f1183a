import type { ReactNode } from "react";
import { BackLink } from "#app/ui/page.tsx";

interface AdminPageProps {
  title: ReactNode;
  lead?: ReactNode;
  back?: { to: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** Takes the focus where what had it is gone. */
export const adminHeadingId = "page-heading";

export function AdminPage({ title, lead, back, actions, children }: AdminPageProps) {
  return (
    <div className="mx-auto w-full max-w-360 px-4 pt-4 pb-16 rail:px-6 rail:pt-6">
      {back && <BackLink {...back} />}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 id={adminHeadingId} tabIndex={-1} className="text-lg rail:text-xl">
            {title}
          </h1>
          {lead && <p className="pt-1 text-sm text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  );
}
