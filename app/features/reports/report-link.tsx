import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { reportMessages, reportPath } from "./report.ts";

/** A link to the form that reports a track. */
export function ReportLink({ trackId }: { trackId: number }) {
  return (
    <Link
      to={reportPath(trackId)}
      rel="nofollow"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-muted hover:text-ink hover:underline"
    >
      <Icon name="flag" />
      {reportMessages.heading}
    </Link>
  );
}
