import type { Claim } from "#app/engines/fact-check/fact-check.schema.ts";
import { Badge } from "#app/ui/badge.tsx";

const verdicts = {
  verified: { name: "確認済み", tone: "info", icon: "check" },
  unchecked: { name: "要確認", tone: "plain", icon: "warning" },
  disputed: { name: "相違", tone: "danger", icon: "warning" },
} as const;

/** What a check says about claims, with sources. */
export function ClaimList({ claims }: { claims: readonly Claim[] }) {
  return (
    <ul className="space-y-2 text-sm">
      {claims.map(({ line, text, verdict, note, sources }) => (
        <li key={`${line} ${text}`} className="space-y-1">
          <p className="[overflow-wrap:anywhere]">
            <Badge tone={verdicts[verdict].tone} icon={verdicts[verdict].icon} className="mr-2">
              {verdicts[verdict].name}
            </Badge>
            「{text}」
          </p>
          {note && <p className="text-muted">{note}</p>}
          {sources.length > 0 && (
            <p className="text-muted">
              出典：
              {sources.map(({ title, url }, place) => (
                <span key={url}>
                  {place > 0 && "、"}
                  <Source title={title} url={url} />
                </span>
              ))}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Source({ title, url }: { title: string; url: string }) {
  if (!/^https?:\/\//.test(url)) return title || url;
  return (
    <a href={url} target="_blank" rel="noreferrer noopener nofollow" className="text-accent underline">
      {title || url}
    </a>
  );
}

/** The looked-up claims of a transcript's line. */
export function checkedClaimsIn(claims: readonly Claim[], line: string): Claim[] {
  return claims.filter(
    ({ text, verdict }) => verdict !== "unchecked" && (line.includes(text) || text.includes(line)),
  );
}

/** How far the transcript was checked; `claims` null: not at all. */
export function CheckSummary({ claims }: { claims: readonly Claim[] | null }) {
  const isChecked = claims?.some(({ verdict }) => verdict !== "unchecked");
  const open = claims?.filter(({ verdict }) => verdict === "unchecked").length ?? 0;
  return (
    <p className="text-sm text-muted">
      {!isChecked
        ? "ファクトチェック：未確認。この音声の内容が事実かどうかは、まだ確かめていません。"
        : open > 0
          ? `ファクトチェック：出典と照らし合わせた箇所には、しるしがあります。ほかに、確認していない箇所が${open}件あります。`
          : "ファクトチェック：出典と照らし合わせた箇所には、しるしがあります。"}
    </p>
  );
}
