import type { HealthReply } from "#app/features/health/health.ts";
import type { SystemInfo } from "#app/features/health/system-info.server.ts";
import { AdminPage } from "../parts/admin-page.tsx";
import { LiveRefresh } from "../parts/live-refresh.tsx";
import { adminPath } from "../session/admin-session.ts";
import { Clock } from "./clock.tsx";
import { ConsentReset } from "./consent-reset.tsx";
import { EndpointNotes } from "./endpoint-notes.tsx";
import { HealthCard } from "./health-card.tsx";
import { PingCard } from "./ping-card.tsx";
import { SystemInfoCard } from "./system-info-card.tsx";

interface MonitoringScreenProps {
  health: HealthReply;
  system: SystemInfo;
  /** Time of the page, ms since 1970. */
  now: number;
}

/** The server's state, live: health every 30 seconds, ping every 10, and what the installation consists of. */
export function MonitoringScreen({ health, system, now }: MonitoringScreenProps) {
  return (
    <AdminPage title="モニタリング" back={{ to: adminPath, label: "管理画面" }} actions={<Clock now={now} />}>
      <LiveRefresh seconds={30} />
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
