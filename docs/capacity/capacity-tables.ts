import { costs } from "./costs.ts";
import { estimate, habits } from "./estimate.ts";
import { simulateQueue } from "./simulate-queue.ts";

const number = (value: number, digits = 0) =>
  value.toLocaleString("en-US", { maximumFractionDigits: digits, minimumFractionDigits: 0 });
const cores = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 2 });
const size = (gb: number) =>
  gb >= 1000 ? `${number(gb / 1000, 1)} TB` : `${number(gb, gb < 10 ? 1 : 0)} GB`;

const communities = [1_000, 100_000, 10_000_000].map(estimate);
type Community = (typeof communities)[number];

const rows: [what: string, value: (of: Community) => string][] = [
  ["requests a second in the busiest hour", ({ requests }) => number(requests, 1)],
  ["of these with a write", ({ writes }) => number(writes, 1)],
  ["cores busy in web processes", ({ webCores }) => cores(webCores)],
  ["cores busy in workers", ({ workerCores }) => cores(workerCores)],
  [
    "web processes × workers",
    ({ webProcesses, workerProcesses }) => `${number(webProcesses)} × ${number(workerProcesses)}`,
  ],
  ["database after a year", ({ databaseGb }) => size(databaseGb)],
  ["audio after a year", ({ storageGb }) => size(storageGb)],
  ["sent in a month", ({ egressGbOfMonth }) => size(egressGbOfMonth)],
  ["yen a month", ({ yenOfMonth }) => number(yenOfMonth)],
];

export function capacityTable(): string {
  return [
    `| members | ${communities.map(({ members }) => number(members)).join(" | ")} |`,
    `| --- | ${communities.map(() => "---").join(" | ")} |`,
    ...rows.map(([what, value]) => `| ${what} | ${communities.map(value).join(" | ")} |`),
  ].join("\n");
}

/** Requests of a second at 10,000,000 members, on as many processes as the table has, and on fewer and more. */
export function waitsTable(): string {
  const of = estimate(10_000_000);
  const ranges = (habits.minutesHeard * 60 * 8_000) / 65_536;
  const kinds = [
    { share: habits.pagesOfMember, ms: costs.memberPageMs },
    { share: habits.pagesOfVisitor, ms: costs.visitorPageMs },
    { share: habits.callsOfMember, ms: costs.callMs },
    { share: ranges, ms: costs.rangeMs },
  ];
  const lines = [0.95, 0.8, 0.6].map((use) => {
    const processes = Math.ceil(of.webCores / use);
    // One of many pools of eight, as machines of eight cores have them: each has its share of the requests.
    const waits = simulateQueue({
      ...{ perSecond: (of.requests * 8) / processes, kinds, processes: 8 },
      ...{ requests: 400_000, seed: 7 },
    });
    const ms = (value: number) => `${number(value, 2)} ms`;
    return `| ${number(processes)} | ${Math.round(use * 100)} % | ${ms(waits.p50Ms)} | ${ms(waits.p95Ms)} | ${ms(waits.p99Ms)} |`;
  });
  return [
    "| web processes | busy | half wait at most | 95 % | 99 % |",
    "| --- | --- | --- | --- | --- |",
    ...lines,
  ].join("\n");
}
