import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { reportMessages, reportPathOf } from "../report.ts";

/** The way to report a track; quiet, for few need it. */
export function ReportLink({ trackId }: { trackId: number }) {
  return (
    <Link
      to={reportPathOf(trackId)}
      rel="nofollow"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-muted hover:text-ink hover:underline"
    >
      <Icon name="flag" />
      {reportMessages.heading}
    </Link>
  );
}
