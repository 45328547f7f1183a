import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";

/** `label`: for example 「この音声を報告」. */
export function ReportLink({ to, label }: { to: string; label: string }) {
  return (
    <Link
      to={to}
      rel="nofollow"
      className="inline-flex min-h-11 items-center gap-2 rounded-full px-3 text-sm text-muted hover:text-ink hover:underline"
    >
      <Icon name="flag" />
      {label}
    </Link>
  );
}
