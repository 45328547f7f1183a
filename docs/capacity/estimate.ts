import { costs, prices, sizes } from "./costs.ts";

/** A day of those who come: 30 % of all members; as many visitors. One member of a hundred creates. */
export const habits = {
  dailyShare: 0.3,
  pagesOfMember: 8,
  pagesOfVisitor: 3,
  callsOfMember: 25,
  minutesHeard: 18,
  tracksHeard: 8,
  creatorShare: 0.01,
  /** With a preview that is thrown away and one that is spoken again. */
  soundSecondsOfCreator: 3 * 120,
  tracksOfCreator: 1,
  trackSeconds: 120,
  /** Of a day's requests in its busiest hour. */
  busiestHour: 0.12,
} as const;

/** Above, waiting grows faster than load (`simulateQueue`). */
export const maxUse = 0.6;

const bytesOfRange = 65_536;
const bytesOfMinute = 60 * 8_000;
const daysOfMonth = 30;
const daysOfYear = 365;
const gb = 1e9;

interface Estimate {
  members: number;
  /** In the busiest hour, a second. */
  requests: number;
  writes: number;
  /** Cores that are busy in the busiest hour. */
  webCores: number;
  workerCores: number;
  /** Processes of one core each, so that none is busy for more than `maxUse`. */
  webProcesses: number;
  workerProcesses: number;
  /** After a year. */
  databaseGb: number;
  storageGb: number;
  egressGbOfMonth: number;
  yenOfMonth: number;
}

/** What so many members need after a year, by `costs`, `sizes` and `habits`. */
export function estimate(members: number): Estimate {
  const present = members * habits.dailyShare;
  const creators = members * habits.creatorShare;
  /** Of a day's number, what comes in a second of the busiest hour. */
  const peak = habits.busiestHour / 3600;
  const ranges = (present * habits.minutesHeard * bytesOfMinute) / bytesOfRange;
  const day = {
    memberPages: present * habits.pagesOfMember,
    visitorPages: present * habits.pagesOfVisitor,
    calls: present * habits.callsOfMember,
    ranges,
  };
  const webMs =
    day.memberPages * costs.memberPageMs +
    day.visitorPages * costs.visitorPageMs +
    day.calls * costs.callMs +
    day.ranges * costs.rangeMs;
  const workerMs = creators * habits.soundSecondsOfCreator * costs.soundSecondMs;
  const [webCores, workerCores] = [(webMs * peak) / 1000, (workerMs * peak) / 1000];
  const tracks = creators * habits.tracksOfCreator * daysOfYear;
  const plays = present * habits.tracksHeard * daysOfYear;
  const databaseGb = (members * sizes.member + tracks * sizes.track + plays * sizes.play) / gb;
  const storageGb = (tracks * habits.trackSeconds * sizes.soundSecond) / gb;
  const egressGbOfMonth = (present * habits.minutesHeard * bytesOfMinute * daysOfMonth) / gb;
  const webProcesses = Math.max(1, Math.ceil(webCores / maxUse));
  const workerProcesses = Math.max(1, Math.ceil(workerCores / maxUse));
  return {
    members,
    requests: (day.memberPages + day.visitorPages + day.calls + day.ranges) * peak,
    // Positions and plays, of which a batch is one.
    writes: day.calls * peak,
    ...{ webCores, workerCores, webProcesses, workerProcesses, databaseGb, storageGb, egressGbOfMonth },
    yenOfMonth:
      (webProcesses + workerProcesses) * prices.core +
      databaseGb * prices.databaseGb +
      storageGb * prices.storageGb +
      egressGbOfMonth * prices.egressGb,
  };
}
