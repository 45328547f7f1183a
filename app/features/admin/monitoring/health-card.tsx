import type { HealthReply } from "#app/features/health/check-health.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card } from "#app/ui/card.tsx";
import { formatBytes } from "../overview/units.ts";
import { FactList, formatClock, formatUptime } from "./fact-list.tsx";
import { usePolling } from "./use-polling.ts";

const intervalMs = 30_000;
const timeoutMs = 10_000;

const statusNames: Record<HealthReply["status"], string> = {
  ok: "正常",
  "read-only": "保存できません",
  error: "接続エラー",
};

/** Null when `/health` does not answer. */
async function fetchHealth(signal: AbortSignal): Promise<{ health: HealthReply | null }> {
  try {
    const response = await fetch("/health", {
      cache: "no-store",
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const health: HealthReply = await response.json();
    return { health: health.status in statusNames ? health : null };
  } catch {
    return { health: null };
  }
}

export function HealthCard({ initial }: { initial: HealthReply }) {
  const { result, isAsking, askNow } = usePolling(fetchHealth, { intervalMs });
  const health = result ? result.health : initial;
  return (
    <Card as="section" aria-labelledby="health-card" className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="health-card" className="font-bold">
          ヘルスチェック
        </h2>
        <span role="status">
          {health?.status === "ok" ? (
            <Badge tone="info" icon="check">
              正常
            </Badge>
          ) : (
            <Badge tone="danger" icon="error">
              {health ? statusNames[health.status] : "接続エラー"}
            </Badge>
          )}
        </span>
      </div>
      {health ? <HealthFacts health={health} /> : <p className="text-sm">サーバーから返事がありません。</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-muted">30秒ごとに確認します</p>
        <Button
          type="button"
          variant="quiet"
          icon="refresh"
          busy={isAsking}
          onClick={askNow}
          className="unscripted:hidden"
        >
          いま確認する
        </Button>
      </div>
    </Card>
  );
}

function HealthFacts({ health }: { health: HealthReply }) {
  const { uptime, memory, database, timestamp } = health;
  return (
    <FactList
      facts={[
        ["稼働時間", uptime === undefined ? "—" : formatUptime(uptime)],
        ["メモリ", memory ? `${formatBytes(memory.used)} / ${formatBytes(memory.total)}` : "—"],
        ["データベース", database ? (database.connected ? "接続しています" : "接続していません") : "—"],
        ["確認した時刻", formatClock(Date.parse(timestamp))],
      ]}
    />
  );
}
