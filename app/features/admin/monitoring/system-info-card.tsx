import type { SystemInfo } from "#app/features/health/system-info.server.ts";
import { Card } from "#app/ui/card.tsx";
import { formatBytes } from "../overview/units.ts";
import { FactList } from "./fact-list.tsx";

const unknown = "確認できませんでした";

/** Below this share of free space the disk is called out. */
const lowDiskShare = 0.1;

/** The program, its database, engines, queues and disk. */
export function SystemInfoCard({ info }: { info: SystemInfo }) {
  const { version, node, platform, database, engines, queues, disk } = info;
  const engineText = engines
    ? `台本 ${engines.script}・確認 ${engines.factCheck}・音声 ${engines.speech}・テーマ ${engines.themes}`
    : unknown;
  const isLowOnDisk = disk !== null && disk.free < disk.total * lowDiskShare;
  const free = disk ? `空き ${formatBytes(disk.free)} / ${formatBytes(disk.total)}` : unknown;
  const diskFact = isLowOnDisk ? <span className="text-danger">{free}（残りわずか）</span> : free;
  return (
    <Card as="section" aria-labelledby="system-card" className="space-y-3">
      <h2 id="system-card" className="font-bold">
        システム情報
      </h2>
      <FactList
        facts={[
          ["Mugenのバージョン", version],
          ["Node.js", node],
          ["OS", platform],
          [
            "データベース",
            database ? `${database.kind} ${database.version}・${formatBytes(database.bytes)}` : unknown,
          ],
          ["エンジン", engineText],
          ["会員の音声生成", openTasks(queues?.creation)],
          ["公式番組の音声生成", openTasks(queues?.generation)],
          ["送信待ちのメール", queues ? `${queues.emails}件` : unknown],
          ["送信待ちの通知", queues ? `${queues.pushes}件` : unknown],
          ["ディスク", diskFact],
        ]}
      />
    </Card>
  );
}

function openTasks(open: { waiting: number; running: number } | undefined): string {
  return open ? `待機 ${open.waiting}件・実行中 ${open.running}件` : unknown;
}
