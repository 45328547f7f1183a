import { useEffect, useState } from "react";
import type { HealthReply } from "#app/features/health/check-health.server.ts";
import type { Finding } from "#app/features/health/finding.ts";
import type { SystemInfo } from "#app/features/health/system-info.server.ts";
import { Button } from "#app/ui/button.tsx";
import { formatBytes } from "../overview/units.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { HiddenFields } from "../parts/console-form.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { adminPath } from "../session/admin-session.ts";
import { CheckUp } from "./check-up.tsx";
import { FactList, formatClock } from "./fact-list.tsx";
import { HealthCard } from "./health-card.tsx";
import { PingCard } from "./ping-card.tsx";

interface MonitoringScreenProps {
  health: HealthReply;
  system: SystemInfo;
  findings: Finding[] | null;
  /** Time of the page, ms since 1970. */
  now: number;
}

export function MonitoringScreen({ health, system, findings, now }: MonitoringScreenProps) {
  return (
    <AdminPage title="モニタリング" back={{ to: adminPath, label: "管理画面" }} actions={<Clock now={now} />}>
      {findings === null && <LiveRefresh seconds={30} />}
      <CheckUp findings={findings} />
      <div className="grid items-start gap-4 rail:grid-cols-2">
        <HealthCard initial={health} />
        <PingCard />
        <SystemInfoCard info={system} />
        <div className="space-y-4">
          <EndpointNotes />
          <ConsentReset />
        </div>
      </div>
    </AdminPage>
  );
}

/** Without JavaScript it shows the time of the page. */
function Clock({ now }: { now: number }) {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(Date.now());
    const timer = setInterval(() => setAt(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} className="text-sm text-muted tabular-nums">
      {formatClock(at)}
    </time>
  );
}

function clearLocalStorage(): void {
  try {
    localStorage.clear();
  } catch {
    // Without storage nothing was stored.
  }
}

/** The answer is a cookie; the rest is local storage, which only JavaScript removes. */
function ConsentReset() {
  return (
    <TitledCard title="開発用ツール">
      <p className="text-sm text-muted">
        このブラウザのローカルストレージと、Cookieの確認へのお答えを消します。確認は、アクセス解析を使うサイトでもう一度表示します。この端末に残っている下書きや再生位置、設定も消えます。
      </p>
      {/* A document of its own: the question is asked on the site's pages. */}
      <form method="post" action="/consent" onSubmit={clearLocalStorage}>
        <HiddenFields values={{ choice: "ask", redirect: "/" }} />
        <Button variant="quiet" icon="refresh">
          同意リセット
        </Button>
      </form>
    </TitledCard>
  );
}

const endpoints = [
  {
    path: "/health",
    text: "データベースに読み書きできるかを確かめます。正常なら200、保存や接続ができなければ503です。だれにでも状態と時刻だけを返し、詳しい値はこの画面にログインしているときだけ加わります。外からの監視に使えます。",
  },
  {
    path: "/ping",
    text: "サーバーが応答するかだけを確かめます。データベースは使いません。リクエストの振り分け先を決める装置に向いています。",
  },
];

function EndpointNotes() {
  return (
    <TitledCard title="エンドポイントの説明">
      <dl className="space-y-3 text-sm">
        {endpoints.map(({ path, text }) => (
          <div key={path}>
            <dt>
              <a href={path} className="inline-flex min-h-11 items-center font-bold text-accent underline">
                GET {path}
              </a>
            </dt>
            <dd className="leading-[1.7] text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </TitledCard>
  );
}

const unknown = "確認できませんでした";

/** Less free space is called out. */
const lowDiskShare = 0.1;

function SystemInfoCard({ info }: { info: SystemInfo }) {
  const { version, node, platform, database, engines, queues, disk } = info;
  const engineText = engines
    ? `台本 ${engines.script}・確認 ${engines.factCheck}・音声 ${engines.speech}・テーマ ${engines.themes}`
    : unknown;
  const isLowOnDisk = disk !== null && disk.free < disk.total * lowDiskShare;
  const free = disk ? `空き ${formatBytes(disk.free)} / ${formatBytes(disk.total)}` : unknown;
  const diskFact = isLowOnDisk ? <span className="text-danger">{free}（残りわずか）</span> : free;
  return (
    <TitledCard title="システム情報">
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
    </TitledCard>
  );
}

function openTasks(open: { waiting: number; running: number } | undefined): string {
  return open ? `待機 ${open.waiting}件・実行中 ${open.running}件` : unknown;
}
