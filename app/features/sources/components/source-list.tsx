import { Link } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { type SourceSummary, sourcePath } from "../sources.ts";

export function SourceList({ sources }: { sources: readonly SourceSummary[] }) {
  return (
    <section aria-labelledby="kept-sources" className="space-y-2">
      <h2 id="kept-sources" className="text-lg">
        取り込んだ文章
      </h2>
      <ul className="divide-y divide-line">
        {sources.map(({ id, name, title }) => (
          <li key={id}>
            <Link to={sourcePath(id)} className="flex min-h-14 items-center gap-3 py-2">
              <Icon name="document" className="text-muted" />
              <span className="min-w-0 flex-1">
                <span className="block truncate">{title || name}</span>
                {title && <span className="block truncate text-xs text-muted">{name}</span>}
              </span>
              <Icon name="forward" className="text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
