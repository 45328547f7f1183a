import { PlainLink } from "#app/ui/plain-link.tsx";
import type { SeriesLine } from "../server/find-series.server.ts";

export function SeriesLineView({ line }: { line: SeriesLine }) {
  const { name: series, number, playlistPath, next, goesOn } = line;
  const name = `${series}第${number}回`;
  return (
    <div className="space-y-1 text-sm [overflow-wrap:anywhere]">
      <p className="text-muted">
        {playlistPath ? (
          <PlainLink to={playlistPath} className="inline-flex min-h-11 items-center underline hover:text-ink">
            {name}
          </PlainLink>
        ) : (
          name
        )}
      </p>
      {next ? (
        <p>
          <PlainLink to={next.path} className="inline-flex min-h-11 items-center gap-2 font-bold text-accent">
            次の回：{next.title}
          </PlainLink>
        </p>
      ) : (
        goesOn && <p className="text-muted">次の回は、これから公開します。</p>
      )}
    </div>
  );
}
