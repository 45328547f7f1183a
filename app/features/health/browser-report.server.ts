import { LRUCache } from "lru-cache";
import { z } from "zod";
import { hourMs } from "#app/lib/time-units.ts";
import { logger } from "#app/logger.server.ts";

const maxReports = 20;
/** Counted at the same time. After the window, the kind's first report is logged again. */
const maxKinds = 500;
const windowMs = hourMs;
const maxLength = 200;

const text = z.string().max(8000).optional().catch(undefined);
const line = z.number().int().min(0).max(1e9).optional().catch(undefined);

/** As `report-uri` sends it: CSP Level 2. */
const oldReport = z.object({
  "csp-report": z.object({
    "document-uri": text,
    "effective-directive": text,
    "violated-directive": text,
    "blocked-uri": text,
    "source-file": text,
    "line-number": line,
  }),
});

/** As the Reporting API sends them. */
const newReports = z
  .array(
    z.object({
      type: z.string(),
      url: text,
      body: z
        .object({
          documentURL: text,
          effectiveDirective: text,
          blockedURL: text,
          sourceFile: text,
          lineNumber: line,
          reason: text,
        })
        .nullish()
        .catch(null),
    }),
  )
  .transform((reports) => reports.slice(0, maxReports));

interface BrowserReport {
  kind: "csp-violation" | "crash";
  /** Without what could be a credential. */
  page: string;
  /** The directive that was broken, or why the page crashed. */
  what: string;
  /** Origin of what was refused, or a word such as `inline`; empty for a crash. */
  blocked: string;
  /** Path of the own script that did it, or the origin of another. */
  source: string;
  line: number | null;
}

/** Only in memory: anybody can forge reports. */
const counts = new LRUCache<string, { count: number }>({ max: maxKinds, ttl: windowMs });

/** Prevents a flood: per kind and hour, logs the first report, the tenth, the hundredth and so on. False for no report. */
export function logBrowserReports(
  body: unknown,
  o: {
    origin: string;
    /** Takes credentials out of a path. */
    redact: (path: string) => string;
  },
): boolean {
  const reports = readReports(body, o);
  if (reports === null) return false;
  for (const report of reports) {
    const { kind, page, what, blocked } = report;
    const key = [kind, page, what, blocked].join(" ");
    const known = counts.get(key) ?? { count: 0 };
    known.count += 1;
    // The window begins with the first report: later ones must not make it longer.
    if (known.count === 1) counts.set(key, known);
    if (isSampled(known.count)) logger.warn({ ...report, count: known.count }, "browser report");
  }
  return true;
}

const isSampled = (count: number) => /^10*$/.test(String(count));

function readReports(
  body: unknown,
  { origin, redact }: { origin: string; redact: (path: string) => string },
): BrowserReport[] | null {
  const place = (address: string | undefined) => redact(placeOf(address, origin));
  const old = oldReport.safeParse(body);
  if (old.success) {
    const report = old.data["csp-report"];
    return [
      {
        kind: "csp-violation",
        page: place(report["document-uri"]),
        what: word(report["effective-directive"] ?? report["violated-directive"]),
        blocked: originOf(report["blocked-uri"]),
        source: place(report["source-file"]),
        line: report["line-number"] ?? null,
      },
    ];
  }
  const parsed = newReports.safeParse(body);
  if (!parsed.success) return null;
  return parsed.data.flatMap(({ type, url, body: details }): BrowserReport[] => {
    // Browsers also report old features and interventions here.
    if (type !== "csp-violation" && type !== "crash") return [];
    return [
      {
        kind: type,
        page: place(details?.documentURL ?? url),
        what: word(type === "crash" ? details?.reason : details?.effectiveDirective),
        blocked: originOf(details?.blockedURL),
        source: place(details?.sourceFile),
        line: details?.lineNumber ?? null,
      },
    ];
  });
}

/** A name from a fixed list, as far as it looks like one. */
const word = (value = "") => /^[\w-]{1,40}/.exec(value)?.[0] ?? "";

/** An own address as its path, another as its origin. */
function placeOf(address: string | undefined, origin: string): string {
  const url = URL.parse(address ?? "");
  if (!url) return word(address);
  return (url.origin === origin ? url.pathname : originOf(address)).slice(0, maxLength);
}

/** A scheme without origins (`data`, `blob`) or a word (`inline`, `eval`) stays. */
function originOf(address: string | undefined): string {
  const url = URL.parse(address ?? "");
  if (!url) return word(address);
  return (url.origin === "null" ? url.protocol.replace(":", "") : url.origin).slice(0, maxLength);
}
