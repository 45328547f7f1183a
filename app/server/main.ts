import { environment } from "#app/config/environment.ts";
import { crashPoint } from "#app/crash-point.server.ts";
import { adminCredentials } from "#app/features/admin/session/admin-credentials.server.ts";
import { watchSiteState } from "#app/features/announcements/server/site-state.server.ts";
import { countOpenContactMessages } from "#app/features/contact/contact-messages.server.ts";
import { seedOfficialTracks } from "#app/features/creation/server/seed-official-tracks.server.ts";
import { checkPrice } from "#app/features/premium/subscription/stripe/is-payment-configured.server.ts";
import { countOpenReports } from "#app/features/reports/reports.server.ts";
import { openTraces } from "#app/traces.server.ts";
import { type BootedProgram, boot } from "./boot.ts";
import { recordFirstStartShown } from "./first-start.ts";
import { listen } from "./listen.ts";
import { shutDownOnSignals } from "./shutdown.ts";
import { type NodeMiddleware, staticFiles } from "./static-files.ts";

/** Starts database, job queue and HTTP server. Resolves when it listens. `assets` replaces the built files in development. */
export async function run(options: { assets?: NodeMiddleware } = {}): Promise<{ port: number }> {
  const traces = await openTraces();
  const program = await boot();
  await watchSiteState();
  // Loads the Prometheus client only if needed.
  const figures =
    environment().METRICS_PORT === undefined
      ? null
      : await (await import("./metrics-port.ts")).openMetricsPort();
  const { origin, port, ...listening } = await listen({
    staticFiles: options.assets ?? staticFiles(),
    timed: figures?.timed,
  });
  const openMessages = (await countOpenContactMessages()) + (await countOpenReports());
  const hasAdminPassword = (await adminCredentials()).hash !== null;
  if (program.firstStart) crashPoint("first-start");
  printStartMessage({ origin, openMessages, hasAdminPassword, program });
  if (program.firstStart) await recordFirstStartShown();
  if (environment().SEED === "on" && !program.isReadOnly) await seedOfficialTracks();
  // Not awaited: Stripe may be unreachable and is asked again before a purchase. Failures are logged.
  void checkPrice().catch(() => {});
  shutDownOnSignals({ ...program, traces }, listening);
  return { port };
}

interface StartMessage {
  origin: string;
  openMessages: number;
  /** Without it nobody enters the console. */
  hasAdminPassword: boolean;
  program: Pick<BootedProgram, "firstStart" | "isReadOnly">;
}

/** Shows the first start's secrets once; they are never logged. */
function printStartMessage({ origin, openMessages, hasAdminPassword, program }: StartMessage): void {
  const { firstStart, isReadOnly } = program;
  const lines = [`∞ Mugen  ${origin}`];
  if (isReadOnly) {
    const folder = environment().DATA_DIR;
    lines.push(
      `  read-only       the disk takes no writes: people can listen, nothing is saved. Make room in ${folder};`,
    );
    lines.push("                  the server notices it, and needs no restart.");
  }
  if (firstStart === "unseen") {
    lines.push("  invitation      npm run invite             (the first start ended before it showed one)");
    if (!environment().ADMIN_PASSWORD_HASH)
      lines.push("  admin password  npm run admin -- password  (the first start ended before it showed it)");
  } else if (firstStart) {
    lines.push(`  invitation      ${origin}/i/${firstStart.invitationCode}`);
    if (firstStart.adminPassword) {
      lines.push(`  admin           ${environment().ADMIN_USERNAME}`);
      lines.push(`  admin password  ${firstStart.adminPassword}   (shown this once)`);
    }
  }
  if (!hasAdminPassword && !isReadOnly) lines.push("  admin password  none: npm run admin -- password");
  if (openMessages > 0) lines.push(`  messages        ${openMessages} open: npm run messages -- list`);
  process.stdout.write(`${lines.join("\n")}\n`);
}
